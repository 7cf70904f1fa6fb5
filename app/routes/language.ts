import { localeCookie } from "../i18n/detection.ts";
import { isLocale } from "../i18n/locales.ts";
import { localizePath, parseSitePath, twinPath } from "../i18n/urls.ts";
import { privateNoStore } from "../platform/http-cache.ts";
import type { Route } from "./+types/language";
import { redirectTo } from "./navigation.ts";
import { originOf } from "./origin.ts";
import { servicesOf } from "./services-context.ts";

/** The language switch: stores the choice and leads to the twin of the page that `to` names. */
export function loader({ request, url, context }: Route.LoaderArgs): Response {
  const locale = url.pathname.split("/").at(-1);
  if (!isLocale(locale)) throw new Error(`no language in ${url.pathname}`);
  const to = parseSitePath(withQueryOf(request, url, originOf(context, url)) ?? "/");
  // Read again: without its prefix `/en//somewhere` would name a host.
  const twin = to && parseSitePath(twinPath(to, locale));
  return redirectTo(twin ?? localizePath("/", locale), {
    headers: { "Cache-Control": privateNoStore, "Set-Cookie": localeCookie(locale, servicesOf(context).isSecure) },
  });
}

/** The page in `to`, with the query that its address had: a page from the cache doesn't know it, the browser says it. */
function withQueryOf({ headers }: Request, url: URL, own: string): string | null {
  const to = url.searchParams.get("to");
  const referrer = headers.get("Referer") ?? "";
  if (!to || !URL.canParse(referrer)) return to;
  const { origin, pathname, search } = new URL(referrer);
  return origin === own && pathname === to.split("?")[0] ? pathname + search : to;
}
