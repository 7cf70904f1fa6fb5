/** How large a request may be, in bytes. What its fields and lists may hold is in `app/contract/limits.ts`. */
export const requestLimits = {
  path: 8 * 1024,
  /** Path and query: a search for 10,000 Chinese characters is 90 KB, and gets a page that says so. */
  target: 96 * 1024,
  /** All headers of a request: what browsers send, with room for the cookies of others on the same domain. */
  headers: 32 * 1024,
  body: 64 * 1024,
} as const;
