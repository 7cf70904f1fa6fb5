import { createHash } from "node:crypto";

/** Milliseconds in which the same text from the same sender is the same submission. */
export const sameSubmissionWindow = 10 * 60 * 1000;

/** A key as a script makes one; anything else is as if there were none. */
export function isKey(value: string | null): value is string {
  return value !== null && /^[\w-]{16,64}$/.test(value);
}

/**
 * The keys that a submission without one may have: made from what is sent, who sends it and the time, in windows of ten
 * minutes. The first is this window's, the second the last one's, which may be less than ten minutes ago.
 */
export function derivedKeys(kind: string, payload: object, sender: string, now: number): [string, string] {
  const window = Math.floor(now / sameSubmissionWindow);
  const key = (index: number) =>
    createHash("sha256")
      .update(JSON.stringify([kind, payload, sender, index]))
      .digest("hex");
  return [key(window), key(window - 1)];
}
