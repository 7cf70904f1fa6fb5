import { useTranslation } from "react-i18next";
import { useLocale } from "#app/components/ui/page-data.ts";
import { defaultLocale, type Locale } from "#app/i18n/locales.ts";
import { isPagePath, isSitePath, localizePath, splitLocale } from "#app/i18n/urls.ts";
import styles from "./rich-text.module.css";

/** Renders sanitised HTML, with the prefix of the reader's language in internal links. */
export function RichText({ html, lang }: { html: string; lang?: string }) {
  const { t } = useTranslation();
  const __html = wrapTables(localizeLinks(html, useLocale()), (n) => t("table", { n }));
  return <div className={styles["text"]} lang={lang} dangerouslySetInnerHTML={{ __html }} />;
}

/** Wraps each table in a region that can be scrolled, also by keyboard. */
export function wrapTables(html: string, createLabel: (number: number) => string): string {
  let number = 0;
  return html
    .replace(/<table/g, () => `<div role="region" tabindex="0" aria-label="${createLabel(++number)}"><table`)
    .replaceAll("</table>", "</table></div>");
}

/** Adds the prefix of `locale` to links that open a page and have no language prefix. */
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
