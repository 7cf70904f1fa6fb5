import type { MiddlewareFunction } from "react-router";
import { isSafeMethod } from "../services/runtime/web/read-request.ts";
import { notFoundCacheControl } from "../services/runtime/web/http-cache.ts";
import { goneContext, redirectTo } from "../http/responses.ts";
import { isPagePath, localizePath, splitLocale } from "../i18n/urls.ts";
import type { SiteServices } from "../services.server.ts";
import { getServices } from "../http/request-context.ts";

/**
 * Redirects old URLs of the content, and marks gone ones. check-content ensures that no old URL is also the URL of a
 * page.
 */
export const redirects: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  const target = isSafeMethod(request) ? findTarget(getServices(context), url.pathname, url.search) : undefined;
  context.set(goneContext, target === null);
  if (typeof target !== "string") return next();
  return redirectTo(target, { status: 301, headers: { "Cache-Control": notFoundCacheControl } });
};

/** Returns the new path and query of an old URL. Other URLs are unchanged. */
export const resolveOldAddress = (services: RedirectServices, pathname: string, search: string): string =>
  findTarget(services, pathname, search) ?? pathname + search;

type RedirectServices = Pick<SiteServices, "findRedirect">;

function findTarget({ findRedirect }: RedirectServices, pathname: string, search: string): string | null | undefined {
  const { locale, path } = splitLocale(pathname);
  const target = findRedirect(path, search, locale);
  return typeof target === "string" && isPagePath(target) ? localizePath(target, locale) : target;
}
