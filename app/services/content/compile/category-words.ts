import type { Kind } from "../../api/contract/kinds.ts";
import { locales, localeCodes, type Locale } from "../../../i18n/locales.ts";
import type { CategoryWords, ContentSource } from "../files/content-source.ts";

/** Returns the texts of all categories of a kind in the order of this language, and then those that only another one has. */
export function getCategoryWords(source: ContentSource, kind: Kind, locale: Locale): CategoryWords {
  const tables = source.categories[kind];
  const others = localeCodes.filter((code) => code !== locale).map((code) => tables[code]);
  // The first table decides the order of the keys, the last one their values.
  return Object.assign({}, tables[locale], ...others.reverse(), tables[locale]) as CategoryWords;
}

/** Returns the language of a category's texts if it isn't `locale`. */
export function getFallbackLanguage(
  source: ContentSource,
  kind: Kind,
  slug: string,
  locale: Locale,
): { lang?: string } {
  const hasWords = (code: Locale) => Object.hasOwn(source.categories[kind][code] ?? {}, slug);
  if (hasWords(locale)) return {};
  return { lang: locales[localeCodes.find(hasWords) ?? localeCodes[0]!].language };
}
