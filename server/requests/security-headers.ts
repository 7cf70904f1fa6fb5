import { noStore } from "#app/services/runtime/web/http-cache.ts";

/** Policy of responses other than pages: they may neither load nor run anything. */
export const strictContentPolicy = "default-src 'none'; frame-ancestors 'none'";

const twoYearsInSeconds = 2 * 365 * 24 * 60 * 60;

/** Creates the default headers of responses. HSTS excludes subdomains, because they may lack HTTPS. */
export function createSecurityHeaders(siteUrl: string | undefined): Readonly<Record<string, string>> {
  return {
    "Cache-Control": noStore,
    "Content-Security-Policy": strictContentPolicy,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    ...(siteUrl?.startsWith("https:") && { "Strict-Transport-Security": `max-age=${twoYearsInSeconds}` }),
  };
}
