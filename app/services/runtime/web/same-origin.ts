/** The headers of a request of any framework. */
type Headers = { get(name: "Origin" | "Sec-Fetch-Site"): string | null | undefined };

/**
 * Whether a page of this site sent a request; `undefined` if no header tells, as those of programs.
 * @param requestOrigin where it was sent to, as far as the proxies in `TRUST_PROXY` tell
 */
export function isSameOrigin(headers: Headers, requestOrigin: string, siteUrl: string | undefined) {
  const site = headers.get("Sec-Fetch-Site");
  if (site === "same-site" || site === "cross-site") return false;
  const isSaidByBrowser = site === "same-origin";
  const origin = headers.get("Origin");
  // A page without an address of its own, such as one in a sandbox, has the origin `null`.
  if (!origin || origin === "null") return isSaidByBrowser || (origin ? false : undefined);
  if (origin === siteUrl) return true;
  // Without the browser's word the host of the request may be another site's name for this server.
  if (siteUrl && (!isSaidByBrowser || isOtherScheme(origin, siteUrl))) return false;
  // A proxy that isn't in `TRUST_PROXY` may end TLS. No page of another site has this host.
  return origin === requestOrigin || origin === requestOrigin.replace(/^http:/, "https:");
}

/** Whether two origins differ by `http:` and `https:` alone. */
const isOtherScheme = (one: string, other: string): boolean =>
  one.replace(/^https?:/, "") === other.replace(/^https?:/, "");
