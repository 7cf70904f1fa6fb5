/** Statuses after which a call may be tried again: the specification's list. */
const retryableStatuses: ReadonlySet<number> = new Set([408, 409, 425, 429, 500, 502, 503, 504]);

/** What is longer, a timer takes for no time at all. */
const longestTimer = 2 ** 31 - 1;

/** Whether an answer with this status may be followed by another try. */
export function isRetryable(status: number): boolean {
  return retryableStatuses.has(status);
}

/**
 * Milliseconds to wait as `Retry-After` asks: whole seconds or an HTTP date.
 * Without the header, or with one that can't be read, there is no wait.
 */
export function retryDelay(retryAfter: string | null, now = Date.now()): number {
  if (!retryAfter) return 0;
  const milliseconds = /^\s*\d+\s*$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - now;
  return Number.isFinite(milliseconds) ? Math.min(Math.max(0, milliseconds), longestTimer) : 0;
}
