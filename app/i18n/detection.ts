import { defaultLocale, isLocale, localeCodes, locales, type Locale } from "./locales.ts";

const cookieName = "i18n_redirected";
const oneYearInSeconds = 365 * 24 * 60 * 60;

/** The stored choice of a language, or `undefined` where there is none (or one that no longer exists). */
export function storedLocale(cookieHeader: string | null): Locale | undefined {
  // Of several cookies of the name the first that is a language counts: a parser knows only the first.
  for (const pair of (cookieHeader ?? "").split(";")) {
    const [name, value] = pair.trim().split("=");
    if (name === cookieName && isLocale(value)) return value;
  }
  return undefined;
}

/** The `Set-Cookie` value that stores a choice for 365 days. @param isSecure whether the site is on HTTPS */
export function localeCookie(locale: Locale, isSecure: boolean): string {
  return `${cookieName}=${locale}; Path=/; Max-Age=${oneYearInSeconds}; SameSite=Lax${isSecure ? "; Secure" : ""}`;
}

/** The locale that a browser's `Accept-Language` prefers; the default where it names none of ours. */
export function preferredLocale(acceptLanguage: string | null): Locale {
  return namedLocale(acceptLanguage) ?? defaultLocale;
}

/**
 * The first locale of ours that an `Accept-Language` names, by its q values; `undefined` where it names none.
 * A tag matches by its primary language (`en-GB` is `en`), `*` stands for the default.
 */
export function namedLocale(acceptLanguage: string | null): Locale | undefined {
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
    const locale = range === "*" ? defaultLocale : localeOfRange(range);
    if (locale) return locale;
  }
  return undefined;
}

function localeOfRange(range: string): Locale | undefined {
  const primary = range.split("-")[0];
  return localeCodes.find((code) => locales[code].language.split("-")[0] === primary);
}
