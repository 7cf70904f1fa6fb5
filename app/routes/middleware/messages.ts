import { initReactI18next } from "react-i18next";
import { createI18nextMiddleware } from "remix-i18next";
import { defaultLocale, localeCodes, locales } from "../../i18n/locales.ts";
import { commonNamespace } from "../../i18n/messages.ts";
import { resources } from "../../i18n/messages.server.ts";
import { splitLocale } from "../../i18n/urls.ts";

const languages = localeCodes.map((code) => locales[code].language);

/** Messages for one request. The URL alone decides the language: a page must be the same for everyone. */
export const [messages, , messagesOf] = createI18nextMiddleware({
  detection: {
    supportedLanguages: languages,
    fallbackLanguage: locales[defaultLocale].language,
    order: ["custom"],
    findLocale: async ({ url }) => locales[splitLocale(url.pathname).locale].language,
  },
  i18next: {
    resources,
    supportedLngs: languages,
    fallbackLng: locales[defaultLocale].language,
    defaultNS: commonNamespace,
    initAsync: false,
    interpolation: { escapeValue: false },
  },
  plugins: [initReactI18next],
});
