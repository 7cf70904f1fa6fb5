/** Headers of a request of any framework. */
type Headers = { get(name: "Origin" | "Sec-Fetch-Site"): string | null | undefined };

/**
 * Whether a page of this site sent a request; `undefined` if no header tells, as with programs.
 * @param requestOrigin origin of the request's URL, as reported by proxies in `TRUST_PROXY`
 */
export function isSameOrigin(headers: Headers, requestOrigin: string, siteUrl: string | undefined) {
  const site = headers.get("Sec-Fetch-Site");
  if (site === "same-site" || site === "cross-site") return false;
  const isBrowserConfirmed = site === "same-origin";
  const origin = headers.get("Origin");
  // A page without an origin, such as a sandboxed one, sends `null`.
  if (!origin || origin === "null") return isBrowserConfirmed || (origin ? false : undefined);
  if (origin === siteUrl) return true;
  // Without `SITE_URL` the port is unknown, because a proxy may remove it from Host.
  if (!siteUrl && isBrowserConfirmed && getHostname(origin) === getHostname(requestOrigin)) return true;
  // Without `Sec-Fetch-Site`, the request's host proves nothing, because another site's name may point to this
  // server.
  if (siteUrl && (!isBrowserConfirmed || differsOnlyInScheme(origin, siteUrl))) return false;
  // Accepts https, because a proxy outside `TRUST_PROXY` may terminate TLS. No page of another site has this host.
  return origin === requestOrigin || origin === requestOrigin.replace(/^http:/, "https:");
}

const getHostname = (origin: string): string | undefined => URL.parse(origin)?.hostname;

const differsOnlyInScheme = (one: string, other: string): boolean =>
  one.replace(/^https?:/, "") === other.replace(/^https?:/, "");
