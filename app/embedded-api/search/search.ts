import type { DatabaseSync } from "node:sqlite";
import { LRUCache } from "lru-cache";
import type { Locale } from "../../i18n/locales.ts";
import { createSharedWork } from "../../platform/shared-work.ts";
import { createCorrector } from "./corrections.ts";
import { createMatcher } from "./matches.ts";
import { createVariantExpression, readQuery, type Query } from "./query.ts";
import { createRanking, emptyRanking, type Ranking } from "./ranking.ts";
import type { Pause } from "./turns.ts";
import { createVocabulary } from "./vocabulary.ts";

/** The result of a search. */
export type SearchResult = {
  /** The query whose items are in `ranking`. */
  query: Query;
  ranking: Ranking;
  /** The text that was searched for instead of the typed one. */
  meant?: string;
  /** Whether the items have only some of the words. */
  isPartial?: true;
  /** Names similar to the typed text, if nothing was found. */
  near?: string[];
};

/** Maximum bytes of the cached results. The lists of a page ask for the same one in turn. */
const maxCacheBytes = 8 * 1024 * 1024;

/** Estimated bytes of a result, and of its items by the number of all items. */
const resultBytes = { base: 2000, item: 4 };

/**
 * Creates the search of the compiled content.
 * @param isInLocale whether an item belongs to a language
 * @param getHidden returns the items that are hidden now; another set after each change
 * @param createPause creates the pauses of a search
 */
export function createSearch(
  database: DatabaseSync,
  isInLocale: (item: number, locale: Locale) => boolean,
  getHidden: () => ReadonlySet<number>,
  createPause: () => Pause,
) {
  const vocabulary = createVocabulary(database);
  const matcher = createMatcher(database, isInLocale);
  const cache = new LRUCache<string, { result: SearchResult; hidden: ReadonlySet<number> }>({
    maxSize: maxCacheBytes,
    sizeCalculation: () => resultBytes.base + resultBytes.item * matcher.lastItem,
  });
  const share = createSharedWork<SearchResult>();

  /** Creates the ranking of a query, without corrections. */
  async function match(locale: Locale, query: Query, pause: Pause): Promise<Ranking> {
    const hasItems = await matcher.hasItems(locale, query, pause);
    return hasItems ? createRanking(matcher, locale, query, getHiddenMarks(), pause) : emptyRanking;
  }

  let cachedMarks: { hidden: ReadonlySet<number>; marks: Uint8Array } | undefined;

  /** Returns 1 for each hidden item, and 0 for the others. */
  function getHiddenMarks(): Uint8Array {
    const hidden = getHidden();
    if (cachedMarks?.hidden !== hidden) {
      let last = 0;
      for (const item of hidden) last = Math.max(last, item);
      cachedMarks = { hidden, marks: new Uint8Array(last + 1) };
      for (const item of hidden) cachedMarks.marks[item] = 1;
    }
    return cachedMarks.marks;
  }

  async function run(locale: Locale, text: string, isVerbatim: boolean): Promise<SearchResult> {
    const pause = createPause();
    await pause();
    const hasMatch = (expression: string) => matcher.hasMatch(locale, expression, pause);
    const read = (words: string) =>
      readQuery(words, vocabulary, (variant) => hasMatch(createVariantExpression(variant)));
    const query = await read(text);
    const typed = { query, ranking: await match(locale, query, pause) };
    if (isVerbatim || query.units.length === 0) return typed;
    const corrector = createCorrector({
      vocabulary,
      read,
      hasMatch,
      match: (other) => match(locale, other, pause),
      pause,
    });
    const correction = await corrector.findCorrection(typed);
    if (correction || (await typed.ranking.findBestRank()) < Infinity) return correction ?? typed;
    const near = await corrector.findSimilarNames(query);
    return near.length > 0 ? { ...typed, near } : typed;
  }

  /**
   * Searches for a text.
   * @param isVerbatim whether to search for exactly this text, without corrections
   */
  return async function search(locale: Locale, text: string, isVerbatim: boolean): Promise<SearchResult> {
    const key = `${locale} ${isVerbatim} ${text}`;
    const hidden = getHidden();
    const cached = cache.get(key);
    if (cached?.hidden === hidden) return cached.result;
    return share(key, async () => {
      const result = await run(locale, text, isVerbatim);
      cache.set(key, { result, hidden });
      return result;
    });
  };
}
