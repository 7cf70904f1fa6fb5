import type { MetaDescriptor } from "react-router";
import type { SharedData } from "../components/layout/shared-data.ts";
import { defaultLocale, localeCodes, locales } from "../i18n/locales.ts";
import { localizePath, splitLocale } from "../i18n/urls.ts";

type PageMeta = {
  /** Title of the page; without one, it is the site's own. */
  title?: string;
  description?: string;
  /** Query of the canonical address, such as `?page=2`. @default none */
  query?: string;
  /** The page draws its title itself. */
  hasOwnTitle?: boolean;
  /** Kept out of search engines: filtered and empty lists. */
  isHidden?: boolean;
};

type MetaArgs = {
  location: { pathname: string };
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[];
};

/** Title, description and the links between the languages: the one place that makes them. */
export function pageMeta(
  { location, matches }: MetaArgs,
  { title, description, query = "", isHidden, hasOwnTitle }: PageMeta,
): MetaDescriptor[] {
  const shared = matches.find((match) => match?.id === "root")?.loaderData as SharedData | undefined;
  const settings = shared?.settings;
  const siteTitle = settings?.seo?.title ?? shared?.siteName ?? "";
  const summary = description ?? settings?.seo?.description;
  return [
    ...(hasOwnTitle ? [] : [{ title: title ? [title, shared?.siteName].filter(Boolean).join(" · ") : siteTitle }]),
    ...(summary ? [{ name: "description", content: summary }] : []),
    ...(isHidden
      ? [{ name: "robots", content: "noindex, follow" }]
      : alternates(location.pathname, query, shared?.origin)),
  ];
}

function alternates(pathname: string, query: string, origin = ""): MetaDescriptor[] {
  const { locale, path } = splitLocale(pathname);
  const address = (code: typeof locale) => origin + localizePath(path + query, code);
  const alternate = (hrefLang: string, href: string) => ({ tagName: "link", rel: "alternate", hrefLang, href });
  return [
    { tagName: "link", rel: "canonical", href: address(locale) },
    ...localeCodes.map((code) => alternate(locales[code].language, address(code))),
    alternate("x-default", address(defaultLocale)),
  ];
}
