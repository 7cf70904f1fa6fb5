/**
 * The header by which the site tells, with both calls of a login, which browser asks: a code is good only where it was asked
 * for. A random text that means nothing else. A backend may use it in the same way, or ignore it.
 */
export const browserHeader = "X-Login-Browser";

/** Whether a text can be such an id. */
export function isBrowserId(text: string | null | undefined): text is string {
  return typeof text === "string" && /^[\w-]{16,64}$/.test(text);
}
