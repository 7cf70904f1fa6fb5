import type { InitOptions } from "i18next";
import { localeCodes, locales } from "./locales.ts";
import { commonNamespace } from "./messages.ts";

/** Options of i18next for server and browser. */
export const i18nextOptions = {
  supportedLngs: localeCodes.map((code) => locales[code].language),
  // Every locale has every message, so no fallback is needed.
  fallbackLng: false,
  load: "currentOnly",
  defaultNS: commonNamespace,
  // Keys are checked for being sentences unless the separators are given.
  keySeparator: ".",
  nsSeparator: ":",
  // React escapes all texts.
  interpolation: { escapeValue: false },
} satisfies InitOptions;
