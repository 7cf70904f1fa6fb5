import { localeCodes, type Locale } from "../../i18n/locales.ts";

/**
 * The columns of each level of the index. A level has those of the one before and one more, because FTS5 reads all columns
 * of a table even if it is asked about one of them.
 */
export const levels = {
  title: ["title", "names"],
  tags: ["title", "names", "tags"],
  summary: ["title", "names", "tags", "summary"],
  text: ["title", "names", "tags", "summary", "body"],
} as const;

/** A level of the index. */
export type Level = keyof typeof levels;

/** All levels, the one with the fewest columns first. */
export const levelNames = Object.keys(levels) as Level[];

/**
 * Quantity of numbers of items in a part of the index, half of which are free at first. Each part has tables of its own, because a
 * statement can't be interrupted, and the time that it takes grows with the number of items in its table.
 */
export const partSize = 65_536;

/** Returns the part that has an item. */
export function getPart(item: number): number {
  return Math.floor(item / partSize);
}

/** Returns the name of the FTS5 table of a level, a language and a part. */
export function getTableName(level: Level, locale: Locale, part: number): string {
  return `search_${level}_${locale}_${part}`;
}

/** Returns all tables of a part, with their columns. */
export function getTables(part: number): { name: string; columns: readonly string[] }[] {
  return localeCodes.flatMap((locale) =>
    levelNames.map((level) => ({ name: getTableName(level, locale, part), columns: levels[level] })),
  );
}
