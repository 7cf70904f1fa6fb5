import type { Locale } from "../../i18n/locales.ts";
import { swapQuotes, type SiteData } from "./shared-data.ts";

/** The last data of each language, with their text. */
const last = new Map<Locale, { site: SiteData; text: string }>();

/** Data as one text for `sharedData`: made anew only where one of them is another than the last. */
export function packSite(site: SiteData, locale: Locale): string {
  const known = last.get(locale);
  if (known && keysOf(site).every((key) => known.site[key] === site[key])) return known.text;
  const text = swapQuotes(JSON.stringify(site));
  last.set(locale, { site, text });
  return text;
}

function keysOf(site: SiteData) {
  return Object.keys(site) as (keyof SiteData)[];
}
