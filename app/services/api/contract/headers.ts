/**
 * Header with a random id of the browser. A login code is valid only in the browser that requested it; a backend that
 * doesn't check this may ignore the header.
 */
export const browserHeader = "X-Login-Browser";

export function isBrowserId(text: string | null | undefined): text is string {
  return typeof text === "string" && /^[\w-]{16,64}$/.test(text);
}

/** Header with the preview token of the owner's system. On calls with it, that system responds with drafts. */
export const previewHeader = "X-Preview";

/** Query key of the preview token, in links of the owner's system. */
export const previewParameter = "preview";
