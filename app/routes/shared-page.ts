import { preferredLocale, storedLocale } from "../i18n/detection.ts";
import { defaultLocale } from "../i18n/locales.ts";
import { splitLocale } from "../i18n/urls.ts";

/** Query keys that decide what a page shows, in the order of a cache key. `_routes` is the framework's, on loader data. */
const knownKeys = ["page", "keyword", "sort", "q", "_routes"];

/** Pages that are one visitor's, and what isn't a page: never shared, so their whole query reaches them. */
const unshared = /^\/(?:login|quotation|contact-us\/received|language|media|api|hooks)(?:[/.]|$)/;

/** A path as nearly every request has it. Any other may be served, but isn't worth a place in a cache. */
const plainPath = /^\/(?!\/)[\w\-./~%!$&'()*+,;=:@]*$/;

const longestTarget = 2048;

type Headers = { readonly cookie?: string | undefined; readonly "accept-language"?: string | undefined };

/**
 * The address under which an answer may be shared with every other request for it: the path and the known query keys,
 * in one order and spelling. `undefined` where the answer is for this visitor alone: one with a token, one whom the
 * language rules send elsewhere, or a page that isn't the same for everyone.
 * @param target path and query as requested
 */
export function sharedPage(method: string, target: string, { cookie, ...headers }: Headers): string | undefined {
  if ((method !== "GET" && method !== "HEAD") || target.length > longestTarget) return undefined;
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
  return start < 0 ? path : path + knownQuery(target.slice(start + 1));
}

/** The known keys of a query with their first values, empty ones left out; with the question mark, or nothing. */
function knownQuery(query: string): string {
  const given = new URLSearchParams(query);
  const known = new URLSearchParams();
  for (const key of knownKeys) {
    const value = given.get(key);
    if (value) known.set(key, value);
  }
  return known.size > 0 ? `?${known}` : "";
}
