/** What is longer, a timer takes for no time at all. */
const longestTimer = 2 ** 31 - 1;

/**
 * Milliseconds to wait as `Retry-After` asks: whole seconds or an HTTP date.
 * Without the header, or with one that can't be read, there is no wait.
 */
export function retryDelay(retryAfter: string | null, now = Date.now()): number {
  if (!retryAfter) return 0;
  const milliseconds = /^\s*\d+\s*$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - now;
  return Number.isFinite(milliseconds) ? Math.min(Math.max(0, milliseconds), longestTimer) : 0;
}
