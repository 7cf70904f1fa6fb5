import { getApi, getCaller, getServices, type Context } from "#app/http/request-context.ts";
import type { Api } from "#app/services/api/api.ts";
import type { BatchRow } from "#app/services/api/contract/batches/batches.ts";
import type { SearchInterpretation } from "#app/services/api/contract/calls/endpoints.ts";
import type { PlainPageRow, Row } from "#app/services/api/contract/entities.ts";
import { compareHits } from "#app/services/api/contract/hits.ts";
import { removeUndefined } from "#app/services/api/contract/remove-undefined.ts";
import type { ListQuery } from "#app/services/api/resources.ts";
import { describeBatch } from "./batch-states.server.ts";
import { createTextCardData } from "./cards.ts";
import { addBatches, createItemLine } from "./item-lines.server.ts";
import { loadKindsInUse } from "./site.server.ts";

/** Searches all kinds, plain pages and batches; the kind with the best hit is first. @throws if all kinds fail */
export async function searchKinds(api: Api, query: ListQuery) {
  const kinds = await loadKindsInUse(api);
  const [kindLists, ...otherLists] = await Promise.all([
    api.some(kinds.map(async (kind) => ({ kind, ...(await api.content.list(kind, query)) }))),
    searchPages(api, query),
    ...(kinds.includes("product") ? [searchBatches(api, query)] : []),
  ]);
  return [...kindLists, ...otherLists].sort((a, b) => compareHits(a.rows[0], b.rows[0]));
}

/** Maximum results of plain pages, and of batches. Neither has a list with further results. */
const maxUnlistedResults = 20;

/** Searches the plain pages, if the site has any. */
async function searchPages({ pages, optional }: Api, query: ListQuery) {
  const allPages = await optional(pages.list({}));
  const result =
    allPages && allPages.rows.length > 0
      ? await optional(pages.list({ ...query, pageSize: maxUnlistedResults }))
      : undefined;
  const { rows = [] as PlainPageRow[], total = rows.length, search } = result ?? {};
  return { kind: "page" as const, rows, total, search };
}

/** Searches the batches by number, if the site has any. */
async function searchBatches({ batches, optional }: Api, query: ListQuery) {
  const isInUse = await optional(batches.isInUse());
  const result = isInUse ? await optional(batches.list({ ...query, pageSize: maxUnlistedResults })) : undefined;
  const { rows = [] as BatchRow[], total = rows.length, search } = result ?? {};
  return { kind: "batch" as const, rows, total, search };
}

/** Maximum results per kind on the search page; the kind's list has all. */
const maxPerKind = 5;

export async function loadSearchData(context: Context, keyword: string, isVerbatim: boolean) {
  const api = getApi(context);
  const lists = await searchKinds(api, { keyword, pageSize: maxPerKind, verbatim: isVerbatim ? "1" : undefined });
  const found = lists.filter(({ total }) => total > 0);
  const products = found.flatMap(({ kind, rows }) => (kind === "product" ? (rows as Row<"product">[]) : []));
  const lines = await addBatches(
    context,
    products.map((product) => createItemLine(context, product)),
  );
  const groups = found.map(({ kind, total, rows }) => ({
    kind,
    total,
    lines: kind === "product" ? lines : [],
    cards: rows.map((row) => ({
      ...createTextCardData(context, kind, row),
      ...(kind === "batch" && createStateData(context, row as BatchRow)),
    })),
  }));
  return { groups, interpretation: lists.find(({ search }) => search)?.search };
}

/** Returns a batch's state, and its advice as the summary. */
function createStateData(context: Context, batch: BatchRow) {
  const { state, word, advice } = describeBatch(context, batch);
  return removeUndefined({ state, word, summary: advice });
}

/**
 * Counts a search that found nothing, or only partial matches.
 * @returns headers that keep the page out of the page cache, so that each search is counted
 */
export function countMissedSearch(
  context: Context,
  keyword: string,
  total: number,
  interpretation: SearchInterpretation | undefined,
) {
  if (keyword === "" || (total > 0 && !interpretation?.isPartial)) return undefined;
  const { preview, network } = getCaller(context);
  if (!preview) void getServices(context).missedSearches.count(keyword, network);
  return { "Cache-Control": "no-store" };
}
