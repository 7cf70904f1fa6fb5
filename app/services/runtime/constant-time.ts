import { createHash, timingSafeEqual } from "node:crypto";

/** Compares secrets in constant time, as hashes because `timingSafeEqual` requires equal lengths. */
export function isEqualInConstantTime(actual: string, expected: string): boolean {
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(actual), hash(expected));
}
