import type { Locale } from "../../i18n/locales.ts";
import { usePage } from "./page-context.ts";

/** Returns the language of the page. */
export function useLocale(): Locale {
  return usePage().locale;
}
