import { createHash } from "node:crypto";

/** Equal content from the same sender within this time is a duplicate. */
export const duplicateWindowMs = 10 * 60 * 1000;

/** Whether a value has the form of a key that the page's script creates. */
export function isIdempotencyKey(value: string | null): value is string {
  return value !== null && /^[\w-]{16,64}$/.test(value);
}

/**
 * Derives the key of a submission that came without one from its content, its sender and the time window.
 * @returns the keys for the current window and for the previous one
 */
export function deriveIdempotencyKeys(kind: string, payload: object, sender: string, now: number): [string, string] {
  const window = Math.floor(now / duplicateWindowMs);
  const createKey = (index: number) =>
    createHash("sha256")
      .update(JSON.stringify([kind, payload, sender, index]))
      .digest("hex");
  return [createKey(window), createKey(window - 1)];
}
