import { choosePreferredLocale, readStoredLocale } from "../i18n/detection.ts";
import { defaultLocale } from "../i18n/locales.ts";
import { createPathMatcher, siteMap, type QueryKey } from "../i18n/site-map.ts";
import { splitLocale } from "../i18n/urls.ts";
import { sorts } from "../services/api/contract/kinds.ts";
import { limits } from "../services/api/contract/limits.ts";
import { isKeywordTooLong, normaliseKeyword } from "./params.ts";

/** Query parameters that change a page, in the order of the cache key. `pages` matches the paths. */
const keysByPage = siteMap.flatMap((row) =>
  row.query ? [{ pages: createPathMatcher([row], "and data"), keys: row.query }] : [],
);

/** Whether the site itself could have created a value. Pages with other values aren't cached. */
const isUsable: Record<QueryKey, (value: string) => boolean> = {
  page: (value) => /^[1-9]\d{0,6}$/.test(value),
  sort: (value) => (sorts as readonly string[]).includes(value),
  keyword: (value) => !isKeywordTooLong(value),
  q: (value) => !isKeywordTooLong(value),
  verbatim: (value) => value === "1",
  number: (value) => value.length <= limits.batchNumber,
};

/** Maximum number of routes for which the framework requests data at once. */
const maxRoutes = 4;

/** Matches visitors' own pages, and responses that aren't pages. They are never shared, and receive the whole query. */
const unsharedPages = createPathMatcher(
  siteMap.filter(({ isShared }) => isShared === false),
  "and data",
);

/** Matches every known path. An unknown path may be an old address, whose redirect depends on the whole query. */
const knownPaths = createPathMatcher(siteMap, "and data");

/** Matches the paths of nearly all requests. Pages of other paths aren't cached. */
const plainPath = /^\/(?!\/)(?:[\w\-./~!$&'()*+,;=:@]|%[\dA-F]{2})*$/;

const maxTargetLength = 2048;

type Headers = { readonly cookie?: string | undefined; readonly "accept-language"?: string | undefined };

/**
 * Returns the cache key of a request: the path and the known query parameters in a fixed order. `undefined` if the
 * response is for this visitor alone: with a token, with a redirect to another language, or for an unshared page.
 * @param target canonical path, and query as requested
 * @param isRouteId whether a text is a route id; the framework may request data of single routes
 */
export function getSharedPageKey(
  method: string,
  target: string,
  headers: Headers,
  isRouteId: (id: string) => boolean,
): string | undefined {
  if ((method !== "GET" && method !== "HEAD") || target.length > maxTargetLength) return undefined;
  const start = target.indexOf("?");
  const path = start < 0 ? target : target.slice(0, start);
  if (!plainPath.test(path)) return undefined;
  const { cookie } = headers;
  const page = splitLocale(path);
  if (unsharedPages.test(page.path)) return undefined;
  if (cookie !== undefined && /(?:^|;)\s*token=/.test(cookie)) return undefined;
  if (page.locale === defaultLocale) {
    const storedLocale = cookie === undefined ? undefined : readStoredLocale(cookie);
    if (storedLocale !== undefined && storedLocale !== defaultLocale) return undefined;
    const isRoot = path === "/" || path === "/_.data";
    if (isRoot && !storedLocale && choosePreferredLocale(headers["accept-language"] ?? null) !== defaultLocale)
      return undefined;
  }
  if (start < 0) return path;
  if (!knownPaths.test(page.path)) return undefined;
  const query = normaliseQuery(new URLSearchParams(target.slice(start)), page.path, isRouteId);
  return query === undefined ? undefined : path + query;
}

/** Normalises the query to the known parameters, with the question mark; `undefined` if a value is invalid. */
function normaliseQuery(
  searchParams: URLSearchParams,
  path: string,
  isRouteId: (id: string) => boolean,
): string | undefined {
  const knownParams = new URLSearchParams();
  for (const key of keysByPage.find(({ pages }) => pages.test(path))?.keys ?? []) {
    const value = normaliseKeyword(searchParams.get(key) ?? "");
    if (value && !isUsable[key](value)) return undefined;
    if (value) knownParams.set(key, value);
  }
  const routes = path.endsWith(".data") ? searchParams.get("_routes") : null;
  if (routes) {
    const ids = routes.split(",");
    if (ids.length > maxRoutes || new Set(ids).size < ids.length || !ids.every(isRouteId)) return undefined;
    knownParams.set("_routes", routes);
  }
  return knownParams.size > 0 ? `?${knownParams}` : "";
}
