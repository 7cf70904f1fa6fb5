import type { DatabaseSync } from "node:sqlite";
import type { ContentKind } from "../../api/contract/kinds.ts";
import type { Locale } from "../../../i18n/locales.ts";
import { createMeaningFinder } from "./meanings.ts";
import type { NameGroup } from "./names.ts";
import { insertEntry, listUsedWords, type SearchedTexts } from "./search-entry.ts";
import { getTableName, levelNames, levels, maxPartItems, partSchema, type Part } from "./search-tables.ts";
import { toSearchKey, tokenize } from "./terms.ts";
import { WordCounts } from "./word-counts.ts";

/** The tables that searches read, except those of the parts. */
export const searchSchema = `
  ${partSchema}
  -- Whole names of items, without spaces, by kind and language; is_title is 1 for titles.
  CREATE TABLE item_name (scope INTEGER, key TEXT, item INTEGER, is_title INTEGER, PRIMARY KEY (scope, key, item)) WITHOUT ROWID;
  -- Names of the same thing have the same meaning, which is a number.
  CREATE TABLE synonym (key TEXT, meaning INTEGER, place INTEGER, written TEXT, PRIMARY KEY (key, meaning)) WITHOUT ROWID;
  -- Words in the Latin script; the most frequent one has place 0. count is the number of items and synonyms that have it.
  CREATE TABLE word (place INTEGER PRIMARY KEY, word TEXT, count INTEGER);
  CREATE TABLE sound (sound TEXT, character TEXT, count INTEGER, PRIMARY KEY (sound, character)) WITHOUT ROWID;
`;

/** Statements that create the indexes after everything is written. */
export const searchIndexes = `
  CREATE INDEX synonym_by_meaning ON synonym (meaning, place);
  CREATE UNIQUE INDEX word_by_letters ON word (word);
`;

/** Bytes that a table keeps in memory before it writes. A part that is written at once needs no merging. */
const maxPendingBytes = 64 * 1024 * 1024;

/** Writes the tables that searches read. */
export class SearchWriter {
  private readonly database: DatabaseSync;
  private readonly counts = new WordCounts();

  constructor(database: DatabaseSync) {
    this.database = database;
  }

  /** Writes the items of a kind and language, which come in the order of their numbers. The synonyms must be there already. */
  addItems(kind: ContentKind, locale: Locale, items: Iterable<{ item: number; texts: SearchedTexts }>): void {
    const insertScope = this.database.prepare("INSERT INTO search_scope (kind, locale) VALUES (?, ?) RETURNING id");
    const { id: scope } = insertScope.get(kind, locale) as { id: number };
    let part: Part | undefined;
    let count = 0;
    const tools = { findMeaningTokens: createMeaningFinder(this.database), counts: this.counts };
    for (const { item, texts } of items) {
      if (!part || count === maxPartItems) {
        if (part) this.finishPart(part);
        part = { scope, first: part ? item : 0 };
        this.startPart(part);
        count = 0;
      }
      insertEntry(this.database, item, part, texts, tools);
      count++;
    }
    if (part) this.finishPart(part);
  }

  private startPart(part: Part): void {
    this.database.prepare("INSERT INTO search_part VALUES (?, ?)").run(part.scope, part.first);
    for (const level of levelNames) {
      const table = getTableName(level, part);
      this.database.exec(`
        CREATE VIRTUAL TABLE ${table} USING fts5(${levels[level].join(", ")}, content = '', columnsize = 0);
        INSERT INTO ${table} (${table}, rank) VALUES ('hashsize', ${maxPendingBytes}), ('automerge', 0);
      `);
    }
  }

  private finishPart(part: Part): void {
    for (const level of levelNames) {
      const table = getTableName(level, part);
      this.database.exec(`
        INSERT INTO ${table} (${table}) VALUES ('optimize');
      `);
    }
  }

  /** Writes groups of names. A query with one name of a group also finds the others. */
  addSynonyms(groups: readonly NameGroup[]): void {
    const insert = this.database.prepare("INSERT OR IGNORE INTO synonym VALUES (?, ?, ?, ?)");
    groups.forEach((group, meaning) => {
      group.forEach((written, place) => {
        insert.run(toSearchKey(written), meaning, place, written);
        this.counts.count(listUsedWords(tokenize(written)));
        this.counts.count(listUsedWords(tokenize(written.replace(/\s/g, ""))));
      });
    });
  }

  /** Writes the words and the sounds of characters, after all items and synonyms. */
  finish(): void {
    this.counts.write(this.database);
  }
}
