import { defaultLocale, localeCodes, locales, type Locale } from "./locales.ts";
import type { Messages } from "./messages.ts";
import { filePattern } from "./site-map.ts";

/**
 * Splits a pathname into locale and path without prefix. Only a whole first segment counts: `/english` and `/news/en`
 * have no prefix.
 */
export function splitLocale(pathname: string): { locale: Locale; path: string } {
  for (const locale of localeCodes) {
    const { prefix } = locales[locale];
    if (prefix === "") continue;
    if (pathname === prefix) return { locale, path: "/" };
    if (pathname.startsWith(`${prefix}/`)) return { locale, path: pathname.slice(prefix.length) };
  }
  return { locale: defaultLocale, path: pathname };
}

/** Adds the prefix of `locale` to a path, which may have a query and a hash. */
export function localizePath(path: string, locale: Locale): string {
  const { prefix } = locales[locale];
  if (prefix === "") return path;
  const absolutePath = path.startsWith("/") ? path : `/${path}`;
  return /^\/(?=[?#]|$)/.test(absolutePath) ? `${prefix}${absolutePath.slice(1)}` : `${prefix}${absolutePath}`;
}

/** Returns the same page in another locale: `/news/list?page=2` ↔ `/en/news/list?page=2`. */
export function translatePath(pathAndQuery: string, locale: Locale): string {
  const end = pathAndQuery.search(/[?#]/);
  const pathname = end < 0 ? pathAndQuery : pathAndQuery.slice(0, end);
  const suffix = end < 0 ? "" : pathAndQuery.slice(end);
  return localizePath(splitLocale(pathname).path + suffix, locale);
}

/** Creates the path that stores the chosen language and redirects to the page in it. */
export function createLanguageSwitchPath(pathAndQuery: string, locale: Locale): string {
  return `/language/${locale}?to=${encodeURIComponent(pathAndQuery)}`;
}

/** Base for parsing paths. No request is sent to it. */
const baseUrl = "http://site.invalid";

/** Parses a URL; `undefined` if it is invalid. Browsers of before 2024 don't have `URL.canParse`. */
export function parseUrl(value: string, base?: string): URL | undefined {
  try {
    return new URL(value, base);
  } catch {
    return undefined;
  }
}

/**
 * Parses an untrusted text as a path of this site, as browsers do. Dot segments are resolved before the check, because
 * browsers would otherwise read `/.//evil.example` as another host.
 * @returns path, query and hash, encoded for a header; `undefined` for other sites
 */
export function parseSitePath(value: string): string | undefined {
  // Most links are such paths, which parsing wouldn't change.
  if (/^(?:\/[\w-]+)+$/.test(value)) return value;
  const url = value.startsWith("/") && !/[\\\p{Cc}]/u.test(value) ? parseUrl(value, baseUrl) : undefined;
  if (url?.origin !== baseUrl || url.pathname.startsWith("//")) return undefined;
  return url.pathname + url.search + url.hash;
}

/** Whether a text is a path of this site. */
export function isSitePath(value: string): boolean {
  return parseSitePath(value) !== undefined;
}

/** Whether a path without language prefix may be a page. Files and endpoints, such as the language switch, aren't pages. */
export function isPagePath(path: string): boolean {
  return !filePattern.test(path) && !/\.(?:xml|txt|json|webmanifest)$/.test(path);
}

/** Key of a message that the login page shows. */
export type LoginMessage = keyof Messages["common"]["login"]["messages"];

/** Creates the path of the login page, with the reason and the page to return to. */
export function createLoginPath(pathname: string, search: string, message: LoginMessage): string {
  const { locale } = splitLocale(pathname);
  const query = new URLSearchParams({ code: "401", message, redirect: pathname + search });
  return localizePath(`/login?${query}`, locale);
}
