import type { DatabaseSync } from "node:sqlite";
import { prepareOnce } from "./prepare-once.ts";
import type { ItemFilter } from "./item-filter.ts";
import { createNameFinder } from "./item-names.ts";
import { createQueryExpression, createTitleStartExpression, noPrefixMatch, type Query } from "./query.ts";
import type { SearchArea } from "./search-areas.ts";
import { levelNames, type Level } from "./search-tables.ts";
import { createTableReader, type PlacedItem, type TableReader } from "./table-reader.ts";
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

/** Finds the visible items of an area that match a query. */
export type Matcher = ReturnType<typeof createMatcher>;

/** Creates a matcher. */
export function createMatcher(
  database: DatabaseSync,
  { scope, parts }: SearchArea,
  filter: ItemFilter,
  query: Query,
  pause: Pause,
) {
  const readers = Object.fromEntries(
    levelNames.map((level) => [level, createTableReader(database, level, parts, filter)]),
  ) as Record<Level, TableReader>;
  const names = createNameFinder(database, scope, filter, query, pause);
  const expression = createQueryExpression(query);

  /** Finds the items with a name, and their places by title. */
  async function findPlacesOfNamed(): Promise<PlacedItem[]> {
    const items = JSON.stringify(await names.findAll());
    const select = prepareOnce(
      database,
      "SELECT rowid AS item, title_place AS place FROM item WHERE rowid IN (SELECT value FROM json_each(?))",
    );
    return select.all(items) as PlacedItem[];
  }

  /** Counts the items with a name whose texts don't match, such as `Milkvetch` for `milk vetch`. */
  async function countOnlyNamed(): Promise<number> {
    const named = await names.findAll();
    if (named.length === 0) return 0;
    // Usually the titles of all these items match, and titles have far fewer matches to read than texts.
    const matchingTitles = await readers.title.countAmong(named, expression, pause);
    if (matchingTitles === named.length) return 0;
    return named.length - (await readers.text.countAmong(named, expression, pause));
  }

  let hasMatch: Promise<boolean> | undefined;

  async function* readLevel(level: Level, levelExpression = expression): AsyncGenerator<number> {
    // The level `text` has the columns of all levels, so without a match there, no other level needs to be read.
    hasMatch ??= readers.text.hasMatch(expression, pause);
    if (await hasMatch) yield* readers[level].read(levelExpression, pause);
  }

  const rankReaders: Record<RankName, () => Promise<readonly number[]> | AsyncGenerator<number>> = {
    "exact title": async () => sortNumbers(names.findByTitle()),
    "other name": async () => sortNumbers(await names.findByOtherName()),
    "start of another name": async () => sortNumbers(await names.findByStartedName()),
    "start of the title": () =>
      mergeNumbers(
        sortNumbers(names.findByStart()),
        readLevel("title", `{title} : ${createTitleStartExpression(query)}`),
      ),
    "title as typed": async function* () {
      if (hasOtherVariants(query)) yield* readLevel("title", createQueryExpression(removeVariants(query)));
    },
    title: () => readLevel("title"),
    tags: () => readLevel("summary", `{title names tags} : ${expression}`),
    summary: () => readLevel("summary"),
    text: async function* () {
      yield* mergeNumbers(sortNumbers(await names.findAll()), readers.text.read(expression, pause));
    },
  };

  return {
    /** Counts the items. */
    async count(): Promise<number> {
      return (await readers.text.count(expression, pause)) + (await countOnlyNamed());
    },

    /** Reads the items with their ranks, the best first, without duplicates. */
    async *read(): AsyncGenerator<{ item: number; rank: number }> {
      const seenItems = new Set<number>();
      for (const [rank, name] of ranks.entries()) {
        for await (const item of await rankReaders[name]()) {
          if (!seenItems.has(item)) yield { item, rank };
          seenItems.add(item);
        }
      }
    },

    /** Reads a page in the order of the titles. */
    async readByTitle(first: number, size: number): Promise<number[]> {
      const matching = await readers.text.readByTitle(expression, first + size, pause);
      const places = new Map([...matching, ...(await findPlacesOfNamed())].map(({ item, place }) => [place, item]));
      const sorted = [...places].sort(([place], [other]) => place - other);
      return sorted.slice(first, first + size).map(([, item]) => item);
    },
  };
}

/** Sorts numbers and removes duplicates. */
function sortNumbers(numbers: readonly number[]): number[] {
  return [...new Set(numbers)].sort((a, b) => a - b);
}

/** Merges two ascending sequences of numbers into one. Numbers that both have occur twice. */
async function* mergeNumbers(first: readonly number[], second: AsyncIterable<number>): AsyncGenerator<number> {
  let at = 0;
  for await (const number of second) {
    for (; at < first.length && first[at]! <= number; at++) yield first[at]!;
    yield number;
  }
  yield* first.slice(at);
}

function hasOtherVariants({ units, prefixMatch }: Query): boolean {
  return prefixMatch.variants.length > 0 || units.some(({ variants }) => variants.length > 1);
}

/** Returns the query with its words as they were typed. */
function removeVariants(query: Query): Query {
  const units = query.units.map((unit) => ({ ...unit, variants: unit.variants.slice(0, 1), names: [], meanings: [] }));
  return { ...query, units, prefixMatch: noPrefixMatch };
}
