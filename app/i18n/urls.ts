import { href, type Register } from "react-router";
import { defaultLocale, localeCodes, locales, type Locale } from "./locales.ts";
import { filePattern } from "./site-map.ts";

/** Splits off the language prefix. It must be the whole first segment, so `/english` and `/news/en` have none. */
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

/** Returns a page's path in another locale, for example `/en/news/list?page=2` for `/news/list?page=2`. */
export function translatePath(pathAndQuery: string, locale: Locale): string {
  const end = pathAndQuery.search(/[?#]/);
  const pathname = end < 0 ? pathAndQuery : pathAndQuery.slice(0, end);
  const suffix = end < 0 ? "" : pathAndQuery.slice(end);
  return localizePath(splitLocale(pathname).path + suffix, locale);
}

/** Creates the path of a link that stores the language and redirects to the translated page. */
export function createLanguageSwitchPath(pathAndQuery: string, locale: Locale): string {
  return `/language/${locale}?to=${encodeURIComponent(pathAndQuery)}`;
}

const baseUrl = "http://site.invalid";

/** Parses a URL without `URL.canParse`, which browsers before 2024 lack. @returns `undefined` if the URL is invalid */
function parseUrl(value: string, base?: string): URL | undefined {
  try {
    return new URL(value, base);
  } catch {
    return undefined;
  }
}

/**
 * Parses untrusted text as a path of this site, as browsers do. Dot segments are resolved before the check: browsers
 * would read `/.//evil.example` as another host.
 * @returns path, query and hash, encoded for a header; `undefined` for other sites
 */
export function parseSitePath(value: string): string | undefined {
  // Most links are simple paths, which parsing wouldn't change, so they aren't parsed.
  if (/^(?:\/[\w-]+)+$/.test(value)) return value;
  const url = value.startsWith("/") && !/[\\\p{Cc}]/u.test(value) ? parseUrl(value, baseUrl) : undefined;
  if (url?.origin !== baseUrl || url.pathname.startsWith("//")) return undefined;
  return url.pathname + url.search + url.hash;
}

export function isSitePath(value: string): boolean {
  return parseSitePath(value) !== undefined;
}

/** Whether a path without prefix may be a page, not a file or endpoint. */
export function isPagePath(path: string): boolean {
  return !filePattern.test(path) && !/\.(?:xml|txt|json|webmanifest)$/.test(path);
}

type ItemPath = Extract<keyof Register["pages"], `/${string}/info/:id`>;

/** Kinds with list and info routes, from the default locale's part of the route table. */
type ItemKind = Exclude<
  { [Path in ItemPath]: Path extends `/${infer Kind}/info/:id` ? Kind : never }[ItemPath],
  `${string}/${string}`
>;

/** Returns the path of an item, plain page or batch, without prefix. */
export function getContentPath(kind: ItemKind | "page" | "batch", id: string): string {
  if (kind === "page") return href("/page/:slug", { slug: id });
  return kind === "batch" ? href("/batch/:number", { number: id }) : href(`/${kind}/info/:id`, { id });
}

/** Returns the path of a kind's list. @param slug slug of a category, which may have several segments */
export function getListPath(kind: ItemKind, slug = ""): string {
  return href(`/${kind}/list/*`, { "*": slug }).replace(/\/$/, "");
}

/** Returns the path of the search for a name. */
export function getSearchPath(name: string): string {
  return `${href("/search")}?${new URLSearchParams({ q: name })}`;
}

/** Parses a decoded path without prefix to kind and id. Returns an empty array for other paths. */
export function parseContentPath(path: string): [kind?: string, id?: string] {
  const [, kind, id] = /^\/([a-z]+)\/info\/([^/]+)$/.exec(path) ?? /^\/(page|batch)\/([^/]+)$/.exec(path) ?? [];
  return kind === undefined ? [] : [kind, id];
}

export class ExternalNavigationError extends Error {
  override name = "ExternalNavigationError";

  constructor(url: string) {
    super(`Navigating to an external URL is not allowed by default. Pass { external: true } to permit it: ${url}`);
  }
}

export type NavigationOptions = { external?: boolean };

/**
 * Checks the target of a programmatic navigation: a path of this site or, with `external`, an http(s) URL.
 * @returns the normalised target
 * @throws ExternalNavigationError for other sites without `external`, and for schemes that run code
 */
export function checkDestination(url: string, { external = false }: NavigationOptions = {}): string {
  const sitePath = parseSitePath(url);
  if (sitePath !== undefined) return sitePath;
  const externalUrl = external && /^https?:\/\//i.test(url) ? parseUrl(url) : undefined;
  if (externalUrl) return externalUrl.href;
  throw new ExternalNavigationError(url);
}
