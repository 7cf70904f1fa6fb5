import { useLocation } from "react-router";
import { useTranslation } from "react-i18next";
import { locales, type Locale } from "../../i18n/locales.ts";
import type { Namespace } from "../../i18n/messages.ts";
import { splitLocale } from "../../i18n/urls.ts";

/** The language of the page, as its URL says. */
export function useLocale(): Locale {
  return splitLocale(useLocation().pathname).locale;
}

/** Messages of a namespace in the language of the page; waits where they aren't there yet. */
export function useMessages<N extends Namespace = "common">(namespace?: N) {
  return useTranslation(namespace ?? ("common" as N), { lng: locales[useLocale()].language }).t;
}
