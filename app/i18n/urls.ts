import { defaultLocale, localeCodes, locales, type Locale } from "./locales.ts";
import { matcherOf, siteMap } from "./site-map.ts";

/**
 * Splits a pathname into its locale and the path without the prefix.
 * Only a whole first segment counts: `/english` and `/news/en` are unprefixed.
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

/** Puts the prefix of `locale` before an unprefixed site path (which may carry a query and a hash). */
export function localizePath(path: string, locale: Locale): string {
  const { prefix } = locales[locale];
  if (prefix === "") return path;
  const rest = path.startsWith("/") ? path : `/${path}`;
  return /^\/(?=[?#]|$)/.test(rest) ? `${prefix}${rest.slice(1)}` : `${prefix}${rest}`;
}

/** The same page in another locale: `/news/list?page=2` ↔ `/en/news/list?page=2`. */
export function twinPath(pathAndQuery: string, locale: Locale): string {
  const end = pathAndQuery.search(/[?#]/);
  const pathname = end < 0 ? pathAndQuery : pathAndQuery.slice(0, end);
  const rest = end < 0 ? "" : pathAndQuery.slice(end);
  return localizePath(splitLocale(pathname).path + rest, locale);
}

/** The plain link that stores the choice of a language and leads to the twin of a page. */
export function languageSwitchPath(pathAndQuery: string, locale: Locale): string {
  return `/language/${locale}?to=${encodeURIComponent(pathAndQuery)}`;
}

/** Stands for this site while an address is read: nothing is ever sent there. */
const base = "http://site.invalid";

/**
 * Reads a text from outside as a path of this site, the way a browser would read it: dot segments are resolved first, so
 * that `/.//evil.example` can't turn into a host.
 * @returns path, query and hash as a header can carry them; `undefined` for anything that leads elsewhere
 */
export function parseSitePath(value: string): string | undefined {
  if (!value.startsWith("/") || /[\\\s\p{Cc}]/u.test(value) || !URL.canParse(value, base)) return undefined;
  const { origin, pathname, search, hash } = new URL(value, base);
  return origin === base && !pathname.startsWith("//") ? pathname + search + hash : undefined;
}

/** Whether a text leads to a path of this site. */
export function isSitePath(value: string): boolean {
  return parseSitePath(value) !== undefined;
}

const files = matcherOf(siteMap.filter(({ is }) => is !== "page"));

/** Whether a path on this site can be a page's: files, pictures and the language switch have addresses of their own. */
export function isPagePath(path: string): boolean {
  return !files.test(path) && !/\.(?:xml|txt|json|webmanifest)$/.test(path);
}
