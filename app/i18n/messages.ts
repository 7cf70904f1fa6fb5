import type { InitOptions, TFunction } from "i18next";
import { localeCodes, locales } from "./locales.ts";

/** Maps namespaces to messages; the default locale defines keys. */
export type Messages = {
  about: typeof import("./messages/cn/about.json");
  api: typeof import("./messages/cn/api.json");
  batch: typeof import("./messages/cn/batch.json");
  common: typeof import("./messages/cn/common.json");
  contact: typeof import("./messages/cn/contact.json");
  errors: typeof import("./messages/cn/errors.json");
  forms: typeof import("./messages/cn/forms.json");
  home: typeof import("./messages/cn/home.json");
  info: typeof import("./messages/cn/info.json");
  lines: typeof import("./messages/cn/lines.json");
  list: typeof import("./messages/cn/list.json");
  loader: typeof import("./messages/cn/loader.json");
  login: typeof import("./messages/cn/login.json");
  owner: typeof import("./messages/cn/owner.json");
  quotation: typeof import("./messages/cn/quotation.json");
  search: typeof import("./messages/cn/search.json");
  searching: typeof import("./messages/cn/searching.json");
  server: typeof import("./messages/cn/server.json");
};

export type Namespace = keyof Messages;

/** Namespace that every page needs. */
export const commonNamespace = "common" satisfies Namespace;

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "common";
    resources: Messages;
  }
}

export const i18nextOptions = {
  supportedLngs: localeCodes.map((code) => locales[code].language),
  // Every locale has every message, so no fallback is needed.
  fallbackLng: false,
  load: "currentOnly",
  defaultNS: commonNamespace,
  // Sets the defaults explicitly to save time: otherwise i18next checks whether each key is a sentence.
  keySeparator: ".",
  nsSeparator: ":",
  // Values needn't be escaped here, because React escapes all texts.
  interpolation: { escapeValue: false },
} satisfies InitOptions;

/**
 * i18next returns a missing message's key, so the key must not contain its namespace.
 * @returns `undefined` for a missing message
 */
export function getOptionalMessage<N extends Namespace>(t: TFunction<N>, key: string): string | undefined {
  const message = (t as (key: string) => string)(key);
  return message === key ? undefined : message;
}
