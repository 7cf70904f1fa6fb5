import { parseCookie, serializeCookie } from "cookie-es";
import { defaultLocale, isLocale, type Locale } from "./locales.ts";
import { findAcceptedLocale, localeCookieName } from "./preferred-locale.ts";

const oneYearInSeconds = 365 * 24 * 60 * 60;

export function readStoredLocale(cookieHeader: string | null): Locale | undefined {
  // The first valid cookie of this name counts.
  const filter = (name: string) => name === localeCookieName;
  return [parseCookie(cookieHeader ?? "", { filter, allowMultiple: true })[localeCookieName]].flat().find(isLocale);
}

/** Creates a `Set-Cookie` value that stores the language for 365 days. @param isSecure whether the site uses HTTPS */
export function createLocaleCookie(locale: Locale, isSecure: boolean): string {
  return serializeCookie(localeCookieName, locale, {
    path: "/",
    maxAge: oneYearInSeconds,
    sameSite: "lax",
    secure: isSecure,
  });
}

/** Returns the stored locale. Without one, the root page follows the browser, and other pages have the default. */
export function chooseLocale(
  pathname: string,
  cookieHeader: string | null | undefined,
  acceptLanguage: string | null | undefined,
): Locale {
  const storedLocale = cookieHeader ? readStoredLocale(cookieHeader) : undefined;
  return storedLocale ?? (pathname === "/" ? findAcceptedLocale(acceptLanguage) : undefined) ?? defaultLocale;
}
