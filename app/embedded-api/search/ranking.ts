import type { Locale } from "../../i18n/locales.ts";
import { emptyItems } from "./item-sets.ts";
import { lastRank, type Matcher } from "./matches.ts";
import type { Query } from "./query.ts";
import type { Pause } from "./turns.ts";

/** Options of a page of a ranking. */
type RankingPage = {
  /** Tells whether an item counts. */
  isIncluded: (item: number) => boolean;
  /** Place of the first item, counted from 0. */
  first: number;
  size: number;
  /** The rank of the last items to read. @default lastRank */
  maxRank?: number;
};

/** The items that match a query, the best first. Only as many are read and sorted as are asked for. */
export type Ranking = {
  /** Reads all items, newest first. */
  readItems(): Promise<Uint32Array>;
  /** Reads a page of the sorted items. */
  readPage(page: RankingPage): Promise<number[]>;
  /** Returns the rank of an item of a page, an index of `ranks`. */
  getRank(item: number): number;
  /** Finds the best rank of any item; `Infinity` if there are no items. */
  findBestRank(): Promise<number>;
};

/** Number of items that are sorted without a pause. */
const maxStep = 20_000;

/**
 * Creates the ranking of a query. It reads one rank after another.
 * @param hidden 1 for each item to leave out, else 0
 */
export function createRanking(
  matcher: Matcher,
  locale: Locale,
  query: Query,
  hidden: Uint8Array,
  pause: Pause,
): Ranking {
  const readRank = matcher.createRankReader(locale, query, hidden, pause);
  let reading: Promise<Uint32Array> | undefined;
  const readItems = () => (reading ??= matcher.findAll(locale, query, hidden, pause));

  // By item: its rank plus one; 0 if it isn't sorted.
  const marks = new Uint8Array(matcher.lastItem + 1);
  const sorted: number[] = [];
  let rank = -1;
  let items: Uint32Array = emptyItems;
  let next = 0;

  const isRead = () => next >= items.length;
  const isSortedTo = (targetRank: number) => isRead() && rank >= targetRank;

  async function sortNextItems(): Promise<void> {
    if (isRead()) {
      const targetRank = rank + 1;
      items = targetRank === lastRank ? await readItems() : await readRank(targetRank);
      [rank, next] = [targetRank, 0];
    }
    for (const item of items.subarray(next, next + maxStep)) {
      if (marks[item] !== 0) continue;
      marks[item] = rank + 1;
      sorted.push(item);
    }
    next += maxStep;
    await pause();
  }

  let sorting: Promise<void> | undefined;

  /** Sorts more items. The lists of a page ask for the same ranking at the same time, and wait for the same work. */
  function sortMore(): Promise<void> {
    return (sorting ??= sortNextItems().finally(() => (sorting = undefined)));
  }

  return {
    readItems,
    async readPage({ isIncluded, first, size, maxRank = lastRank }) {
      const page: number[] = [];
      let skippedCount = 0;
      for (let at = 0; page.length < size; at++) {
        while (at >= sorted.length && !isSortedTo(maxRank)) await sortMore();
        if (at >= sorted.length) break;
        const item = sorted[at]!;
        if (isIncluded(item) && skippedCount++ >= first) page.push(item);
      }
      return page;
    },
    getRank: (item) => (marks[item] === 0 ? lastRank : marks[item]! - 1),
    async findBestRank() {
      while (sorted.length === 0 && !isSortedTo(lastRank)) await sortMore();
      return sorted.length === 0 ? Infinity : marks[sorted[0]!]! - 1;
    },
  };
}

/** The ranking of a query that matches nothing. */
export const emptyRanking: Ranking = {
  readItems: async () => emptyItems,
  readPage: async () => [],
  getRank: () => lastRank,
  findBestRank: async () => Infinity,
};
