import type { DatabaseSync } from "node:sqlite";
import type { ContentKind } from "../../api/contract/kinds.ts";
import { createMatcher, lastRank, type Matcher } from "./matches.ts";
import type { Query } from "./query.ts";
import type { SearchArea } from "./search-areas.ts";
import type { Pause } from "./turns.ts";

/** An item that matches a query, and how well: `rank` is an index of `ranks`. */
type RankedItem = { item: number; rank: number };

/** Options of a page. */
type PageOptions = {
  /** Place of the first item, counted from 0. */
  first: number;
  size: number;
  /** The rank of the last items to read. @default lastRank */
  maxRank?: number;
};

/** The items of one kind and language, or of a category, that match a query. Only as many as needed are read. */
export type ScopeRanking = {
  count(): Promise<number>;
  /** Reads a page, the best items first. */
  readPage(options: PageOptions): Promise<RankedItem[]>;
  /** Reads a page in the order of the titles. */
  readByTitle(options: PageOptions): Promise<RankedItem[]>;
};

/** The items that match a query. */
export type Ranking = {
  /**
   * Returns the ranking of the items of one kind.
   * @param category the slug of a category; `undefined` for all items
   */
  getScopeRanking(kind: ContentKind, category?: string): ScopeRanking;
  /** Counts the items of all kinds. */
  count(): Promise<number>;
  /** Finds the best rank of any item; `Infinity` if there are no items. */
  findBestRank(): Promise<number>;
};

/** Maximum number of items of a kind that a ranking keeps. */
const maxKeptItems = 1000;

/**
 * Creates the ranking of a query.
 * @param areas all kinds in the language of the query
 */
export function createRanking(
  database: DatabaseSync,
  areas: readonly SearchArea[],
  hasHidden: boolean,
  query: Query,
  pause: Pause,
): Ranking {
  const rankings = new Map<string, ScopeRanking>();

  function createRankingOfScope(kind: ContentKind, category: string | undefined): ScopeRanking {
    const area = areas.find((one) => one.kind === kind);
    return area
      ? createScopeRanking(createMatcher(database, area, { hasHidden, category }, query, pause))
      : emptyScopeRanking;
  }

  function getScopeRanking(kind: ContentKind, category?: string): ScopeRanking {
    const key = `${kind} ${category}`;
    const ranking = rankings.get(key) ?? createRankingOfScope(kind, category);
    rankings.set(key, ranking);
    return ranking;
  }

  return {
    getScopeRanking,
    async count() {
      let total = 0;
      for (const area of areas) total += await getScopeRanking(area.kind).count();
      return total;
    },
    async findBestRank() {
      let best = Infinity;
      for (const area of areas) {
        const [item] = await getScopeRanking(area.kind).readPage({ first: 0, size: 1 });
        if (item) best = Math.min(best, item.rank);
      }
      return best;
    },
  };
}

function createScopeRanking(matcher: Matcher): ScopeRanking {
  const readKeptItems = createItemReader(matcher);
  let counting: Promise<number> | undefined;
  return {
    count: () => (counting ??= matcher.count()),
    async readPage({ first, size, maxRank = lastRank }) {
      const end = first + size;
      // Pages far down the list are read anew each time, so that a cached ranking stays small.
      const readItems = end > maxKeptItems ? createItemReader(matcher) : readKeptItems;
      const items = await readItems(end, maxRank);
      return items.slice(first, end).filter(({ rank }) => rank <= maxRank);
    },
    async readByTitle({ first, size }) {
      const items = await matcher.readByTitle(first, size);
      return items.map((item) => ({ item, rank: lastRank }));
    },
  };
}

/** Creates a function that reads the first items, and keeps those that it has read. */
function createItemReader(matcher: Matcher): (count: number, maxRank: number) => Promise<readonly RankedItem[]> {
  const items: RankedItem[] = [];
  const generator = matcher.read();
  let isComplete = false;
  return async (count, maxRank) => {
    while (!isComplete && items.length < count && (items.at(-1)?.rank ?? 0) <= maxRank) {
      const { value, done } = await generator.next();
      if (done) isComplete = true;
      else items.push(value);
    }
    return items;
  };
}

const emptyScopeRanking: ScopeRanking = {
  count: async () => 0,
  readPage: async () => [],
  readByTitle: async () => [],
};

/** The ranking of a query that matches nothing. */
export const emptyRanking: Ranking = {
  getScopeRanking: () => emptyScopeRanking,
  count: async () => 0,
  findBestRank: async () => Infinity,
};
