import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { readStored, store } from "#app/components/ui/browser-storage.ts";
import { useLocale, usePageLocales } from "#app/components/ui/page-data.ts";
import { locales, type Locale } from "#app/i18n/locales.ts";
import { findAcceptedLocale, hasStoredLocale } from "#app/i18n/preferred-locale.ts";
import { createLanguageSwitchPath } from "#app/i18n/urls.ts";
import styles from "./language-offer.module.css";

const dismissedKey = "languageOfferDismissed";

/**
 * Offers the browser's preferred language, unless the visitor has chosen a language or dismissed the offer, or the page
 * isn't translated.
 */
export function LanguageOffer() {
  const current = useLocale();
  const { pathname, search } = useLocation();
  const pageLocales = usePageLocales();
  const [offeredLocale, setOffered] = useState<Locale>();
  useEffect(() => {
    const preferred = findAcceptedLocale(navigator.languages.join(","));
    const hasChosen = hasStoredLocale(document.cookie) || readStored<true>("sessionStorage", dismissedKey);
    setOffered(preferred === current || hasChosen ? undefined : preferred);
  }, [current]);
  if (!offeredLocale || !pageLocales.includes(offeredLocale)) return null;
  const texts = locales[offeredLocale].offer;
  const dismiss = () => {
    setOffered(undefined);
    store("sessionStorage", dismissedKey, true);
  };
  return (
    <aside className={`${styles["offer"]} no-print`} lang={locales[offeredLocale].language} aria-label={texts.text}>
      <span>{texts.text}</span>
      <a href={createLanguageSwitchPath(pathname + search, offeredLocale)}>{texts.accept}</a>
      <button type="button" onClick={dismiss}>
        {texts.dismiss}
      </button>
    </aside>
  );
}
