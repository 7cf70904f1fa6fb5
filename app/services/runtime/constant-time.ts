import { createHash, timingSafeEqual } from "node:crypto";

/** Compares secrets in constant time. Hashes have the same length, which `timingSafeEqual` requires. */
export function isEqualInConstantTime(actual: string, expected: string): boolean {
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(actual), hash(expected));
}
