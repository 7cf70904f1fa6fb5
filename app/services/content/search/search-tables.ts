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
 * The tables of scopes, which are a kind and language each, and of their parts. A part has the items of a scope from the number `first` up to
 * the next part.
 */
export const partSchema = `
  CREATE TABLE search_scope (id INTEGER PRIMARY KEY, kind TEXT, locale TEXT);
  CREATE TABLE search_part (scope INTEGER, first INTEGER, PRIMARY KEY (scope, first)) WITHOUT ROWID;
`;

/** A part of the index. */
export type Part = { scope: number; first: number };

/** Returns the name of the FTS5 table of a level of a part. */
export function getTableName(level: Level, { scope, first }: Part): string {
  return `search_${level}_${scope}_${first}`;
}
