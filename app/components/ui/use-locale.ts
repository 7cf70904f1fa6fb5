import { useLocation } from "react-router";
import type { Locale } from "../../i18n/locales.ts";
import { splitLocale } from "../../i18n/urls.ts";

/** Returns the language of the page, which its URL decides. */
export function useLocale(): Locale {
  return splitLocale(useLocation().pathname).locale;
}
