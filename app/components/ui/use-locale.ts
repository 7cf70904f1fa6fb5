import type { Locale } from "../../i18n/locales.ts";
import { usePage } from "./page-context.ts";

/** The language of the page, as its URL says. */
export function useLocale(): Locale {
  return usePage().locale;
}
