const second = 1000;
const hour = 60 * 60 * second;

/** How long a delivery is tried before it counts as failed. */
const giveUpAfter = 24 * hour;

/**
 * Milliseconds until a delivery is tried again: 5 s, doubling, an hour at most; up to a fifth more, so that what failed
 * together doesn't come together again; never sooner than the destination asks. `undefined` after a day.
 * @param attempts how often it has been tried
 * @param age how old the submission is, in milliseconds
 */
export function delayUntilRetry(
  attempts: number,
  age: number,
  { retryAfter = 0, random = Math.random }: { retryAfter?: number; random?: () => number } = {},
): number | undefined {
  if (age >= giveUpAfter) return undefined;
  const delay = Math.min(5 * second * 2 ** (attempts - 1), hour) * (1 + random() / 5);
  return Math.round(Math.min(Math.max(delay, retryAfter), hour));
}
