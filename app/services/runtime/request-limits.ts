/** Limits of a request, in bytes. Limits of fields and lists are in `app/services/api/contract/form-fields.ts`. */
export const requestLimits = {
  path: 8 * 1024,
  /** Path and query. A search for 10,000 Chinese characters has 90 KB, and still gets a page with an explanation. */
  target: 96 * 1024,
  /** All headers: what browsers send, with room for other sites' cookies on the same domain. */
  headers: 32 * 1024,
  body: 64 * 1024,
} as const;
