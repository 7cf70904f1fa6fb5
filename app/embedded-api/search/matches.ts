import type { DatabaseSync } from "node:sqlite";
import { localeCodes, type Locale } from "../../i18n/locales.ts";
import { emptyItems, toItemSet, uniteItems } from "./item-sets.ts";
import { createQueryExpression, createTitleStartExpression, noPrefixMatch, type Query } from "./query.ts";
import { levelNames, type Level } from "./search-tables.ts";
import { createTableReader, type TableReader } from "./table-reader.ts";
import { toPrefixKey, toSearchKey } from "./terms.ts";
import type { Pause } from "./turns.ts";

/** How well an item matches, the best first. Items of one rank are sorted by date, which is the order of their numbers. */
export const ranks = [
  "exact title",
  "other name",
  "start of another name",
  "start of the title",
  "title as typed",
  "title",
  "tags",
  "summary",
  "text",
] as const;

type RankName = (typeof ranks)[number];

/** The rank of items that have the words only in their texts. */
export const lastRank = ranks.indexOf("text");

/** The rank of items that have the words in their title, names, tags and summary together. */
export const summaryRank = ranks.indexOf("summary");

/** Maximum number of items with one name, and of items with a name that only starts with the query. */
const maxNamed = 1000;
const maxStarting = 200;

/** Finds items that match an expression or a query. */
export type Matcher = ReturnType<typeof createMatcher>;

/**
 * Creates a matcher for the compiled content. All its lists of items are in the order of their numbers, without doubles.
 * @param isInLocale whether an item belongs to a language
 */
export function createMatcher(database: DatabaseSync, isInLocale: (item: number, locale: Locale) => boolean) {
  const createReaders = (level: Level) =>
    new Map(localeCodes.map((locale) => [locale, createTableReader(database, level, locale)]));
  const readers = Object.fromEntries(levelNames.map((level) => [level, createReaders(level)])) as Record<
    Level,
    Map<Locale, TableReader>
  >;
  const selectNamed = database.prepare(`SELECT item, is_title FROM item_name WHERE key = ? LIMIT ${maxNamed}`);
  const selectStarting = database.prepare(
    `SELECT DISTINCT item FROM item_name WHERE key >= ?1 AND key < ?1 || char(0x10FFFF) LIMIT ${maxStarting}`,
  );

  function findByKey(locale: Locale, key: string): { item: number; isTitle: boolean }[] {
    const rows = selectNamed.all(key) as { item: number; is_title: number }[];
    return rows
      .filter(({ item }) => isInLocale(item, locale))
      .map(({ item, is_title }) => ({ item, isTitle: is_title === 1 }));
  }

  function findExactTitles(locale: Locale, { text }: Query): number[] {
    return findByKey(locale, toSearchKey(text)).flatMap(({ item, isTitle }) => (isTitle ? item : []));
  }

  /** Finds items with a name that starts with the whole query. */
  function findByNameStart(locale: Locale, { text }: Query): number[] {
    const prefix = toPrefixKey(text);
    if (prefix.length < 2) return [];
    const rows = selectStarting.all(prefix) as { item: number }[];
    return rows.map(({ item }) => item).filter((item) => isInLocale(item, locale));
  }

  /** Finds items with one of the names. */
  async function findByNames(locale: Locale, names: readonly string[], pause: Pause): Promise<number[]> {
    const items: number[] = [];
    for (const key of new Set(names.map(toSearchKey))) {
      for (const { item } of findByKey(locale, key)) items.push(item);
      await pause();
    }
    return items;
  }

  /** Finds items with the whole query as one of their names, or another name of the same thing. */
  function findByOtherName(locale: Locale, { text, units }: Query, pause: Pause): Promise<number[]> {
    const names = units.length === 1 ? units[0]!.names : [];
    return findByNames(locale, [text, ...names], pause);
  }

  async function findByAnyName(locale: Locale, query: Query, pause: Pause): Promise<number[]> {
    return [
      ...findByNameStart(locale, query),
      ...(await findByOtherName(locale, query, pause)),
      ...(await findByNames(locale, query.prefixMatch.names, pause)),
    ];
  }

  const { last } = database.prepare("SELECT max(rowid) AS last FROM item").get() as { last: number | null };

  return {
    /** The greatest number of an item; 0 if there are none. */
    lastItem: last ?? 0,

    /** Tells whether any text matches an expression of FTS5. */
    hasMatch: (locale: Locale, expression: string, pause: Pause): Promise<boolean> =>
      readers.text.get(locale)!.hasMatch(expression, pause),

    /** Tells whether any item matches a query, be it hidden or not. */
    async hasItems(locale: Locale, query: Query, pause: Pause): Promise<boolean> {
      if (query.units.length === 0) return false;
      if (await readers.text.get(locale)!.hasMatch(createQueryExpression(query), pause)) return true;
      return (await findByAnyName(locale, query, pause)).length > 0;
    },

    /**
     * Finds all items that match a query.
     * @param hidden 1 for each item to leave out, else 0
     */
    async findAll(locale: Locale, query: Query, hidden: Uint8Array, pause: Pause): Promise<Uint32Array> {
      const matching = await readers.text.get(locale)!.readAll(createQueryExpression(query), pause, hidden);
      const named = await findByAnyName(locale, query, pause);
      return uniteItems(matching, toVisible(named, hidden));
    },

    /**
     * Creates a function that reads the items of a rank. Items of better ranks may be among them.
     * @param hidden 1 for each item to leave out, else 0
     */
    createRankReader(
      locale: Locale,
      query: Query,
      hidden: Uint8Array,
      pause: Pause,
    ): (rank: number) => Promise<Uint32Array> {
      const expression = createQueryExpression(query);
      const read = (level: Level, pattern = expression) => readers[level].get(locale)!.readAll(pattern, pause, hidden);
      const rankReaders: Record<RankName, () => Uint32Array | Promise<Uint32Array>> = {
        "exact title": () => toVisible(findExactTitles(locale, query), hidden),
        "other name": async () => toVisible(await findByOtherName(locale, query, pause), hidden),
        "start of another name": async () =>
          toVisible(await findByNames(locale, query.prefixMatch.names, pause), hidden),
        "start of the title": async () =>
          uniteItems(
            await read("title", `{title} : ${createTitleStartExpression(query)}`),
            toVisible(findByNameStart(locale, query), hidden),
          ),
        "title as typed": () =>
          hasOtherVariants(query) ? read("title", createQueryExpression(removeVariants(query))) : emptyItems,
        title: () => read("title"),
        tags: () => read("tags"),
        summary: () => read("summary"),
        text: () => emptyItems,
      };
      return async (rank) => rankReaders[ranks[rank]!]();
    },
  };
}

/** Creates the set of those items that aren't hidden. */
function toVisible(items: readonly number[], hidden: Uint8Array): Uint32Array {
  return toItemSet(items.filter((item) => hidden[item] !== 1));
}

function hasOtherVariants({ units, prefixMatch }: Query): boolean {
  return prefixMatch.variants.length > 0 || units.some(({ variants }) => variants.length > 1);
}

/** Returns the query with its words as they were typed. */
function removeVariants(query: Query): Query {
  const units = query.units.map((unit) => ({ ...unit, variants: unit.variants.slice(0, 1) }));
  return { ...query, units, prefixMatch: noPrefixMatch };
}
