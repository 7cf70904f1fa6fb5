import { isSecure } from "../compose.server.ts";
import { localeCookie } from "../i18n/detection.ts";
import { isLocale } from "../i18n/locales.ts";
import { isSitePath, localizePath, twinPath } from "../i18n/urls.ts";
import { privateNoStore } from "../platform/http-cache.ts";
import type { Route } from "./+types/language";
import { redirectTo } from "./navigation.ts";

/** The language switch: stores the choice and leads to the twin of the page that `to` names. */
export function loader({ url }: Route.LoaderArgs): Response {
  const locale = url.pathname.split("/").at(-1);
  if (!isLocale(locale)) throw new Error(`no language in ${url.pathname}`);
  const to = url.searchParams.get("to");
  const twin = to && isSitePath(to) ? twinPath(to, locale) : "";
  // The twin of `/en//somewhere` would name a host.
  return redirectTo(isSitePath(twin) ? twin : localizePath("/", locale), {
    headers: { "Cache-Control": privateNoStore, "Set-Cookie": localeCookie(locale, isSecure) },
  });
}
