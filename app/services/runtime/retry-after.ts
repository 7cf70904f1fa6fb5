/** Timers with a longer delay fire at once. */
const maxTimerMs = 2 ** 31 - 1;

/**
 * Parses a `Retry-After` header, whole seconds or an HTTP date, to milliseconds. Returns 0 without the header or if
 * it is invalid.
 */
export function parseRetryAfter(retryAfter: string | null, now = Date.now()): number {
  if (!retryAfter) return 0;
  const milliseconds = /^\s*\d+\s*$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - now;
  return Number.isFinite(milliseconds) ? Math.min(Math.max(0, milliseconds), maxTimerMs) : 0;
}
