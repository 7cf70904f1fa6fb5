import type { DatabaseSync } from "node:sqlite";
import type { Locale } from "../../i18n/locales.ts";
import type { NameGroup } from "./names.ts";
import { insertEntry, listUsedWords, type SearchedTexts } from "./search-entry.ts";
import { getPart, getTables } from "./search-tables.ts";
import { toSearchKey, tokenize } from "./terms.ts";
import { WordCounts } from "./word-counts.ts";

/** The tables that searches read, except those of the parts. */
export const searchSchema = `
  -- Whole names of items, without spaces; is_title is 1 for titles.
  CREATE TABLE item_name (key TEXT, item INTEGER, is_title INTEGER, PRIMARY KEY (key, item)) WITHOUT ROWID;
  -- Names of the same thing have the same meaning, which is a number.
  CREATE TABLE synonym (key TEXT, meaning INTEGER, place INTEGER, written TEXT, PRIMARY KEY (key, meaning)) WITHOUT ROWID;
  -- Words in the Latin script; the most frequent one has place 0. count is the number of items and synonyms that have it.
  CREATE TABLE word (place INTEGER PRIMARY KEY, word TEXT, count INTEGER);
  CREATE TABLE sound (sound TEXT, character TEXT, count INTEGER, PRIMARY KEY (sound, character)) WITHOUT ROWID;
  -- Numbers by item, such as the item's scope.
  CREATE TABLE item_numbers (name TEXT PRIMARY KEY, data BLOB) WITHOUT ROWID;
`;

/** Statements that create the indexes after everything is written. */
export const searchIndexes = `
  CREATE INDEX synonym_by_meaning ON synonym (meaning, place);
  CREATE UNIQUE INDEX word_by_letters ON word (word);
`;

/** Bytes that a table keeps in memory before it writes. It takes less time to merge a few large pieces than many small ones. */
const maxPendingBytes = 16 * 1024 * 1024;

/**
 * Number of small pieces that FTS5 merges into one. Each later change of a table adds a piece, and a search looks into all of
 * them.
 */
const maxPieces = 4;

/** Writes the tables that searches read. */
export class SearchWriter {
  private readonly database: DatabaseSync;
  private readonly counts = new WordCounts();
  private part = -1;
  private tables: string[] = [];

  constructor(database: DatabaseSync) {
    this.database = database;
  }

  /** Starts the tables of a part, and merges those of the one before. */
  private startPart(part: number): void {
    this.finishPart();
    this.part = part;
    for (const { name, columns } of getTables(part)) {
      this.database.exec(`
        CREATE VIRTUAL TABLE ${name} USING fts5(${columns.join(", ")}, content = '', columnsize = 0);
        INSERT INTO ${name} (${name}, rank) VALUES ('hashsize', ${maxPendingBytes}), ('automerge', 0);
      `);
      this.tables.push(name);
    }
  }

  private finishPart(): void {
    for (const name of this.tables) {
      this.database.exec(`
        INSERT INTO ${name} (${name}) VALUES ('optimize');
        INSERT INTO ${name} (${name}, rank) VALUES ('crisismerge', ${maxPieces});
      `);
    }
    this.tables = [];
  }

  /** Writes an item in one language. Items come in the order of their numbers. */
  addItem(item: number, locale: Locale, texts: SearchedTexts): void {
    while (this.part < getPart(item)) this.startPart(this.part + 1);
    insertEntry(this.database, item, locale, texts, this.counts);
  }

  /** Writes groups of names. A query with one name of a group also finds the others. */
  addSynonyms(groups: readonly NameGroup[]): void {
    const insert = this.database.prepare("INSERT OR IGNORE INTO synonym VALUES (?, ?, ?, ?)");
    groups.forEach((group, meaning) => {
      group.forEach((written, place) => {
        insert.run(toSearchKey(written), meaning, place, written);
        this.counts.count(listUsedWords(tokenize(written)), 1);
        this.counts.count(listUsedWords(tokenize(written.replace(/\s/g, ""))), 1);
      });
    });
  }

  /** Writes the words and the sounds of characters, after all items and synonyms. */
  finish(): void {
    this.finishPart();
    this.counts.write(this.database);
  }
}
