import type { DatabaseSync } from "node:sqlite";
import { LRUCache } from "lru-cache";
import type { Locale } from "../../../i18n/locales.ts";
import { createSharedWork } from "../../runtime/shared-work.ts";
import type { Schedule } from "../embedded-api/schedule.ts";
import { createCorrector } from "./corrections.ts";
import { createVariantExpression, readQuery, type Query } from "./query.ts";
import { createRanking, emptyRanking, type Ranking } from "./ranking.ts";
import { readSearchAreas } from "./search-areas.ts";
import { createTableReader } from "./table-reader.ts";
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

/** Maximum number of cached results. The lists of a page ask for the same one in turn. */
const maxResults = 100;

/**
 * Creates the search of the compiled content.
 * @param schedule tells which items are hidden now
 * @param createPause creates the pauses of a search
 */
export function createSearch(database: DatabaseSync, schedule: Schedule, createPause: () => Pause) {
  const vocabulary = createVocabulary(database);
  const areas = readSearchAreas(database);
  const cache = new LRUCache<string, { result: SearchResult; version: number }>({ max: maxResults });
  const { share } = createSharedWork<SearchResult>();

  /** Tells whether any text of a language, hidden or not, matches an FTS5 expression. */
  async function hasMatch(locale: Locale, expression: string, pause: Pause): Promise<boolean> {
    for (const { parts } of areas[locale]) {
      if (await createTableReader(database, "text", parts, { hasHidden: false }).hasMatch(expression, pause))
        return true;
    }
    return false;
  }

  /** Creates the ranking of a query, without corrections. */
  const rank = (locale: Locale, query: Query, pause: Pause): Ranking =>
    query.units.length === 0 ? emptyRanking : createRanking(database, areas[locale], schedule.hasHidden(), query, pause);

  async function run(locale: Locale, text: string, isVerbatim: boolean): Promise<SearchResult> {
    const pause = createPause();
    await pause();
    const isIndexed = createIndexCheck((expression) => hasMatch(locale, expression, pause));
    const read = (words: string) =>
      readQuery(words, vocabulary, (variant) => isIndexed(createVariantExpression(variant)));
    const query = await read(text);
    const typedQuery = { query, ranking: rank(locale, query, pause) };
    if (isVerbatim || query.units.length === 0) return typedQuery;
    const corrector = createCorrector({
      vocabulary,
      read,
      hasMatch: isIndexed,
      rank: (other) => rank(locale, other, pause),
      pause,
    });
    const correction = await corrector.findCorrection(typedQuery);
    if (correction || (await typedQuery.ranking.findBestRank()) < Infinity) return correction ?? typedQuery;
    const similarNames = await corrector.findSimilarNames(query);
    return similarNames.length > 0 ? { ...typedQuery, near: similarNames } : typedQuery;
  }

  /**
   * Searches for a text.
   * @param isVerbatim whether to search for exactly this text, without corrections
   */
  return async function search(locale: Locale, text: string, isVerbatim: boolean): Promise<SearchResult> {
    const key = `${locale} ${isVerbatim} ${text}`;
    const version = schedule.getVersion();
    const cached = cache.get(key);
    if (cached?.version === version) return cached.result;
    return share(key, async () => {
      const result = await run(locale, text, isVerbatim);
      cache.set(key, { result, version });
      return result;
    });
  };
}

/** Remembers which expressions match, because the corrections of a query ask for the same words again and again. */
function createIndexCheck(
  hasMatch: (expression: string) => Promise<boolean>,
): (expression: string) => Promise<boolean> {
  const results = new Map<string, Promise<boolean>>();
  return (expression) => {
    const result = results.get(expression) ?? hasMatch(expression);
    results.set(expression, result);
    return result;
  };
}
