import type { DatabaseSync } from "node:sqlite";
import { localeCodes, locales, type Locale } from "../../../i18n/locales.ts";
import type { LocalizedText } from "../files/batch-schema.ts";
import type { SourceBatch, SourceItem } from "../files/content-source.ts";
import { insertIncoming } from "./incoming.ts";

/** Titles of a product by language. */
export type Titles = Partial<Record<Locale, string>>;

/** Collects the titles of the products that have batches. */
export function createProductTitles(batches: readonly SourceBatch[]) {
  const titles = new Map<string, Titles>(batches.map(({ facts }) => [facts.product, {}]));
  return {
    add({ kind, id, translations }: SourceItem): void {
      if (kind !== "product" || !titles.has(id)) return;
      const titlesByLocale = localeCodes.map((code) => [code, translations[code]?.words.title] as const);
      titles.set(id, Object.fromEntries(titlesByLocale));
    },
    get: (product: string): Titles => titles.get(product) ?? {},
  };
}

/**
 * Inserts a batch as an item of the kind `batch`, whose category is its product. A search finds it only by its number,
 * because someone who searches for a herb wants the product.
 */
export function insertBatch(database: DatabaseSync, batch: SourceBatch, titles: Titles): void {
  const { id, facts, certificate } = batch;
  for (const locale of localeCodes) {
    const shownLocale = batch.locales.includes(locale) ? locale : batch.locales[0]!;
    const translate = (text: LocalizedText | undefined) => (typeof text === "object" ? text[shownLocale] : text);
    const product = titles[locale] ?? localeCodes.map((code) => titles[code]).find(Boolean);
    const row = {
      id,
      title: [product, id].filter(Boolean).join(" "),
      product: facts.product,
      produced: facts.produced,
      updatedAt: facts.updated,
      languages: batch.locales.map((code) => locales[code].language),
      ...(shownLocale !== locale && { lang: locales[shownLocale].language }),
    };
    const info = {
      harvest: translate(facts.harvest),
      bestBefore: facts.bestBefore,
      origin: translate(facts.origin),
      note: translate(facts.note),
      results: facts.results.map(({ test, limit, result }) => ({
        test: translate(test),
        limit: translate(limit),
        result: translate(result),
      })),
      certificate,
    };
    const names = { titles: [id], others: [], phonetic: [] };
    insertIncoming(database, {
      kind: "batch",
      locale,
      id,
      date: facts.produced,
      cat: facts.product,
      row,
      info,
      names,
      facts,
    });
  }
}
