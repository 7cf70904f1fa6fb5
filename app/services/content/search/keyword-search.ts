import type { DatabaseSync } from "node:sqlite";
import { LRUCache } from "lru-cache";
import type { Locale } from "#app/i18n/locales.ts";
import type { Caller } from "#app/services/api/contract/caller.ts";
import type { EndpointQuery, SearchInterpretation } from "#app/services/api/contract/calls/endpoints.ts";
import type { Hit } from "#app/services/api/contract/hits.ts";
import type { ContentKind } from "#app/services/api/contract/kinds.ts";
import { createMeasuredQueue } from "#app/services/runtime/measured-queue.ts";
import { createSharedWork } from "#app/services/runtime/shared-work.ts";
import { waitForTurn } from "#app/services/runtime/turns.ts";
import { findCorrection, findSimilarNames, type Correction } from "./corrections.ts";
import { createHitDescriber, type StoredItem } from "./hit.ts";
import type { IndexedNames } from "./names.ts";
import { readQuery, type Query, type SearchedWord } from "./query.ts";
import { findNamedItems, rankItems, ranks } from "./ranking.ts";
import { readInTurns } from "./read-in-turns.ts";
import { openTermIndex } from "./term-index.ts";
import { createVocabulary } from "./vocabulary.ts";

export type KeywordQuery = EndpointQuery<"news.list"> & { keyword: string };

type ResultPage = { rows: { hit: Hit }[]; total: number; search?: SearchInterpretation };

/** The searching visitor. After an abort the result isn't needed. */
export type Searcher = Partial<Pick<Caller, "network" | "signal">>;

export type KeywordSearch = Awaited<ReturnType<typeof createKeywordSearch>>;

type SearchResult = Correction & { near?: string[] };

type ListedItem = { number: number; kind: string; locale: string; cat: string; titlePlace: number };

/** Maximum number of cached results. The lists of a page share them. */
const maxResults = 100;

/** Runs one search of each sender at a time. */
const searches = createMeasuredQueue("searches", {
  maxActive: 1000,
  maxActivePerSender: 1,
  maxWaiting: 1000,
  maxWaitingPerSender: 100,
  maxWaitMs: 10_000,
});

