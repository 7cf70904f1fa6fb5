import type { MiddlewareFunction } from "react-router";
import { redirectOf } from "../../compose.server.ts";
import { isPagePath, localizePath, splitLocale } from "../../i18n/urls.ts";
import { goneCacheControl } from "../../platform/http-cache.ts";
import { redirectTo } from "../navigation.ts";

/**
 * Sends those who ask for an old address of the content to the page that has taken its place, in their language and with
 * their query. The checks of the content see to it that no page is behind such an address.
 */
export const redirects: MiddlewareFunction<Response> = ({ request, url }, next) => {
  const isRead = request.method === "GET" || request.method === "HEAD";
  const { locale, path } = splitLocale(url.pathname);
  const target = isRead ? redirectOf(path, locale) : undefined;
  if (target === undefined) return next();
  return redirectTo((isPagePath(target) ? localizePath(target, locale) : target) + url.search, {
    status: 301,
    headers: { "Cache-Control": goneCacheControl },
  });
};
