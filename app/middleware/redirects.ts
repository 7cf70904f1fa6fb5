import type { MiddlewareFunction } from "react-router";
import { getServices } from "#app/http/request-context.ts";
import { goneContext, redirectTo } from "#app/http/responses.ts";
import { decodePath } from "#app/i18n/guarded-routes.ts";
import { isPagePath, localizePath, splitLocale } from "#app/i18n/urls.ts";
import type { SiteServices } from "#app/services.server.ts";
import { notFoundCacheControl } from "#app/services/runtime/web/http-cache.ts";
import { isSafeMethod } from "#app/services/runtime/web/read-request.ts";

/**
 * Redirects old URLs of the content, and marks gone ones. check-content ensures that no old URL is also the URL of a
 * page. Punctuation that a message has added to the end of an unknown URL is removed.
 */
export const redirects: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  const target = isSafeMethod(request) ? findTarget(getServices(context), url.pathname, url.search) : undefined;
  context.set(goneContext, target === null);
  if (typeof target === "string") return redirectForLong(target);
  const response = await next();
  const trimmed = response.status === 404 && isSafeMethod(request) ? trimPunctuation(url) : undefined;
  return trimmed === undefined ? response : redirectForLong(trimmed);
};

const redirectForLong = (target: string) =>
  redirectTo(target, { status: 301, headers: { "Cache-Control": notFoundCacheControl } });

/** Returns a URL's path and query without punctuation, signs and spaces at the end, or `undefined` if it has none. */
function trimPunctuation({ pathname, search, origin }: URL): string | undefined {
  const address = pathname + search;
  // Decodes only what isn't ASCII, and the space, so that no other escape changes its meaning.
  const decoded = address.replace(/(?:%[89a-f][\da-f]|%20)+/gi, (text) => decodePath(text));
  const characters = [...decoded];
  while (/^[\p{P}\p{S}\p{Z}\p{C}]$/u.test(characters.at(-1) ?? "")) characters.pop();
  if (characters.length === [...decoded].length) return undefined;
  const { pathname: path, search: query } = new URL(origin + (characters.join("") || "/"));
  return path.startsWith("//") ? undefined : path + query;
}

/** Returns the new path and query of an old URL. Other URLs are unchanged. */
export const resolveOldAddress = (services: RedirectServices, pathname: string, search: string): string =>
  findTarget(services, pathname, search) ?? pathname + search;

type RedirectServices = Pick<SiteServices, "findRedirect">;

function findTarget({ findRedirect }: RedirectServices, pathname: string, search: string): string | null | undefined {
  const { locale, path } = splitLocale(pathname);
  const target = findRedirect(path, search, locale);
  return typeof target === "string" && isPagePath(target) ? localizePath(target, locale) : target;
}
