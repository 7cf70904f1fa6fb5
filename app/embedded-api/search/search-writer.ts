import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Locale } from "../../i18n/locales.ts";
import { createIndexTokens, createTitleTokens } from "./index-tokens.ts";
import type { ItemNames, NameGroup } from "./names.ts";
import { getSyllables } from "./pinyin.ts";
import { getPart, getTableName, getTables, levelNames, levels } from "./search-tables.ts";
import { toSearchKey, tokenize, type Token } from "./terms.ts";

/** The tables that searches read, except those of the parts. */
export const searchSchema = `
  -- Whole names of items, without spaces; is_title is 1 for titles.
  CREATE TABLE item_name (key TEXT, item INTEGER, is_title INTEGER, PRIMARY KEY (key, item)) WITHOUT ROWID;
  -- Names of the same thing have the same meaning, which is a number.
  CREATE TABLE synonym (key TEXT, meaning INTEGER, place INTEGER, written TEXT, PRIMARY KEY (key, meaning)) WITHOUT ROWID;
  -- Words in the Latin script; the most frequent one has place 0.
  CREATE TABLE word (place INTEGER PRIMARY KEY, word TEXT);
  CREATE TABLE sound (sound TEXT, character TEXT, PRIMARY KEY (sound, character)) WITHOUT ROWID;
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

/** The texts of an item in one language. */
export type SearchedTexts = { title: string; tags: string; summary: string; body: string; names: ItemNames };

/** Writes the tables that searches read. */
export class SearchWriter {
  private readonly database: DatabaseSync;
  private readonly insertName: StatementSync;
  private readonly characters = new Set<string>();
  private readonly wordCounts = new Map<string, number>();
  private part = -1;
  private insertText = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.database = database;
    this.insertName = database.prepare(
      `INSERT INTO item_name VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET is_title = max(is_title, excluded.is_title)`,
    );
  }

  /** Starts the tables of a part, and merges those of the one before. */
  private startPart(part: number): void {
    this.finishPart();
    this.part = part;
    for (const { name, columns } of getTables(part)) {
      const list = columns.join(", ");
      this.database.exec(`
        CREATE VIRTUAL TABLE ${name} USING fts5(${list}, content = '', columnsize = 0);
        INSERT INTO ${name} (${name}, rank) VALUES ('hashsize', ${maxPendingBytes}), ('automerge', 0);
      `);
      const values = columns.map(() => "?").join(", ");
      this.insertText.set(name, this.database.prepare(`INSERT INTO ${name} (rowid, ${list}) VALUES (?, ${values})`));
    }
  }

  private finishPart(): void {
    for (const name of this.insertText.keys()) {
      this.database.exec(`INSERT INTO ${name} (${name}) VALUES ('optimize')`);
    }
    this.insertText.clear();
  }

  /** Writes an item in one language. Items come in the order of their numbers. */
  addItem(item: number, locale: Locale, { title, tags, summary, body, names }: SearchedTexts): void {
    const { titles, others, phonetic } = names;
    const parts = [title, [...others, ...phonetic].join(" | "), tags, summary, body].map(tokenize);
    this.countWords(parts.flat());
    const [titleTokens, ...otherTokens] = parts;
    const texts = [createTitleTokens(titleTokens!), ...otherTokens.map(createIndexTokens)].map((one) => one.join(" "));
    while (this.part < getPart(item)) this.startPart(this.part + 1);
    for (const level of levelNames) {
      const insert = this.insertText.get(getTableName(level, locale, this.part))!;
      insert.run(item, ...texts.slice(0, levels[level].length));
    }
    for (const name of titles) this.addName(name, item, true);
    for (const name of [...others, ...phonetic]) this.addName(name, item, false);
  }

  private addName(name: string, item: number, isTitle: boolean): void {
    const key = toSearchKey(name);
    if (key) this.insertName.run(key, item, Number(isTitle));
  }

  /** Counts the words and characters, of which corrections are made. */
  private countWords(tokens: readonly Token[]): void {
    const words = new Set<string>();
    for (const { word, term, isHan } of tokens) {
      if (isHan) this.characters.add(term);
      else if (word.length > 1 && !/\d/.test(word)) words.add(word);
    }
    for (const word of words) this.wordCounts.set(word, (this.wordCounts.get(word) ?? 0) + 1);
  }

  /** Writes groups of names. A query with one name of a group also finds the others. */
  addSynonyms(groups: readonly NameGroup[]): void {
    const insert = this.database.prepare("INSERT OR IGNORE INTO synonym VALUES (?, ?, ?, ?)");
    groups.forEach((group, meaning) => {
      group.forEach((written, place) => {
        insert.run(toSearchKey(written), meaning, place, written);
        this.countWords(tokenize(written));
        this.countWords(tokenize(written.replace(/\s/g, "")));
      });
    });
  }

  /** Stores a number for each item, such as its scope. @param numbers the numbers, by item */
  addNumbers(name: string, numbers: Uint32Array): void {
    this.database.prepare("INSERT INTO item_numbers VALUES (?, ?)").run(name, new Uint8Array(numbers.buffer));
  }

  /** Writes the words and the sounds of characters, after all items and synonyms. */
  finish(): void {
    this.finishPart();
    const insertWord = this.database.prepare("INSERT INTO word VALUES (?, ?)");
    const words = [...this.wordCounts].sort(([, a], [, b]) => b - a);
    words.forEach(([word], place) => insertWord.run(place, word));
    const insertSound = this.database.prepare("INSERT OR IGNORE INTO sound VALUES (?, ?)");
    for (const character of this.characters) {
      for (const sound of getSyllables(character)) insertSound.run(sound, character);
    }
  }
}
