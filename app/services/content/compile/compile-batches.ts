import { defaultLocale, findLocale, localeCodes, locales, rankLocales, type Locale } from "#app/i18n/locales.ts";
import type { RecallFields } from "#app/services/content/changes/recall-batch.ts";
import type { SourceBatch, SourceItem } from "#app/services/content/files/content-source.ts";
import { isSameInAllLanguages } from "#app/services/content/reading/content-batches.ts";
import type { ByLocale } from "#app/services/content/reading/locale-files.ts";
import { findShownLocale } from "./compile-items.ts";
import type { CompiledItem } from "./compiled-item.ts";

/**
 * Compiles a batch in each language. The search finds it only by its number, because a search for a herb should find
 * the product.
 */
export function compileBatch(batch: SourceBatch, product: SourceItem | undefined): CompiledItem[] {
  const { id, facts, certificate } = batch;
  return localeCodes.map((locale) => {
    const shownLocale = findLocale(locale, batch.locales);
    const translate = (text?: ByLocale<string>) =>
      text && (isSameInAllLanguages(text) ? text[defaultLocale] : text[shownLocale]);
    const row = {
      id,
      title: [product?.translations[findShownLocale(product.translations, locale)]!.words.title, id]
        .filter(Boolean)
        .join(" "),
      product: facts.product,
      produced: facts.produced,
      updatedAt: facts.updated,
      bestBefore: facts.bestBefore,
      released: facts.released,
      tested: facts.results.length > 0 ? facts.tested : undefined,
      ...translateRecalls(facts, locale),
      languages: batch.locales.map((code) => locales[code].language),
      ...(shownLocale !== locale && { lang: locales[shownLocale].language }),
    };
    const info = {
      harvest: translate(facts.harvest),
      standard: translate(facts.standard),
      cut: facts.cut,
      tested: facts.tested,
      origin: translate(facts.origin),
      region: translate(facts.region),
      note: translate(facts.note),
      results: facts.results.map(({ test, limit, result }) => ({
        test: translate(test),
        limit: translate(limit),
        result: translate(result),
      })),
      certificate,
    };
    const names = { titles: [id], others: [], phonetic: [] };
    return { kind: "batch", locale, id, date: facts.produced, cat: facts.product, row, info, names, facts };
  });
}

/** Returns the recalls in the reader's language, or else in another one, even if the results aren't. */
export function translateRecalls({ recalled, formerRecalls }: RecallFields, locale: Locale) {
  const translate = (recall: object, names: readonly string[]) => {
    const texts = names.flatMap((name) => {
      const words = (recall as Record<string, ByLocale<string>>)[name]!;
      const code = rankLocales(locale).find((one) => words[one] !== undefined);
      return code ? Object.entries({ [name]: words[code], [`${name}Lang`]: locales[code].language }) : [];
    });
    return { ...recall, ...Object.fromEntries(texts) };
  };
  return {
    recalled: recalled && translate(recalled, ["reason", "advice"]),
    formerRecalls: formerRecalls?.map((recall) => translate(recall, ["reason", "endReason"])),
  };
}
