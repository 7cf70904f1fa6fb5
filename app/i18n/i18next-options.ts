import type { InitOptions } from "i18next";
import { localeCodes, locales } from "./locales.ts";
import { commonNamespace } from "./messages.ts";

/** Options of i18next that hold on the server and in browsers. */
export const i18nextOptions = {
  supportedLngs: localeCodes.map((code) => locales[code].language),
  // Every locale has every message: nothing is ever taken from another one.
  fallbackLng: false,
  load: "currentOnly",
  defaultNS: commonNamespace,
  // React escapes what it draws.
  interpolation: { escapeValue: false },
} satisfies InitOptions;
