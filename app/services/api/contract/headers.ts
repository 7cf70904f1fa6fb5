/**
 * Header of both login calls that identifies the browser with a random text, because a code is valid only in the
 * browser that requested it. A backend may use it in the same way, or ignore it.
 */
export const browserHeader = "X-Login-Browser";

/** Whether a text is a valid browser id. */
export function isBrowserId(text: string | null | undefined): text is string {
  return typeof text === "string" && /^[\w-]{16,64}$/.test(text);
}
