import { createInstance, type i18n } from "i18next";
import { initReactI18next } from "react-i18next";
import type { RouterContextProvider } from "react-router";
import { createI18nextMiddleware } from "remix-i18next";
import { defaultLocale, locales } from "./locales.ts";
import { resources } from "./messages.server.ts";
import { i18nextOptions } from "./messages.ts";
import { splitLocale } from "./urls.ts";

const options = { ...i18nextOptions, resources };

/** Only the URL decides the language, so cached pages are equal for everyone. */
export const [i18nextMiddleware, , getInstance] = createI18nextMiddleware({
  detection: {
    supportedLanguages: i18nextOptions.supportedLngs,
    fallbackLanguage: locales[defaultLocale].language,
    order: ["custom"],
    findLocale: async ({ url }) => readLanguage(url.pathname),
  },
  i18next: options,
  plugins: [initReactI18next],
});

/** URLs without a route run no middleware, so they get their own instance. */
export async function getOrCreateInstance(request: Request, context: Readonly<RouterContextProvider>): Promise<i18n> {
  try {
    return getInstance(context);
  } catch {
    const instance = createInstance(options).use(initReactI18next);
    await instance.init({ lng: readLanguage(new URL(request.url).pathname) });
    return instance;
  }
}

function readLanguage(pathname: string): string {
  return locales[splitLocale(pathname).locale].language;
}
