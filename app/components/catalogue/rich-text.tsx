import { useEffect, useRef, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { isPagePath, isSitePath, localizePath, splitLocale } from "../../i18n/urls.ts";
import { defaultLocale, type Locale } from "../../i18n/locales.ts";
import { followedLink } from "../ui/focus-title.tsx";
import { useLocale } from "../ui/use-locale.ts";
import styles from "./rich-text.module.css";

/** Text of an editor, sanitised before it came here. Links within the site lead to the reader's language. */
export function RichText({ html, lang }: { html: string; lang?: string }) {
  const { t } = useTranslation();
  const __html = withScrollingTables(localizeLinks(html, useLocale()), (n) => t("table", { n }));
  return <div ref={useLinks()} className={styles["text"]} lang={lang} dangerouslySetInnerHTML={{ __html }} />;
}

/** Has links within an element, which are no components, lead to pages of this site without loading them anew. */
function useLinks(): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  useEffect(() => {
    const element = ref.current!;
    const follow = (event: MouseEvent) => {
      const link = pageLink(event);
      if (!link) return;
      event.preventDefault();
      void navigate(link.pathname + link.search + link.hash, { viewTransition: true, state: followedLink });
    };
    element.addEventListener("click", follow);
    return () => element.removeEventListener("click", follow);
  }, [navigate]);
  return ref;
}

/** The link that a plain click is on, where it leads to another page of this site. */
function pageLink(event: MouseEvent): HTMLAnchorElement | undefined {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined;
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
  if (!link || link.origin !== window.location.origin || link.target || link.hasAttribute("download")) return undefined;
  const { pathname, search } = window.location;
  const isHere = link.pathname === pathname && link.search === search && link.hash !== "";
  return !isHere && isPagePath(link.pathname) ? link : undefined;
}

/** Puts every table into a region of its own, which scrolls where the table is wider, by keyboard too. */
export function withScrollingTables(html: string, nameOf: (number: number) => string): string {
  let number = 0;
  return html
    .replace(/<table/g, () => `<div role="region" tabindex="0" aria-label="${nameOf(++number)}"><table`)
    .replaceAll("</table>", "</table></div>");
}

/** Puts the prefix of `locale` before unprefixed links to pages; files keep their one address. */
export function localizeLinks(html: string, locale: Locale): string {
  return html.replace(
    /(<a\s(?:[a-z]+="[^"<]*" )*href=")([^"<]*)(")/g,
    (whole, before: string, href: string, after: string) => {
      const isPage = isSitePath(href) && isPagePath(href);
      return isPage && splitLocale(href).locale === defaultLocale ? before + localizePath(href, locale) + after : whole;
    },
  );
}