/** @param schedule its version changes with the visible items */
export async function createKeywordSearch(database: DatabaseSync, schedule: { getVersion(): number }) {
  const itemsByKindAndLocale = await readItems(database);
  const size = 1 + [...itemsByKindAndLocale.values()].flat().length;
  const vocabulary = await createVocabulary(database);
  const index = openTermIndex(database, size);
  const selectHidden = database.prepare("SELECT item FROM hidden");
  const selectItem = database.prepare("SELECT row, text, names FROM item WHERE rowid = ?");
  const cache = new LRUCache<string, SearchResult>({ max: maxResults });
  const running = createSharedWork<SearchResult>();

  /** Returns an array that has a 1 at the number of each visible item of a language. */
  function findVisible(locale: Locale): Uint8Array<ArrayBuffer> {
    const visible = new Uint8Array(size);
    for (const [key, items] of itemsByKindAndLocale) {
      if (key.endsWith(` ${locale}`)) for (const { number } of items) visible[number] = 1;
    }
    for (const { item } of selectHidden.all() as { item: number }[]) visible[item] = 0;
    return visible;
  }

  async function run(
    locale: Locale,
    text: string,
    isVerbatim: boolean,
    nextTurn: () => Promise<void>,
  ): Promise<SearchResult> {
    await nextTurn();
    const visible = findVisible(locale);
    const rank = (query: Query) => rankItems(query, index, visible);
    const isFound = (word: SearchedWord) => index.hasWord(word, visible);
    const read = (words: string) => readQuery(words, vocabulary, isFound);
    const typed = rank(read(text));
    if (isVerbatim || typed.query.units.length === 0) return { ranking: typed };
    const correction = await findCorrection(typed, { vocabulary, read, rank, isFound, nextTurn });
    if (correction || typed.count > 0) return correction ?? { ranking: typed };
    const near = findSimilarNames(text, vocabulary.names);
    return { ranking: typed, ...(near.length > 0 && { near }) };
  }

  /** Searches, and ranks the items of the longest name in the text before all others, unless the text begins a name. */
  async function runWithNames(...[locale, text, ...rest]: Parameters<typeof run>): Promise<SearchResult> {
    const result = await run(locale, text, ...rest);
    if (result.ranking.best <= ranks.titleStart) return result;
    const named = findNamedItems(text, { index, vocabulary, visible: findVisible(locale) }).filter(
      ({ number, keys }) =>
        !keys.has((JSON.parse((selectItem.get(number) as StoredItem).names) as IndexedNames).initials ?? ""),
    );
    if (named.length === 0) return result;
    const { near: _near, ranking, ...correction } = result;
    const ranksOfItems = ranking.ranks.slice();
    for (const { number } of named) ranksOfItems[number] = ranks.exactTitle;
    return { ...correction, ranking: { ...ranking, ranks: ranksOfItems, best: ranks.exactTitle } };
  }

  /**
   * Returns the result from the cache, or from a search. A page's lists share one search, but only of the same sender,
   * so that senders don't wait for each other.
   */
  async function search(locale: Locale, text: string, isVerbatim: boolean, { network = "", signal }: Searcher) {
    const key = `${schedule.getVersion()} ${locale} ${isVerbatim} ${text}`;
    const find = async (searchSignal: AbortSignal) => {
      const result =
        cache.get(key) ?? (await runWithNames(locale, text, isVerbatim, () => waitForTurn(network, searchSignal)));
      cache.set(key, result);
      return result;
    };
    const enqueue = (searchSignal: AbortSignal) => searches.run(network, find, searchSignal);
    return cache.get(key) ?? (await running.share(`${network} ${key}`, enqueue, signal));
  }

  return async function findPage(
    kind: ContentKind,
    locale: Locale,
    query: KeywordQuery,
    searcher: Searcher = {},
  ): Promise<ResultPage> {
    const { cat, page, pageSize, sort, keyword, brief, verbatim } = query;
    const { ranking, ...interpretation } = await search(locale, keyword, verbatim === "1", searcher);
    await waitForTurn(searcher.network ?? "", searcher.signal);
    const isBrief = brief === "1";
    // Suggestions omit matches in bodies if there are better matches.
    const maxRank = isBrief && ranking.best < ranks.body ? ranks.summary : ranks.body;
    const found = (itemsByKindAndLocale.get(`${kind} ${locale}`) ?? [])
      .filter((item) => ranking.ranks[item.number]! <= maxRank && isInCategory(item, cat))
      // Items of equal rank stay in the order of their numbers, newest first. `compareHits` orders hits across kinds.
      .sort((a, b) =>
        sort === "title" ? a.titlePlace - b.titlePlace : ranking.ranks[a.number]! - ranking.ranks[b.number]!,
      );
    const createHit = createHitDescriber(ranking.query, isBrief);
    const rows = found.slice((page - 1) * pageSize, page * pageSize).map(({ number }) => {
      const item = selectItem.get(number) as StoredItem;
      return { ...(JSON.parse(item.row) as object), hit: createHit(item, ranking.ranks[number]!) };
    });
    return { rows, total: found.length, ...(Object.keys(interpretation).length > 0 && { search: interpretation }) };
  };
}

/** Reads the items, grouped by kind and language, newest first. Numbers count from 1 across all groups. */
async function readItems(database: DatabaseSync): Promise<Map<string, ListedItem[]>> {
  const sql = "SELECT rowid AS number, kind, locale, cat, title_place AS titlePlace FROM item ORDER BY rowid";
  // The items are kept in memory, because SQLite reads their rows slowly.
  const items = await readInTurns(database, sql, (row: ListedItem) => ({ ...row }));
  return Map.groupBy(items, ({ kind, locale }) => `${kind} ${locale}`);
}

function isInCategory({ cat }: ListedItem, category: string | undefined): boolean {
  return !category || cat === category || cat.startsWith(`${category}/`);
}
