/** For everything that isn't a page: it is no place to run or load anything from. */
export const bareContentPolicy = "default-src 'none'; frame-ancestors 'none'";

const twoYears = 2 * 365 * 24 * 60 * 60;

/**
 * Headers of every answer. HTTPS is insisted on only where `SITE_URL` says that the site has it, and not for subdomains:
 * the site can't know that the owner's other systems beside it have it too.
 */
export function securityHeaders(siteUrl: string | undefined): Readonly<Record<string, string>> {
  return {
    "Content-Security-Policy": bareContentPolicy,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    ...(siteUrl?.startsWith("https:") && { "Strict-Transport-Security": `max-age=${twoYears}` }),
  };
}
