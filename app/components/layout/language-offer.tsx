import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { namedLocale, storedLocale } from "../../i18n/detection.ts";
import { locales, type Locale } from "../../i18n/locales.ts";
import { languageSwitchPath } from "../../i18n/urls.ts";
import { useLocale } from "../ui/use-locale.ts";
import styles from "./language-offer.module.css";

const dismissedKey = "languageOfferDismissed";

/** Offers the same page in the language that the browser prefers, in that language; nothing where a choice is stored. */
export function LanguageOffer() {
  const current = useLocale();
  const { pathname, search } = useLocation();
  const [offered, setOffered] = useState<Locale>();
  useEffect(() => {
    const preferred = namedLocale(navigator.languages.join(","));
    const isSettled = storedLocale(document.cookie) !== undefined || isDismissed();
    setOffered(preferred === current || isSettled ? undefined : preferred);
  }, [current]);
  if (!offered) return null;
  const texts = locales[offered].offer;
  const dismiss = () => {
    setOffered(undefined);
    try {
      sessionStorage.setItem(dismissedKey, "1");
    } catch {
      // A browser that keeps nothing asks again on the next page.
    }
  };
  return (
    <aside className={styles["offer"]} lang={locales[offered].language} aria-label={texts.text}>
      <span>{texts.text}</span>
      <a href={languageSwitchPath(pathname + search, offered)}>{texts.accept}</a>
      <button type="button" onClick={dismiss}>
        {texts.dismiss}
      </button>
    </aside>
  );
}

function isDismissed(): boolean {
  try {
    return sessionStorage.getItem(dismissedKey) !== null;
  } catch {
    return false;
  }
}
