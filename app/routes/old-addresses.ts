import type { SiteServices } from "../compose.server.ts";
import { isPagePath, localizePath, splitLocale } from "../i18n/urls.ts";

/** The address that has taken the place of an old one of the content; any other address stays as it is. */
export function addressNow({ redirectOf }: Pick<SiteServices, "redirectOf">, pathname: string): string {
  const { locale, path } = splitLocale(pathname);
  const target = redirectOf(path, locale);
  if (target === undefined) return pathname;
  return isPagePath(target) ? localizePath(target, locale) : target;
}
