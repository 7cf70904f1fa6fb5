/** Header with a random id: a login code is valid only in its browser. A backend may ignore it. */
export const browserHeader = "X-Login-Browser";

export function isBrowserId(text: string | null | undefined): text is string {
  return typeof text === "string" && /^[\w-]{16,64}$/.test(text);
}

/** Header with the token that the owner's system signed; it then responds with its drafts. */
export const previewHeader = "X-Preview";

/** Query parameter of the owner's system for a link to a page of the site. */
export const previewParameter = "preview";
