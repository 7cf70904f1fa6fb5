import { preferredLocale, storedLocale } from "../i18n/detection.ts";
import { defaultLocale } from "../i18n/locales.ts";
import { matcherOf, siteMap, type QueryKey } from "../i18n/site-map.ts";
import { splitLocale } from "../i18n/urls.ts";
import { sorts } from "../contract/kinds.ts";
import { isKeywordTooLong, normaliseKeyword } from "./params.ts";

/** Query keys that decide what a page shows, in the order of a cache key. */
const keysByPage = siteMap.flatMap((row) =>
  row.query ? [{ pages: matcherOf([row], "and data"), keys: row.query }] : [],
);

/** Whether a value is one that the site itself would write: any other isn't worth a place in a cache. */
const isReal: Record<QueryKey, (value: string) => boolean> = {
  page: (value) => /^[1-9]\d{0,6}$/.test(value),
  sort: (value) => (sorts as readonly string[]).includes(value),
  keyword: (value) => !isKeywordTooLong(value),
  q: (value) => !isKeywordTooLong(value),
};

/** Most routes of a page that the framework asks data for at a time. */
const maxRoutes = 4;

/** Pages that are one visitor's, and what isn't a page: never shared, so their whole query reaches them. */
const unshared = matcherOf(
  siteMap.filter(({ isShared }) => isShared === false),
  "and data",
);

/** A path as nearly every request has it. Any other may be served, but isn't worth a place in a cache. */
const plainPath = /^\/(?!\/)(?:[\w\-./~!$&'()*+,;=:@]|%[\dA-F]{2})*$/;

const maxTargetLength = 2048;

type Headers = { readonly cookie?: string | undefined; readonly "accept-language"?: string | undefined };

/**
 * The address under which an answer may be shared with every other request for it: the path and the known query keys,
 * in one order and spelling. `undefined` where the answer is for this visitor alone: one with a token, one whom the
 * language rules send elsewhere, or a page that isn't the same for everyone.
 * @param target canonical path, and query as requested
 * @param isRouteId whether a text names a route, of which the framework may ask for the data alone
 */
export function sharedPage(
  method: string,
  target: string,
  { cookie, ...headers }: Headers,
  isRouteId: (id: string) => boolean,
): string | undefined {
  if ((method !== "GET" && method !== "HEAD") || target.length > maxTargetLength) return undefined;
  const start = target.indexOf("?");
  const path = start < 0 ? target : target.slice(0, start);
  if (!plainPath.test(path)) return undefined;
  const page = splitLocale(path);
  if (unshared.test(page.path)) return undefined;
  if (cookie !== undefined && /(?:^|;)\s*token=/.test(cookie)) return undefined;
  if (page.locale === defaultLocale) {
    const stored = cookie === undefined ? undefined : storedLocale(cookie);
    if (stored !== undefined && stored !== defaultLocale) return undefined;
    const isRoot = path === "/" || path === "/_.data";
    if (isRoot && !stored && preferredLocale(headers["accept-language"] ?? null) !== defaultLocale) return undefined;
  }
  if (start < 0) return path;
  const query = knownQuery(new URLSearchParams(target.slice(start)), page.path, isRouteId);
  return query === undefined ? undefined : path + query;
}

/** The known keys of a query with their first values, with the question mark; `undefined` where one can't be real. */
function knownQuery(given: URLSearchParams, path: string, isRouteId: (id: string) => boolean): string | undefined {
  const known = new URLSearchParams();
  for (const key of keysByPage.find(({ pages }) => pages.test(path))?.keys ?? []) {
    const value = normaliseKeyword(given.get(key) ?? "");
    if (value && !isReal[key](value)) return undefined;
    if (value) known.set(key, value);
  }
  const routes = path.endsWith(".data") ? given.get("_routes") : null;
  if (routes) {
    const ids = routes.split(",");
    if (ids.length > maxRoutes || new Set(ids).size < ids.length || !ids.every(isRouteId)) return undefined;
    known.set("_routes", routes);
  }
  return known.size > 0 ? `?${known}` : "";
}
