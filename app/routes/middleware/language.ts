import type { MiddlewareFunction } from "react-router";
import { localeCookie, preferredLocale, storedLocale } from "../../i18n/detection.ts";
import { defaultLocale, type Locale } from "../../i18n/locales.ts";
import { splitLocale, twinPath } from "../../i18n/urls.ts";
import { privateNoStore } from "../../platform/http-cache.ts";
import { redirectTo } from "../navigation.ts";
import { servicesOf } from "../services-context.ts";

/**
 * Sends a visitor to the language of their choice. An unprefixed page is Chinese, with two exceptions: a stored choice
 * of another language, and the bare root of a visitor without a choice, which follows the browser and stores that.
 */
export const language: MiddlewareFunction<Response> = ({ request, url, context }, next) => {
  const isRead = request.method === "GET" || request.method === "HEAD";
  if (!isRead || splitLocale(url.pathname).locale !== defaultLocale) return next();
  const wanted = wantedLocale(request, url.pathname);
  if (wanted === defaultLocale) return next();
  return redirectTo(twinPath(url.pathname + url.search, wanted), {
    headers: { "Cache-Control": privateNoStore, "Set-Cookie": localeCookie(wanted, servicesOf(context).isSecure) },
  });
};

function wantedLocale(request: Request, pathname: string): Locale {
  const stored = storedLocale(request.headers.get("Cookie"));
  if (stored) return stored;
  return pathname === "/" ? preferredLocale(request.headers.get("Accept-Language")) : defaultLocale;
}
