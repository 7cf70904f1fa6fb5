import { isPagePath, isSitePath, localizePath, splitLocale } from "../../i18n/urls.ts";
import { defaultLocale, type Locale } from "../../i18n/locales.ts";
import { useLocale } from "../ui/use-locale.ts";
import styles from "./rich-text.module.css";

/** Text of an editor, sanitised before it came here. Links within the site lead to the reader's language. */
export function RichText({ html, lang }: { html: string; lang?: string }) {
  const locale = useLocale();
  return (
    <div className={styles["text"]} lang={lang} dangerouslySetInnerHTML={{ __html: localizeLinks(html, locale) }} />
  );
}

/** Puts the prefix of `locale` before unprefixed links to pages; files keep their one address. */
export function localizeLinks(html: string, locale: Locale): string {
  return html.replace(/(<a\s[^>]*?href=")([^"]*)(")/g, (whole, before: string, href: string, after: string) => {
    const isPage = isSitePath(href) && isPagePath(href);
    return isPage && splitLocale(href).locale === defaultLocale ? before + localizePath(href, locale) + after : whole;
  });
}
