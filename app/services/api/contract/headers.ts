/** A random text, because a login code is valid only in the browser that requested it. A backend may ignore it. */
export const browserHeader = "X-Login-Browser";

export function isBrowserId(text: string | null | undefined): text is string {
  return typeof text === "string" && /^[\w-]{16,64}$/.test(text);
}

/** What the owner's system has signed, so that it answers with its drafts. */
export const previewHeader = "X-Preview";

/** Query parameter of a link that the owner's system makes to a page of the site. */
export const previewParameter = "preview";
