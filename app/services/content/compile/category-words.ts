import { locales, localeCodes, type Locale } from "../../../i18n/locales.ts";
import type { Category } from "../files/content-source.ts";

export function getCategoryWords({ title, summary }: Category, locale: Locale) {
  const shown = [locale, ...localeCodes].find((code) => title[code] !== undefined)!;
  return {
    title: title[shown]!,
    summary: summary[shown]!,
    ...(shown !== locale && { lang: locales[shown].language }),
  };
}
