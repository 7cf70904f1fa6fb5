import { hash, timingSafeEqual } from "node:crypto";

/** Compares secrets in constant time, as hashes because `timingSafeEqual` requires equal lengths. */
export function isEqualInConstantTime(actual: string, expected: string): boolean {
  return timingSafeEqual(hash("sha256", actual, "buffer"), hash("sha256", expected, "buffer"));
}
