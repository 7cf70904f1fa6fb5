/**
 * The rooms that each room may import, as in docs/architecture.md. A room may always import itself. `tests` may import
 * everything and isn't listed.
 */
export const mayImport: Record<string, readonly string[]> = {
  "app/contract": ["app/i18n/locales.ts"],
  "app/platform": [],
  "app/i18n": [],
  "app/services": ["app/contract", "app/platform", "app/i18n/locales.ts"],
  "app/backend-kit": ["app/contract", "app/services", "app/platform", "app/i18n/locales.ts"],
  "app/embedded-api": [
    "app/contract",
    "app/platform",
    "app/submissions",
    "app/i18n/locales.ts",
    "app/i18n/site-map.ts",
    "app/i18n/guarded-routes.ts",
  ],
  "app/submissions": ["app/contract", "app/platform", "app/i18n/locales.ts", "app/i18n/owner-text.ts"],
  "app/releases": ["app/platform", "app/submissions"],
  // Only types and plain lists of the contract, so that browsers don't load zod.
  "app/components": [
    "app/i18n",
    "app/contract/kinds.ts",
    "app/contract/limits.ts",
    "app/contract/pictures.ts",
    "app/contract/remove-undefined.ts",
    "type:app/contract",
  ],
  "app/routes": [
    "app/services",
    "app/submissions",
    "app/components",
    "app/i18n",
    "app/contract",
    "app/platform",
    "app/compose.server.ts",
    // It has the names of a release's files, which the development server needs.
    "app/releases/release.ts",
  ],
  server: [
    "app/platform",
    "app/i18n/locales.ts",
    "app/i18n/plain-error-page.ts",
    "app/compose.server.ts",
    // With these modules the server decides which pages may be shared, and resolves old paths.
    "app/routes/preview.ts",
    "app/routes/old-addresses.ts",
    "app/routes/services-context.ts",
    // With these modules the start decides whether another process must publish the content.
    "app/releases",
    "tools/publish-at-start.ts",
    "tools/publishing/publishing-needed.ts",
  ],
  tools: [
    "app/contract",
    "app/embedded-api",
    "app/platform",
    "app/releases",
    "app/submissions/database.ts",
    "app/i18n/locales.ts",
    // Files of a release are compressed like those of a build.
    "server/precompress.ts",
  ],
};

/** Rooms that count as changed by a recipe: those with code, and the content. */
export const rooms = [...Object.keys(mayImport), "content"];
