const second = 1000;
const hour = 60 * 60 * second;

/** How old a submission is when what is still undelivered of it counts as overdue: shown as `failed`, and tried slowly. */
export const overdueAfter = 24 * hour;

/** Milliseconds between two tries of what is overdue, and the most that a destination may ask to wait then. */
const slowDelay = 6 * hour;
const maxWait = 24 * hour;

/**
 * Milliseconds until a delivery is tried again: 5 s, doubling, an hour at most; six hours once it is overdue, for as long as it
 * takes. Up to a fifth more, so that what failed together doesn't come together again; never sooner than the destination asks,
 * within an hour, or a day once it is overdue.
 * @param attempts how often it has been tried
 * @param age how old the submission is, in milliseconds
 */
export function delayUntilRetry(
  attempts: number,
  age: number,
  { retryAfter = 0, random = Math.random }: { retryAfter?: number; random?: () => number } = {},
): number {
  const isOverdue = age >= overdueAfter;
  const spread = 1 + random() / 5;
  if (isOverdue) return Math.round(Math.min(Math.max(slowDelay * spread, retryAfter), maxWait));
  const delay = Math.min(5 * second * 2 ** (attempts - 1), hour) * spread;
  return Math.round(Math.min(Math.max(delay, retryAfter), hour));
}
