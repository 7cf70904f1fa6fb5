import { isReadRequest } from "../services/runtime/read-request.ts";
import { chooseLocale } from "../i18n/detection.ts";
import type { Handle, QueryKey } from "../handle.ts";
import { defaultLocale, localeCodes, locales } from "../i18n/locales.ts";
import { splitLocale } from "../i18n/urls.ts";
import { sorts } from "../services/api/contract/kinds.ts";
import { limits } from "../services/api/contract/form-fields.ts";
import { isKeywordTooLong, normaliseKeyword, serviceSchema } from "./params.ts";

/** Whether the site itself could have created a value. Pages with other values aren't cached. */
const isUsable: Record<QueryKey, (value: string) => boolean> = {
  page: (value) => /^[1-9]\d{0,6}$/.test(value),
  sort: (value) => (sorts as readonly string[]).includes(value),
  keyword: (value) => !isKeywordTooLong(value),
  q: (value) => !isKeywordTooLong(value),
  verbatim: (value) => value === "1",
  number: (value) => value.length <= limits.batchNumber,
  about: (value) => serviceSchema.safeParse(value).success,
};

/** Spells a value as the site itself does: `?page=02` is no page of its own. */
function normaliseValue(key: QueryKey, value: string): string {
  const text = normaliseKeyword(value);
  return key === "page" ? text.replace(/^0+(?=\d)/, "") : text;
}

/** Maximum number of routes for which the framework requests data at once. */
const maxRoutes = 4;

/** Matches the paths of nearly all requests. Pages of other paths aren't cached. */
const plainPath = /^\/(?!\/)(?:[\w\-./~!$&'()*+,;=:@]|%[\dA-F]{2})*$/;

const maxTargetLength = 2048;

type Headers = { readonly cookie?: string | undefined; readonly "accept-language"?: string | undefined };

/** A route as the cache key needs it. `pattern` is its whole path, such as `en?/product/list/*`. */
export type KeyedRoute = { id: string; pattern: string; handle: Handle | undefined };

/**
 * Creates a function that returns the cache key of a request: the path and the known query parameters in a fixed order.
 * `undefined` if the response is for this visitor alone: with a token, with a redirect to another language, or on a route
 * that isn't shared.
 */
export function createPageKeys(routes: readonly KeyedRoute[]) {
  const ids = new Set(routes.map(({ id }) => id));
  // Any path matches the route of unknown paths. Such a path may be an old address, whose redirect depends on the whole query.
  const knownRoutes = routes.flatMap(({ pattern, handle }) => {
    const path = withoutPrefix(pattern);
    return path === "*" ? [] : [{ pattern: createPattern(path), ...handle }];
  });
  // Most requests have no query, so one test decides them.
  const unshared = knownRoutes.filter(({ isShared }) => isShared === false).map(({ pattern }) => pattern.source);
  const unsharedPattern = new RegExp(unshared.join("|"));

  /** @param target canonical path, and query as requested */
  return (method: string, target: string, { cookie, "accept-language": languages }: Headers): string | undefined => {
    if (!isReadRequest({ method }) || target.length > maxTargetLength) return undefined;
    const [pathname = "", search] = splitTarget(target);
    if (!plainPath.test(pathname)) return undefined;
    // The data of `/` are at `/_.data`, those of any other page at its path with `.data`.
    const page = pathname.replace(/(?:\/_)?\.data$/, "") || "/";
    const { locale, path } = splitLocale(page);
    if (unsharedPattern.test(path) || (cookie !== undefined && /(?:^|;)\s*token=/.test(cookie))) return undefined;
    // The visitor is redirected to their language.
    if (locale === defaultLocale && chooseLocale(page, cookie, languages) !== defaultLocale) return undefined;
    if (search === undefined) return pathname;
    const route = knownRoutes.find(({ pattern }) => pattern.test(path));
    const query = route && normaliseQuery(new URLSearchParams(search), route.query ?? [], pathname, ids);
    return query === undefined ? undefined : pathname + query;
  };
}

function splitTarget(target: string): [pathname: string, search?: string] {
  const start = target.indexOf("?");
  return start < 0 ? [target] : [target.slice(0, start), target.slice(start)];
}

/** Removes the language's segment, which `splitLocale` removes from paths. */
export function withoutPrefix(pattern: string): string {
  const [first = "", ...rest] = pattern.split("/");
  const isPrefix = localeCodes.some((code) => locales[code].prefix === `/${first.replace(/\?$/, "")}`);
  return isPrefix ? rest.join("/") : pattern;
}

function createPattern(path: string): RegExp {
  const segments = path.split("/").map((segment) => {
    if (segment === "*") return "(?:/.*)?";
    if (segment.startsWith(":")) return segment.endsWith("?") ? "(?:/[^/]+)?" : "/[^/]+";
    return `/${segment.replaceAll(".", "\\.")}`;
  });
  return new RegExp(`^${segments.join("")}$`);
}

/** Normalises the query to the known parameters, with the question mark; `undefined` if a value is invalid. */
function normaliseQuery(
  searchParams: URLSearchParams,
  keys: readonly QueryKey[],
  pathname: string,
  routeIds: ReadonlySet<string>,
): string | undefined {
  const knownParams = new URLSearchParams();
  for (const key of keys) {
    const value = normaliseValue(key, searchParams.get(key) ?? "");
    if (value && !isUsable[key](value)) return undefined;
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
