import type { MiddlewareFunction } from "react-router";
import { isReadRequest } from "../services/runtime/web/read-request.ts";
import { notFoundCacheControl } from "../services/runtime/web/http-cache.ts";
import { redirectTo } from "../http/responses.ts";
import { isPagePath, localizePath, splitLocale } from "../i18n/urls.ts";
import type { SiteServices } from "../services.server.ts";
import { getServices } from "../http/request-context.ts";

/** Redirects old URLs of the content. check-content ensures that no page has such a URL. */
export const redirects: MiddlewareFunction<Response> = ({ request, url, context }, next) => {
  const address = url.pathname + url.search;
  const target = isReadRequest(request) ? resolveOldAddress(getServices(context), url.pathname, url.search) : address;
  if (target === address) return next();
  return redirectTo(target, { status: 301, headers: { "Cache-Control": notFoundCacheControl } });
};

/** Returns the path and query that replace an old address of the content; other addresses are unchanged. */
export function resolveOldAddress(
  { findRedirect }: Pick<SiteServices, "findRedirect">,
  pathname: string,
  search: string,
): string {
  const { locale, path } = splitLocale(pathname);
  const target = findRedirect(path, search, locale);
  if (target === undefined) return pathname + search;
  return isPagePath(target) ? localizePath(target, locale) : target;
}
