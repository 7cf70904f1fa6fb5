import { defaultLocale, findLocale, localeCodes, locales, type Locale } from "#app/i18n/locales.ts";
import type { SourceBatch, SourceItem } from "#app/services/content/files/content-source.ts";
import type { BatchFacts } from "#app/services/content/files/schemas/batch-schema.ts";
import { isSameInAllLanguages } from "#app/services/content/reading/content-batches.ts";
import { findText, type ByLocale } from "#app/services/content/reading/locale-files.ts";
import { findShownLocale } from "./compile-items.ts";
import type { CompiledItem } from "./compiled-item.ts";

/**
 * Compiles a batch in each language. The search finds it only by its number, because a search for a herb should find
 * the product.
 */
export function compileBatch(batch: SourceBatch, product: SourceItem | undefined): CompiledItem[] {
  const { id, facts, certificate } = batch;
  const { recalled } = facts;
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
      recalled: recalled && translateRecall(recalled, locale),
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

/** Returns a recall in the reader's language, even if the results aren't. */
export function translateRecall(recalled: NonNullable<BatchFacts["recalled"]>, locale: Locale) {
  const { reason, advice, ...others } = recalled;
  return { ...others, reason: findText(reason, locale), advice: findText(advice, locale) };
}
