import { useTranslation } from "react-i18next";
import { isPagePath, isSitePath, localizePath, splitLocale } from "../../i18n/urls.ts";
import { defaultLocale, type Locale } from "../../i18n/locales.ts";
import { useLocale } from "../ui/use-locale.ts";
import styles from "./rich-text.module.css";

/** Text of an editor, sanitised before it came here. Links within the site lead to the reader's language. */
export function RichText({ html, lang }: { html: string; lang?: string }) {
  const { t } = useTranslation();
  const __html = withScrollingTables(localizeLinks(html, useLocale()), (n) => t("table", { n }));
  return <div className={styles["text"]} lang={lang} dangerouslySetInnerHTML={{ __html }} />;
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
