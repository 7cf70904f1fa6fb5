import { createInstance, type i18n } from "i18next";
import { initReactI18next } from "react-i18next";
import { createContext, type MiddlewareFunction, type RouterContextProvider } from "react-router";
import { createI18nextMiddleware } from "remix-i18next";
import { defaultLocale, localeCodes, locales } from "../../i18n/locales.ts";
import { commonNamespace } from "../../i18n/messages.ts";
import { resources } from "../../i18n/messages.server.ts";
import { splitLocale } from "../../i18n/urls.ts";

const languages = localeCodes.map((code) => locales[code].language);

function languageOf(pathname: string): string {
  return locales[splitLocale(pathname).locale].language;
}

const options = {
  resources,
  supportedLngs: languages,
  fallbackLng: locales[defaultLocale].language,
  load: "currentOnly" as const,
  defaultNS: commonNamespace,
  initAsync: false,
  interpolation: { escapeValue: false },
};

const [makeInstance, , madeInstance] = createI18nextMiddleware({
  detection: {
    supportedLanguages: languages,
    fallbackLanguage: locales[defaultLocale].language,
    order: ["custom"],
    findLocale: async ({ url }) => languageOf(url.pathname),
  },
  i18next: options,
  plugins: [initReactI18next],
});

/** One instance a language: nothing of it changes, and making one takes longer than looking up what a page needs. */
const instances = new Map<string, i18n>();

const messagesContext = createContext<i18n>();

/** Messages for one request. The URL alone decides the language: a page must be the same for everyone. */
export const messages: MiddlewareFunction<Response> = (args, next) => {
  const language = languageOf(args.url.pathname);
  const made = instances.get(language);
  if (!made) {
    return makeInstance(args, () => {
      const instance = madeInstance(args.context);
      instances.set(language, instance);
      args.context.set(messagesContext, instance);
      return next();
    });
  }
  args.context.set(messagesContext, made);
  return next();
};

/** The messages of a request's language. */
export function messagesOf(context: Readonly<RouterContextProvider>): i18n {
  return context.get(messagesContext);
}

/** The messages that the middleware has found, or where a request has met none, some of its own. */
export async function messagesFor(request: Request, context: Readonly<RouterContextProvider>): Promise<i18n> {
  try {
    return messagesOf(context);
  } catch {
    const instance = createInstance(options).use(initReactI18next);
    await instance.init({ lng: languageOf(new URL(request.url).pathname) });
    return instance;
  }
}
