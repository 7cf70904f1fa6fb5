import { getOrigin, getServices } from "#app/http/request-context.ts";
import { redirectTo } from "#app/http/responses.ts";
import { createLocaleCookie } from "#app/i18n/detection.ts";
import { isLocale } from "#app/i18n/locales.ts";
import { localizePath, parseSitePath, translatePath } from "#app/i18n/urls.ts";
import { privateNoStore } from "#app/services/runtime/web/http-cache.ts";
import type { Route } from "./+types/route";

/** Stores the language, and redirects to the translated page. The query's `to` is the page's path. */
export function loader({ request, url, context }: Route.LoaderArgs): Response {
  const locale = url.pathname.split("/").at(-1);
  if (!isLocale(locale)) throw new Error(`no language in ${url.pathname}`);
  const to = parseSitePath(dropPageOfSearch(addRefererQuery(request, url, getOrigin(context, url)) ?? "/"));
  // Parses the path again, because `/en//somewhere` without its prefix would be another host's URL.
  const target = to && parseSitePath(translatePath(to, locale));
  // A browser may prefetch a link that nobody has chosen.
  const isChosen = !request.headers.get("Sec-Purpose")?.includes("prefetch");
  return redirectTo(target ?? localizePath("/", locale), {
    headers: {
      "Cache-Control": privateNoStore,
      ...(isChosen && { "Set-Cookie": createLocaleCookie(locale, getServices(context).isSecure) }),
    },
  });
}

/** Adds the Referer's query to `to`, because a cached page's link lacks it. */
function addRefererQuery({ headers }: Request, url: URL, siteOrigin: string): string | null {
  const to = url.searchParams.get("to");
  const referrer = headers.get("Referer") ?? "";
  if (!to || !URL.canParse(referrer)) return to;
  const { origin, pathname, search } = new URL(referrer);
  return origin === siteOrigin && pathname === to.split("?")[0] ? pathname + search : to;
}

/** Returns the path of a searched list's first page, because the other language may have fewer results. */
function dropPageOfSearch(path: string): string {
  const [page, query] = path.split("?", 2);
  const parameters = new URLSearchParams(query);
  if (!parameters.has("keyword")) return path;
  parameters.delete("page");
  return `${page}?${parameters}`;
}
