import type { SiteServices } from "../services.server.ts";
import { isPagePath, localizePath, splitLocale } from "../i18n/urls.ts";

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
