import { rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { insertBatch } from "./compile-batches.ts";
import { insertDocuments, insertRedirects } from "./compile-documents.ts";
import type { ContentSource } from "../files/content-source.ts";
import { incomingSchema } from "./incoming.ts";
import { insertItemsAndPages } from "./item-rows.ts";
import { numberItems } from "./number-items.ts";
import { writeScopes } from "./scope-table.ts";
import { createHerbReadings, createNameGroups } from "../search/names.ts";
import { searchIndexes, searchSchema, SearchWriter } from "../search/search-writer.ts";

const schema = `
  PRAGMA journal_mode = OFF;
  PRAGMA synchronous = OFF;
  -- One row for each item, plain page or batch in each language. The newest has the lowest rowid, so results of a search are in order.
  CREATE TABLE item (rowid INTEGER PRIMARY KEY, kind TEXT, locale TEXT, id TEXT, date TEXT, row TEXT, info TEXT, names TEXT);
  -- A scope has all items of a kind in a language, or those of one category and the categories below it.
  CREATE TABLE scope (id INTEGER PRIMARY KEY, kind TEXT, locale TEXT, slug TEXT, total INTEGER DEFAULT 0, UNIQUE (kind, locale, slug));
  -- Positions in each order, from 0.
  CREATE TABLE member (scope INTEGER, newest INTEGER, title INTEGER, item INTEGER, PRIMARY KEY (scope, newest)) WITHOUT ROWID;
  -- Items with a limited visibility: visible from opens until before closes, in milliseconds since the epoch.
  CREATE TABLE scheduled (item INTEGER PRIMARY KEY, opens INTEGER, closes INTEGER);
  CREATE TABLE redirect (path TEXT, locale TEXT, target TEXT, PRIMARY KEY (path, locale)) WITHOUT ROWID;
  CREATE TABLE document (name TEXT, locale TEXT, data TEXT, PRIMARY KEY (name, locale)) WITHOUT ROWID;
  ${incomingSchema}
  ${searchSchema}
`;

const indexes = `
  CREATE UNIQUE INDEX item_by_id ON item (kind, locale, id);
  CREATE UNIQUE INDEX member_by_title ON member (scope, title, item);
  CREATE UNIQUE INDEX member_of_item ON member (item, scope, title);
  CREATE INDEX scheduled_opens ON scheduled (opens);
  CREATE INDEX scheduled_closes ON scheduled (closes);
  DROP TABLE incoming;
  ${searchIndexes}
  ANALYZE;
`;

/** Compiles content into an SQLite file with indexes. Replaces an existing `file`. */
export function compileContent(source: ContentSource, file: string): void {
  rmSync(file, { force: true });
  const database = new DatabaseSync(file);
  try {
    database.exec(schema);
    database.exec("BEGIN");
    const scopes = writeScopes(database, source);
    const readings = createHerbReadings(source.herbs);
    const products = insertItemsAndPages(database, source, readings);
    for (const batch of source.batches) insertBatch(database, batch, products.get(batch.facts.product));
    const writer = new SearchWriter(database);
    writer.addSynonyms(createNameGroups(source.herbs, source.synonyms, readings));
    numberItems(database, scopes, writer);
    writer.finish();
    insertDocuments(database, source);
    insertRedirects(database, source);
    database.exec("COMMIT");
    database.exec(indexes);
  } finally {
    database.close();
  }
}
