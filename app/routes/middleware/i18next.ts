import { createInstance, type i18n } from "i18next";
import { initReactI18next } from "react-i18next";
import type { RouterContextProvider } from "react-router";
import { createI18nextMiddleware } from "remix-i18next";
import { i18nextOptions } from "../../i18n/i18next-options.ts";
import { defaultLocale, locales } from "../../i18n/locales.ts";
import { resources } from "../../i18n/messages.server.ts";
import { splitLocale } from "../../i18n/urls.ts";

const options = { ...i18nextOptions, resources };

/** The URL alone decides the language: a page must be the same for everyone. */
export const [i18nextMiddleware, , getInstance] = createI18nextMiddleware({
  detection: {
    supportedLanguages: i18nextOptions.supportedLngs,
    fallbackLanguage: locales[defaultLocale].language,
    order: ["custom"],
    findLocale: async ({ url }) => languageOf(url.pathname),
  },
  i18next: options,
  plugins: [initReactI18next],
});

/** The instance of a request for its page. An address that no route matches has met no middleware, and gets one here. */
export async function instanceFor(request: Request, context: Readonly<RouterContextProvider>): Promise<i18n> {
  try {
    return getInstance(context);
  } catch {
    const instance = createInstance(options).use(initReactI18next);
    await instance.init({ lng: languageOf(new URL(request.url).pathname) });
    return instance;
  }
}

function languageOf(pathname: string): string {
  return locales[splitLocale(pathname).locale].language;
}
