/**
 * Who may import whom: the table of docs/architecture.md. A room may always import itself.
 * `tests` may import all, and stands nowhere: nothing imports it.
 */
export const mayImport: Record<string, readonly string[]> = {
  "app/contract": ["app/i18n/locales.ts"],
  "app/platform": [],
  "app/i18n": [],
  "app/plates": [],
  "app/services": ["app/contract", "app/platform", "app/i18n/locales.ts"],
  "app/backend-kit": ["app/contract", "app/services", "app/platform", "app/i18n/locales.ts"],
  "app/embedded-api": [
    "app/contract",
    "app/platform",
    "app/plates",
    "app/submissions",
    "app/i18n/locales.ts",
    "app/i18n/site-map.ts",
    "app/i18n/guarded-routes.ts",
  ],
  "app/submissions": ["app/contract", "app/platform", "app/i18n/locales.ts"],
  // Of the contract, types and the plain lists: zod stays on the server.
  "app/components": [
    "app/i18n",
    "app/contract/kinds.ts",
    "app/contract/limits.ts",
    "app/contract/pictures.ts",
    "app/contract/defined.ts",
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
  ],
  server: [
    "app/platform",
    "app/i18n/locales.ts",
    "app/i18n/last-resort.ts",
    "app/compose.server.ts",
    // What it asks of the site beside its answers: what may be shared, and old addresses.
    "app/routes/preview.ts",
    "app/routes/old-addresses.ts",
    "app/routes/services-context.ts",
  ],
};

/** What a change is counted by: rooms of code, and the content. */
export const rooms = [...Object.keys(mayImport), "content"];
