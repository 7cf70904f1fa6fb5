/** The headers of a request of any framework. */
type Headers = { get(name: "Origin" | "Sec-Fetch-Site"): string | null | undefined };

/**
 * Whether a page of this site sent a request; `undefined` if no header tells, as those of programs.
 * @param requestOrigin where it was sent to, as far as the proxies in `TRUST_PROXY` tell
 */
export function isSameOrigin(headers: Headers, requestOrigin: string, siteUrl: string | undefined) {
  const site = headers.get("Sec-Fetch-Site");
  if (site === "same-origin") return true;
  if (site === "same-site" || site === "cross-site") return false;
  const origin = headers.get("Origin");
  if (!origin) return undefined;
  if (siteUrl) return origin === siteUrl;
  // A proxy that isn't in `TRUST_PROXY` may end TLS. No page of another site has this host.
  return origin === requestOrigin || origin === requestOrigin.replace(/^http:/, "https:");
}
