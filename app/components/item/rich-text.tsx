import { useEffect, useRef, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { isPagePath, isSitePath, localizePath, splitLocale } from "../../i18n/urls.ts";
import { defaultLocale, type Locale } from "../../i18n/locales.ts";
import { followedLinkState } from "../ui/focus-title.tsx";
import { useLocale } from "../ui/use-locale.ts";
import styles from "./rich-text.module.css";

/** HTML of an editor, already sanitised. Links within the site get the reader's language prefix. */
export function RichText({ html, lang }: { html: string; lang?: string }) {
  const { t } = useTranslation();
  const __html = wrapTables(localizeLinks(html, useLocale()), (n) => t("table", { n }));
  return (
    <div ref={useClientNavigation()} className={styles["text"]} lang={lang} dangerouslySetInnerHTML={{ __html }} />
  );
}

/** Makes plain links in the HTML navigate by the router. */
function useClientNavigation(): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  useEffect(() => {
    const element = ref.current!;
    const followLink = (event: MouseEvent) => {
      const link = findPageLink(event);
      if (!link) return;
      event.preventDefault();
      void navigate(link.pathname + link.search + link.hash, { viewTransition: true, state: followedLinkState });
    };
    element.addEventListener("click", followLink);
    return () => element.removeEventListener("click", followLink);
  }, [navigate]);
  return ref;
}

/** Returns the link of a plain click if it leads to another page of this site. */
function findPageLink(event: MouseEvent): HTMLAnchorElement | undefined {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined;
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
  if (!link || link.origin !== window.location.origin || link.target || link.hasAttribute("download")) return undefined;
  const { pathname, search } = window.location;
  const isSamePage = link.pathname === pathname && link.search === search && link.hash !== "";
  return !isSamePage && isPagePath(link.pathname) ? link : undefined;
}

/** Wraps every table in a scrollable region, which also scrolls by keyboard. */
export function wrapTables(html: string, createLabel: (number: number) => string): string {
  let number = 0;
  return html
    .replace(/<table/g, () => `<div role="region" tabindex="0" aria-label="${createLabel(++number)}"><table`)
    .replaceAll("</table>", "</table></div>");
}

/** Adds the prefix of `locale` to unprefixed links to pages. Files have no prefix. */
export function localizeLinks(html: string, locale: Locale): string {
  return html.replace(
    /(<a\s(?:[a-z]+="[^"<]*" )*href=")([^"<]*)(")/g,
    (match, prefix: string, href: string, suffix: string) => {
      const isPage = isSitePath(href) && isPagePath(href);
      return isPage && splitLocale(href).locale === defaultLocale
        ? prefix + localizePath(href, locale) + suffix
        : match;
    },
  );
}
