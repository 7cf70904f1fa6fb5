/** Where browsers report what a policy has stopped. */
export const violationReportsPath = "/hooks/csp-report";

/**
 * The policy of a page: everything from this origin, no styles or scripts in the text but the inline scripts named.
 * @param scriptHashes `'sha256-…'` sources
 */
export function contentSecurityPolicy(scriptHashes: readonly string[]): string {
  return [
    "default-src 'none'",
    `script-src 'self' ${[...new Set(scriptHashes)].join(" ")}`.trim(),
    // Scripts write HTML by the policy that the page makes (`late-scripts.ts`), or not at all.
    "require-trusted-types-for 'script'",
    "trusted-types default",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    `report-uri ${violationReportsPath}`,
  ].join("; ");
}
