/** Statuses after which a call may be tried again: the specification's list. */
const retryableStatuses: ReadonlySet<number> = new Set([408, 409, 425, 429, 500, 502, 503, 504]);

/** Whether an answer with this status may be followed by another try. */
export function isRetryable(status: number): boolean {
  return retryableStatuses.has(status);
}
