import type { DatabaseSync } from "node:sqlite";
import type { Locale } from "#app/i18n/locales.ts";
import type { IndexedNames } from "./names.ts";
import { bitsPerItem, toMeaningTerm, toNameTerm } from "./search-writer.ts";
import { toSearchKey } from "./terms.ts";

/**
 * Creates a function that finds the visible products of which a text is a whole name: a title in any language, Pinyin,
 * Latin, or an alias. It returns their rows. Initials are too short to mean one product.
 */
export function createNameFinder(database: DatabaseSync) {
  const selectMeanings = database.prepare("SELECT meaning FROM synonym WHERE key = ?");
  const selectTerms = database.prepare("SELECT postings FROM term WHERE term IN (SELECT value FROM json_each(?))");
  const selectItem = database.prepare(
    "SELECT row, names FROM item WHERE rowid = ? AND kind = 'product' AND locale = ? AND rowid NOT IN hidden",
  );
  return (locale: Locale, name: string): string[] => {
    const key = toSearchKey(name);
    if (key === "") return [];
    const meanings = selectMeanings.all(key) as { meaning: number }[];
    const terms = [toNameTerm(key), ...meanings.map(({ meaning }) => toNameTerm(toMeaningTerm(meaning)))];
    const found = selectTerms.all(JSON.stringify(terms)) as { postings: Uint8Array }[];
    const numbers = found.flatMap(({ postings }) => [...new Uint32Array(postings.slice().buffer)]);
    return [...new Set(numbers.map((posting) => posting >>> bitsPerItem))].flatMap((number) => {
      const item = selectItem.get(number, locale) as { row: string; names: string } | undefined;
      return item && (JSON.parse(item.names) as IndexedNames).initials !== key ? item.row : [];
    });
  };
}
