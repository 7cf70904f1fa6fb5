/** @param scriptHashes `'sha256-…'` sources of allowed inline scripts */
export function createContentSecurityPolicy(scriptHashes: readonly string[]): string {
  return [
    // This directive can't be `'none'`, because Firefox, and Chrome before 111, apply it to prefetching.
    "default-src 'self'",
    ...["object-src", "frame-src", "media-src", "worker-src"].map((directive) => `${directive} 'none'`),
    `script-src 'self' ${[...new Set(scriptHashes)].join(" ")}`.trim(),
    // With Trusted Types only the policy of `start-script.ts` may write HTML.
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

/** @param frames source of allowed frames */
export function createPolicyWithoutScripts(frames = "'none'"): string {
  return `default-src 'none'; style-src 'self'; img-src 'self' data:; font-src 'self'; frame-src ${frames}; form-action 'self'; base-uri 'none'; frame-ancestors 'self'`;
}
