import type { DatabaseSync } from "node:sqlite";
import { prepareOnce } from "../compile/prepare-once.ts";

/**
 * The columns of each level of the index. Each level repeats the columns of the previous level and adds some. The smaller tables exist
 * because FTS5 reads all columns of a table, even for a query about one column.
 */
export const levels = {
  title: ["title", "names"],
  summary: ["title", "names", "tags", "summary"],
  text: ["title", "names", "tags", "summary", "body"],
} as const;

/** A level of the index. */
export type Level = keyof typeof levels;

/** All levels, the one with the fewest columns first. */
export const levelNames = Object.keys(levels) as Level[];

/**
 * Maximum number of items in a part when it is compiled. Each part has tables of its own, because a statement can't be interrupted,
 * and the time that it takes grows with the number of items in its table.
 */
export const maxPartItems = 20_000;

/**
 * The table of parts. A part has the items of one kind and language, which is a scope, from the number `first` up to the next part
 * of the scope.
 */
export const partSchema =
  "CREATE TABLE search_part (scope INTEGER, first INTEGER, PRIMARY KEY (scope, first)) WITHOUT ROWID;";

/** A part of the index. */
export type Part = { scope: number; first: number };

/** Returns the name of the FTS5 table of a level of a part. */
export function getTableName(level: Level, { scope, first }: Part): string {
  return `search_${level}_${scope}_${first}`;
}

/** Finds the part that has an item, or would have it; `undefined` if its scope has no parts. */
export function findPart(database: DatabaseSync, scope: number, item: number): Part | undefined {
  const select = prepareOnce(
    database,
    "SELECT scope, first FROM search_part WHERE scope = ? AND first <= ? ORDER BY first DESC LIMIT 1",
  );
  return select.get(scope, item) as Part | undefined;
}
