import { parseCookie, serializeCookie } from "cookie-es";
import { defaultLocale, isLocale, localeCodes, locales, type Locale } from "./locales.ts";

const localeCookieName = "i18n_redirected";
const oneYearInSeconds = 365 * 24 * 60 * 60;

export function readStoredLocale(cookieHeader: string | null): Locale | undefined {
  // If there are several cookies with this name, the first valid one counts.
  const filter = (name: string) => name === localeCookieName;
  return [parseCookie(cookieHeader ?? "", { filter, allowMultiple: true })[localeCookieName]].flat().find(isLocale);
}

/** Creates the `Set-Cookie` value that stores the language for 365 days. @param isSecure whether the site uses HTTPS */
export function createLocaleCookie(locale: Locale, isSecure: boolean): string {
  return serializeCookie(localeCookieName, locale, {
    path: "/",
    maxAge: oneYearInSeconds,
    sameSite: "lax",
    secure: isSecure,
  });
}

/** Without a stored choice the root follows the browser's languages, and all other pages are in the default language. */
export function chooseLocale(
  pathname: string,
  cookieHeader: string | null | undefined,
  acceptLanguage: string | null | undefined,
): Locale {
  const storedLocale = cookieHeader ? readStoredLocale(cookieHeader) : undefined;
  return storedLocale ?? (pathname === "/" ? findAcceptedLocale(acceptLanguage) : undefined) ?? defaultLocale;
}

/**
 * Finds the locale that an `Accept-Language` header prefers by q values; `undefined` if it accepts none of the site's.
 * Languages are compared by their primary subtag (`en-GB` matches `en`). `*` matches the default locale.
 */
export function findAcceptedLocale(acceptLanguage: string | null | undefined): Locale | undefined {
  const ranges = (acceptLanguage ?? "")
    .split(",")
    .map((part) => {
      const [range = "", ...parameters] = part.split(";").map((text) => text.trim().toLowerCase());
      const q = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
      return { range, weight: q === undefined ? 1 : Number(q) || 0 };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight);
  for (const { range } of ranges) {
    const locale = range === "*" ? defaultLocale : findLocaleByRange(range);
    if (locale) return locale;
  }
  return undefined;
}

function findLocaleByRange(range: string): Locale | undefined {
  const primary = range.split("-")[0];
  return localeCodes.find((code) => locales[code].language.split("-")[0] === primary);
}
