import type { DatabaseSync } from "node:sqlite";
import { prepareOnce } from "./prepare-once.ts";
import { createIndexTokens, createTitleTokens } from "./index-tokens.ts";
import type { FindMeaningTokens } from "./meanings.ts";
import type { ItemNames } from "./names.ts";
import { getTableName, levelNames, levels, type Level, type Part } from "./search-tables.ts";
import { toSearchKey, tokenize, type Token } from "./terms.ts";
import type { WordCounts } from "./word-counts.ts";

/** The texts of an item in one language. */
export type SearchedTexts = { title: string; tags: string; summary: string; body: string; names: ItemNames };

/** The words and Han characters of texts, from which corrections are made. Each counts once. */
export type UsedWords = { words: ReadonlySet<string>; characters: ReadonlySet<string> };

/** What the search stores of an item in one language. */
type SearchEntry = UsedWords & {
  /** The columns of each level's table. */
  columns: Record<Level, string[]>;
  /** The search key of each name, and whether the name is in the title. */
  names: Map<string, boolean>;
};

/** Creates what the search stores of an item. */
function createSearchEntry(
  { title, tags, summary, body, names }: SearchedTexts,
  findMeaningTokens: FindMeaningTokens,
): SearchEntry {
  const others = [...names.others, ...names.phonetic];
  const parts = [title, others.join(" | "), tags, summary, body].map(tokenize);
  const [titleTokens, ...otherTokens] = parts;
  const indexTokens = [createTitleTokens(titleTokens!), ...otherTokens.map(createIndexTokens)];
  const texts = indexTokens.map((one) => [...one, ...findMeaningTokens(one)].join(" "));
  const columns = levelNames.map((level) => [level, texts.slice(0, levels[level].length)]);
  const keys = new Map<string, boolean>();
  for (const name of others) keys.set(toSearchKey(name), false);
  for (const name of names.titles) keys.set(toSearchKey(name), true);
  keys.delete("");
  return {
    ...listUsedWords(parts.flat()),
    columns: Object.fromEntries(columns) as SearchEntry["columns"],
    names: keys,
  };
}

/** Lists the words and characters that corrections may use. */
export function listUsedWords(tokens: readonly Token[]): UsedWords {
  const words = new Set<string>();
  const characters = new Set<string>();
  for (const { word, term, isHan } of tokens) {
    if (isHan) characters.add(term);
    else if (word.length > 1 && !/\d/.test(word)) words.add(word);
  }
  return { words, characters };
}

/** What entries are made with: the names in texts, and the counts of all words. */
export type EntryTools = { findMeaningTokens: FindMeaningTokens; counts: WordCounts };

/** Writes what the search stores of an item, and counts its words. */
export function insertEntry(
  database: DatabaseSync,
  item: number,
  part: Part,
  texts: SearchedTexts,
  { findMeaningTokens, counts }: EntryTools,
): void {
  const entry = createSearchEntry(texts, findMeaningTokens);
  writeColumns(database, item, part, entry);
  const insertName = prepareOnce(database, "INSERT INTO item_name VALUES (?, ?, ?, ?)");
  for (const [key, isTitle] of entry.names) insertName.run(part.scope, key, item, Number(isTitle));
  counts.count(entry);
}

/** Writes the columns of an item to the table of each level. */
function writeColumns(database: DatabaseSync, item: number, part: Part, { columns }: SearchEntry): void {
  for (const level of levelNames) {
    const names = ["rowid", ...levels[level]];
    const values = names.map(() => "?");
    const sql = `INSERT INTO ${getTableName(level, part)} (${names.join(", ")}) VALUES (${values.join(", ")})`;
    prepareOnce(database, sql).run(item, ...columns[level]);
  }
}
