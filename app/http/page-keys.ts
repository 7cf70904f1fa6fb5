import { LRUCache } from "lru-cache";
import { matchRoutes, type RouteObject } from "react-router";
import type { Handle, QueryKey } from "#app/handle.ts";
import { chooseLocale } from "#app/i18n/detection.ts";
import { defaultLocale, localeCodes, locales } from "#app/i18n/locales.ts";
import { isPagePath, splitLocale } from "#app/i18n/urls.ts";
import { previewParameter } from "#app/services/api/contract/headers.ts";
import { isKind, sorts } from "#app/services/api/contract/kinds.ts";
import { isPreviewToken } from "#app/services/runtime/signature.ts";
import { isSafeMethod } from "#app/services/runtime/web/read-request.ts";
import { isKeywordTooLong, normaliseKeyword, readId, readTopic } from "./params.ts";
import { userCookieName } from "./user-store.ts";

/** Whether the site itself could have created a value. Only pages with such values are cached. */
const valueChecks: Record<QueryKey, (value: string) => boolean> = {
  page: (value) => /^[1-9]\d{0,6}$/.test(value),
  sort: (value) => (sorts as readonly string[]).includes(value),
  keyword: (value) => !isKeywordTooLong(value),
  q: (value) => !isKeywordTooLong(value),
  verbatim: (value) => value === "1",
  // Never cached, because each look-up counts against a limit.
  number: () => false,
  // Cached only for items, because typed text is for one visitor.
  about: (value) => isKind(readTopic(value)?.kind),
  view: (value) => value === "sheet",
  formula: (value) => readId(value) !== undefined,
  amount: () => false,
  per: () => false,
};

/** Normalises a value; for example, `?page=02` becomes `?page=2`. */
function normaliseValue(key: QueryKey, value: string): string {
  const text = normaliseKeyword(value);
  return key === "page" ? text.replace(/^0+(?=\d)/, "") : text;
}

/** Maximum number of routes in one data request of the framework. */
const maxRoutes = 4;

