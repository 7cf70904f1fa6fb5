import { defaultLocale, localeCodes, locales, type Locale } from "./locales.ts";

export const localeCookieName = "i18n_redirected";

/** Whether the cookies store a choice of language. Needs no cookie parser, which browsers would have to load. */
export function hasStoredLocale(cookies: string): boolean {
  return cookies.split("; ").some((cookie) => cookie.startsWith(`${localeCookieName}=`));
}

/** Maximum characters of the header that are read; browsers send about 100. */
const maxHeaderLength = 1000;

/**
 * Finds the preferred locale by q values; `undefined` if no locale is accepted. Tags match by primary subtag, and `*`
 * matches the default locale.
 */
export function findAcceptedLocale(acceptLanguage: string | null | undefined): Locale | undefined {
  const ranges = (acceptLanguage ?? "")
    .slice(0, maxHeaderLength)
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
