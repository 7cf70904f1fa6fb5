const secondMs = 1000;
const hourMs = 60 * 60 * secondMs;

/** Age in milliseconds from which a submission is overdue: its status is `failed`, and retries are rarer. */
export const overdueAfterMs = 24 * hourMs;

/** For overdue deliveries: milliseconds between attempts, and the maximum `Retry-After` that is honoured. */
const overdueDelayMs = 6 * hourMs;
export const maxRetryAfterMs = 24 * hourMs;

/**
 * Computes the delay: 5 s, doubling up to an hour; six hours for an overdue delivery. Jitter spreads simultaneous
 * retries.
 */
export function computeRetryDelay(
  attempts: number,
  age: number,
  { retryAfter = 0, random = Math.random }: { retryAfter?: number; random?: () => number } = {},
): number {
  const isOverdue = age >= overdueAfterMs;
  const jitter = 1 + random() / 5;
  if (isOverdue) return Math.round(Math.min(Math.max(overdueDelayMs * jitter, retryAfter), maxRetryAfterMs));
  const delay = Math.min(5 * secondMs * 2 ** (attempts - 1), hourMs) * jitter;
  return Math.round(Math.min(Math.max(delay, retryAfter), hourMs));
}
