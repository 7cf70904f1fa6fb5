import { DatabaseSync } from "node:sqlite";
import type { Kind } from "../../api/contract/kinds.ts";
import { insertDocuments, insertRedirects } from "./compile-documents.ts";
import { insertBatch, type Titles } from "./compile-batches.ts";
import type { ContentSource } from "../files/content-source.ts";
import { findDifferences, type Differences } from "./find-differences.ts";
import { incomingSchema } from "./incoming.ts";
import { insertItemsAndPages } from "./item-rows.ts";
import { replaceItems } from "./replace-items.ts";
import { writeScopes } from "./scope-table.ts";
import { createHerbReadings } from "../search/names.ts";

/** Maximum number of rows that are replaced one by one. With more it takes less time to compile everything. */
const maxReplacedRows = 5000;

/**
 * Turns the index of earlier content into that of `source`. It then has the same content as one that is compiled from scratch,
 * with other numbers of items. Herbs, categories and synonyms must be those of the earlier content.
 * @param source content whose items are only those that may differ
 * @param unchangedItems `kind/id` of all other items
 * @param file a copy of the earlier index. If it can't be updated, it is left in an inconsistent state.
 * @returns `kind/id` of the items, pages and batches that differ; `undefined` if everything must be compiled instead
 */
export function updateIndex(
  source: ContentSource,
  unchangedItems: ReadonlySet<string>,
  file: string,
): ReadonlySet<string> | undefined {
  const database = new DatabaseSync(file);
  try {
    database.exec(`PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; ${incomingSchema} BEGIN`);
    insertAll(database, source, unchangedItems);
    const differences = findDifferences(database, unchangedItems);
    if (!differences || countRows(differences) > maxReplacedRows) return undefined;
    const scopes = writeScopes(database, source);
    if (!replaceItems(database, differences, scopes)) return undefined;
    database.exec("DELETE FROM document; DELETE FROM redirect");
    insertDocuments(database, source);
    insertRedirects(database, source);
    database.exec("COMMIT");
    return new Set([...differences.before, ...differences.after].map(({ kind, id }) => `${kind}/${id}`));
  } finally {
    database.close();
  }
}

function countRows({ before, after }: Differences): number {
  return Math.max(before.length, after.length);
}

/** Fills the table `incoming` with the items that may differ, and with all pages and batches. */
function insertAll(database: DatabaseSync, source: ContentSource, unchangedItems: ReadonlySet<string>): void {
  const readings = createHerbReadings(source.herbs);
  const products = insertItemsAndPages(database, source, readings);
  const select = database.prepare("SELECT locale, row ->> 'title' AS title FROM item WHERE kind = ? AND id = ?");
  const readTitles = (product: string): Titles => {
    const rows = select.all("product" satisfies Kind, product) as { locale: string; title: string }[];
    return Object.fromEntries(rows.map(({ locale, title }) => [locale, title]));
  };
  for (const batch of source.batches) {
    const { product } = batch.facts;
    const isUnchanged = unchangedItems.has(`product/${product}`);
    insertBatch(database, batch, isUnchanged ? readTitles(product) : products.get(product));
  }
}