/** Matches nearly all requested paths. Pages with other paths aren't cached. */
const plainPathPattern = /^\/(?!\/)(?:[\w\-./~!$&'()*+,;=:@]|%[\dA-F]{2})*$/;

const maxTargetLength = 2048;

const userCookiePattern = new RegExp(`(?:^|;)\\s*${userCookieName}=`);

/** Maximum number of matched paths to keep. Matching a path costs as much as several cached responses. */
const maxMatchedPaths = 5000;

type Headers = { readonly cookie?: string | undefined; readonly "accept-language"?: string | undefined };

/** Properties that the path alone decides, before its query is read. */
type MatchedPath = Pick<Handle, "query"> & {
  page: string;
  /** Whether visitors who prefer another language are redirected. */
  isInDefaultLocale: boolean;
};

/**
 * Creates a function that returns a request's key in the page cache: the path, and the route's query parameters. The
 * response's own headers decide whether it is shared.
 * @returns `undefined` if the cache isn't read. Cached pages are for visitors without a login, in the URL's language.
 */
export function createPageKeyGetter(routes: BuildRoutes) {
  const ids = new Set(Object.keys(routes));
  const matchedPaths = new LRUCache<string, MatchedPath>({ max: maxMatchedPaths, memoMethod: createMatcher(routes) });

  /** @param target canonical path, and query as requested */
  return (method: string, target: string, { cookie, "accept-language": languages }: Headers): string | undefined => {
    if (!isSafeMethod({ method }) || target.length > maxTargetLength) return undefined;
    const [pathname, search] = splitTarget(target);
    const { page, query, isInDefaultLocale } = matchedPaths.memo(pathname);
    if (query === undefined || (cookie !== undefined && userCookiePattern.test(cookie))) return undefined;
    if (isInDefaultLocale && chooseLocale(page, cookie, languages) !== defaultLocale) return undefined;
    if (search === undefined) return pathname;
    if (query === "all") return target;
    const searchParams = new URLSearchParams(search);
    if (isPreviewToken(searchParams.get(previewParameter) ?? "")) return undefined;
    const normalisedQuery = normaliseQuery(searchParams, query, pathname, ids);
    return normalisedQuery === undefined ? undefined : pathname + normalisedQuery;
  };
}

type BuildRoute = {
  id: string;
  parentId?: string;
  path?: string;
  index?: boolean;
  caseSensitive?: boolean;
  module: { handle?: unknown };
};

/** The routes of the server build by id. */
export type BuildRoutes = Readonly<Record<string, BuildRoute | undefined>>;

/** Returns a route's whole path, such as `en?/product/list/*`. */
export function getPattern(routes: BuildRoutes, id: string | undefined): string {
  const route = id === undefined ? undefined : routes[id];
  return route ? [getPattern(routes, route.parentId), route.path].filter(Boolean).join("/") : "";
}

/**
 * Returns a function that finds a path's route. `matchRoutes` ranks all given routes, so it gets only those with a
 * matching first segment.
 */
function createMatcher(routes: BuildRoutes): (pathname: string) => MatchedPath {
  const routesByFirstSegment = Map.groupBy(listRoutes(routes), ({ path = "" }) => {
    const [firstSegment = ""] = withoutPrefix(path).split("/");
    return /[:*?]/.test(firstSegment) ? "*" : firstSegment;
  });
  return (pathname) => {
    // Data of `/` is at `/_.data`, other data at the path plus `.data`.
    const page = pathname.replace(/(?:\/_)?\.data$/, "") || "/";
    const { locale, path } = splitLocale(page);
    const candidates = [path.split("/")[1]!, "*"].flatMap((segment) => routesByFirstSegment.get(segment) ?? []);
    const match = plainPathPattern.test(pathname) ? matchRoutes(candidates, page)?.at(-1) : undefined;
    const { query } = (match?.route.handle ?? {}) as Handle;
    return { page, query, isInDefaultLocale: locale === defaultLocale && isPagePath(page) };
  };
}

/** Lists the routes that have a URL, each with its whole path. */
function listRoutes(routes: BuildRoutes): RouteObject[] {
  return Object.values(routes).flatMap((route) => {
    if (!route || (route.path === undefined && !route.index)) return [];
    const { id, index, caseSensitive, module } = route;
    return { id, path: getPattern(routes, id), index, caseSensitive, handle: module.handle } as RouteObject;
  });
}

function splitTarget(target: string): [pathname: string, search?: string] {
  const start = target.indexOf("?");
  return start < 0 ? [target] : [target.slice(0, start), target.slice(start)];
}

/** Removes the language segment from a route's pattern, as `splitLocale` does from paths. */
export function withoutPrefix(pattern: string): string {
  const [first = "", ...rest] = pattern.split("/");
  const isPrefix = localeCodes.some((code) => locales[code].prefix === `/${first.replace(/\?$/, "")}`);
  return isPrefix ? rest.join("/") : pattern;
}

/** Returns a query of the known parameters, normalised; `undefined` if a value is invalid. */
function normaliseQuery(
  searchParams: URLSearchParams,
  keys: readonly QueryKey[],
  pathname: string,
  routeIds: ReadonlySet<string>,
): string | undefined {
  const knownParams = new URLSearchParams();
  for (const key of keys) {
    const value = normaliseValue(key, searchParams.get(key) ?? "");
    const isGiven = value !== "" || (key === "number" && searchParams.has(key));
    if (isGiven && !valueChecks[key](value)) return undefined;
    if (value) knownParams.set(key, value);
  }
  const routes = pathname.endsWith(".data") ? searchParams.get("_routes") : null;
  if (routes) {
    const ids = routes.split(",");
    if (ids.length > maxRoutes || new Set(ids).size < ids.length || !ids.every((id) => routeIds.has(id)))
      return undefined;
    knownParams.set("_routes", routes);
  }
  return knownParams.size > 0 ? `?${knownParams}` : "";
}
