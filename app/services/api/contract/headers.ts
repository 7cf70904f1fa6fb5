/**
 * Header with a random id of the browser, because a login code is valid only where it was requested. A backend may
 * ignore the header.
 */
export const browserHeader = "X-Login-Browser";

export function isBrowserId(text: string | null | undefined): text is string {
  return typeof text === "string" && /^[\w-]{16,64}$/.test(text);
}

/** Header with the token of the owner's system, which then responds with drafts. */
export const previewHeader = "X-Preview";

/** Query parameter in links of the owner's system. */
export const previewParameter = "preview";
