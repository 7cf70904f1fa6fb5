import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Form, href, useLocation } from "react-router";
import { prefetchMotion } from "#app/components/motion/movement.ts";
import { SearchInput } from "#app/components/search/search-input.tsx";
import { replaceGoingBack } from "#app/components/ui/going-back.ts";
import { Icon } from "#app/components/ui/icon.tsx";
import { useLocale, usePageLocales, useSettings, useSharedData, type MainPages } from "#app/components/ui/page-data.ts";
import { SiteLink } from "#app/components/ui/site-link.tsx";
import { localeCodes, locales, type Locale } from "#app/i18n/locales.ts";
import { createLanguageSwitchPath, localizePath } from "#app/i18n/urls.ts";
import { defaultLogo, getSiteIcons } from "#app/services/api/contract/pictures.ts";
import { InquiryLink } from "./inquiry-link.tsx";
import { MainMenu, menuButtonId, menuId } from "./main-menu.tsx";
import styles from "./site-header.module.css";

/** Id of the main content for the skip link. It isn't `content`, because a form field has that id. */
export const contentId = "main";

export function SiteHeader({ mainPages }: { mainPages: MainPages }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { menu } = useSharedData() ?? {};
  const sheet = useMenuSheet();
  return (
    <header className={styles["header"]}>
      <a href={`#${contentId}`} className={styles["skip"]}>
        {t("site.skipToContent")}
      </a>
      <div className={`${styles["bar"]} page-width`}>
        <Logo />
        <MainMenu
          items={menu?.length ? menu : [{ path: "/", title: t("site.home") }, ...mainPages]}
          isSheetOpen={sheet.isOpen}
          onSheetClose={sheet.close}
        />
        <div className={`${styles["tools"]} no-print`}>
          <SearchForm locale={locale} />
          <LanguageSwitch current={locale} />
          <InquiryLink />
          <a
            id={menuButtonId}
            href={`#${menuId}`}
            className={`${styles["tool"]} ${styles["menuButton"]}`}
            onPointerDown={prefetchMotion}
            onFocus={prefetchMotion}
            onClick={sheet.open}
          >
            <Icon name="menu" />
            <span className="visually-hidden">{t("header.menu")}</span>
          </a>
        </div>
      </div>
    </header>
  );
}

/**
 * Returns the state of the menu's sheet, and functions that open and close it. Opening the sheet adds a history entry,
 * so that going back closes the sheet. A navigation also closes it.
 */
function useMenuSheet() {
  const [isOpen, setOpen] = useState(false);
  const { key, hash } = useLocation();
  useEffect(() => setOpen(hash === `#${menuId}`), [key, hash]);
  useEffect(() => replaceGoingBack(isOpen ? () => setOpen(false) : undefined), [isOpen]);
  return {
    isOpen,
    open(event: React.MouseEvent) {
      event.preventDefault();
      history.pushState(history.state, "");
      setOpen(true);
    },
    close: () => (hash === `#${menuId}` ? setOpen(false) : history.back()),
  };
}

function Logo() {
  const { t } = useTranslation();
  const { siteName = t("site.fallbackName"), lang, logo } = useSettings();
  return (
    <SiteLink to="/" className={styles["logo"]}>
      <img src={getSiteIcons(logo?.src ?? defaultLogo).icon} alt="" width="40" height="40" />
      <span lang={lang}>{siteName}</span>
    </SiteLink>
  );
}

function SearchForm({ locale }: { locale: Locale }) {
  const { t } = useTranslation();
  const { searchHint } = useSettings();
  const field = useRef<HTMLInputElement>(null);
  return (
    <Form
      role="search"
      aria-label={t("header.searchLabel")}
      action={localizePath(href("/search"), locale)}
      className={styles["search"]}
    >
      <div className={styles["searchField"]}>
        <SearchInput
          ref={field}
          name="q"
          maxLength={100}
          aria-label={t("header.searchLabel")}
          placeholder={searchHint || t("header.searchPlaceholder")}
        />
      </div>
      <button type="submit" className={styles["tool"]}>
        <Icon name="search" />
        <span className="visually-hidden">{t("header.search")}</span>
      </button>
    </Form>
  );
}

/** Links to the other languages; following a link stores the choice. The link's title notes a missing translation. */
function LanguageSwitch({ current }: { current: Locale }) {
  const { pathname, search } = useLocation();
  const pageLocales = usePageLocales();
  return localeCodes
    .filter((code) => code !== current)
    .map((code) => (
      <a
        key={code}
        href={createLanguageSwitchPath(pathname + search, code)}
        className={`${styles["language"]} quiet-link`}
        lang={locales[code].language}
        {...(pageLocales.includes(code)
          ? { hrefLang: locales[code].language }
          : { title: locales[code].offer.missing })}
        rel="nofollow"
      >
        {locales[code].label}
      </a>
    ));
}
