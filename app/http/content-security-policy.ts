/** @param scriptHashes `'sha256-…'` sources of the inline scripts that may run */
export function createContentSecurityPolicy(scriptHashes: readonly string[]): string {
  return [
    // Browsers without a prefetch directive use this one: Firefox, Chrome before 111.
    "default-src 'self'",
    ...["object-src", "frame-src", "media-src", "worker-src"].map((directive) => `${directive} 'none'`),
    `script-src 'self' ${[...new Set(scriptHashes)].join(" ")}`.trim(),
    // With Trusted Types scripts write HTML only through the policy of `late-scripts.ts`.
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
  ].join("; ");
}

/** @param frames source of the frames the page may contain */
export function createPolicyWithoutScripts(frames = "'none'"): string {
  return `default-src 'none'; style-src 'self'; img-src 'self' data:; font-src 'self'; frame-src ${frames}; form-action 'self'; base-uri 'none'; frame-ancestors 'self'`;
}
