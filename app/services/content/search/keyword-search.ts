import type { DatabaseSync } from "node:sqlite";
import type { EndpointQuery, SearchRemark } from "../../api/contract/endpoints.ts";
import type { Hit } from "../../api/contract/hits.ts";
import type { ContentKind } from "../../api/contract/kinds.ts";
import type { Locale } from "../../../i18n/locales.ts";
import type { Schedule } from "../embedded-api/schedule.ts";
import { createHits, type StoredItem } from "./hit.ts";
import { summaryRank } from "./matches.ts";
import type { Ranking, ScopeRanking } from "./ranking.ts";
import { createSearch } from "./search.ts";
import { createTurns } from "./turns.ts";

export type KeywordQuery = EndpointQuery<"news.list"> & { keyword: string };

/** A page of the items that match a keyword. */
type FoundPage = { rows: { hit: Hit }[]; total: number; search?: SearchRemark };

/** Searches the items of a kind and language for a page of those that match a keyword. */
export type KeywordSearch = ReturnType<typeof createKeywordSearch>;

/**
 * Creates the search for the lists with a keyword.
 * @param schedule tells which items are hidden now
 */
export function createKeywordSearch(database: DatabaseSync, schedule: Schedule) {
  const createPause = createTurns();
  const runSearch = createSearch(database, schedule, createPause);
  const statement = database.prepare("SELECT row, info, names FROM item WHERE rowid = ?");

  return async (kind: ContentKind, locale: Locale, query: KeywordQuery): Promise<FoundPage> => {
    const { query: meaning, ranking, ...remark } = await runSearch(locale, query.keyword, query.verbatim === "1");
    const matches = ranking.getScopeRanking(kind, query.cat || undefined);
    const isBrief = query.brief === "1";
    const { items, total } = await (isBrief ? readBestItems(ranking, matches, query) : readItems(matches, query));
    const pause = createPause();
    const createHit = createHits(meaning, isBrief);
    const rows: FoundPage["rows"] = [];
    for (const { item, rank } of items) {
      await pause();
      const storedItem = statement.get(item) as StoredItem;
      rows.push({ ...(JSON.parse(storedItem.row) as object), hit: createHit(storedItem, rank) });
    }
    return { rows, total, ...(Object.keys(remark).length > 0 && { search: remark }) };
  };
}

/** Reads a page of the items that match a keyword, and counts them all. */
async function readItems(matches: ScopeRanking, { page, pageSize, sort }: KeywordQuery) {
  const total = await matches.count();
  const first = (page - 1) * pageSize;
  const options = { first, size: Math.min(pageSize, Math.max(0, total - first)) };
  return { items: await (sort === "title" ? matches.readByTitle(options) : matches.readPage(options)), total };
}

/** Reads a page of only the best items. The total is the number of items up to the end of this page. */
async function readBestItems(ranking: Ranking, matches: ScopeRanking, { page, pageSize }: KeywordQuery) {
  const maxRank = Math.max(summaryRank, await ranking.findBestRank());
  const first = (page - 1) * pageSize;
  const items = await matches.readPage({ first, size: pageSize, maxRank });
  return { items, total: first + items.length };
}
