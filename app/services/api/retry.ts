/** Statuses after which a call is retried, from the specification. */
const retryableStatuses: ReadonlySet<number> = new Set([408, 409, 425, 429, 500, 502, 503, 504]);

export function isRetryable(status: number): boolean {
  return retryableStatuses.has(status);
}
