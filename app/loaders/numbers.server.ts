import { isKeywordTooLong } from "#app/http/params.ts";
import { getApi, getCaller, getServices, getT, type Context } from "#app/http/request-context.ts";
import { getContentPath } from "#app/i18n/urls.ts";
import type { Api } from "#app/services/api/api.ts";
import { normaliseBatchNumber } from "#app/services/api/contract/batches/batch-number.ts";
import { normaliseItemNumber, toItemKey } from "#app/services/api/contract/batches/item-number.ts";
import { limits } from "#app/services/api/contract/limits.ts";
import { mapInBatches } from "#app/services/runtime/map-in-batches.ts";
import { waitForTurn } from "#app/services/runtime/turns.ts";
import { createBatchSuggestion } from "./batch-states.server.ts";
import { loadBatch } from "./batches.server.ts";
import { joinMarks } from "./restrictions.server.ts";
import { loadKindsInUse } from "./site.server.ts";

/** Counts a visitor's look-ups; a database failure doesn't block them. @returns seconds to wait */
export async function countLookups(context: Context, amount: number): Promise<number> {
  const { limiter, log } = getServices(context);
  const { address, network, requestId, signal } = getCaller(context);
  const waitSeconds = await limiter.countAttempt("lookup", address, amount).catch((error: unknown) => {
    log.error({ requestId, err: error }, "look-ups could not be counted");
    return 0;
  });
  // Work after a wait for PostgreSQL would count for no sender.
  await waitForTurn(network, signal);
  return waitSeconds;
}

/** Maximum number of item numbers that get a search each, if the backend has no look-up by number. */
const maxSearched = 20;
const maxConcurrentSearches = 5;

/** Number of top search results that are compared with an item number. */
const maxCandidates = 3;

/** Finds the products of item numbers. @returns product ids by the numbers as typed */
export async function findByItemNumbers(api: Api, numbers: readonly string[]): Promise<Map<string, string>> {
  const keys = new Map(numbers.map((number) => [number, toItemKey(number)] as const).filter(([, key]) => key !== ""));
  if (keys.size === 0) return new Map();
  const rows = await api.content.productsByNumber([...keys.keys()].map(normaliseItemNumber), maxSearched);
  const rowsByKey = Map.groupBy(rows, ({ sku = "" }) => toItemKey(sku));
  const idsByNumber = new Map<string, string>();
  for (const [number, key] of keys) {
    const similarRows = rowsByKey.get(key) ?? [];
    const row =
      similarRows.find(({ sku = "" }) => toExactKey(sku) === toExactKey(normaliseItemNumber(number))) ?? similarRows[0];
    if (row) idsByNumber.set(number, row.id);
  }
  const searchedKeys = new Set(keys.values());
  // Rows of other products mean that the backend has ignored the numbers. Only then are they searched one by one.
  if ([...rowsByKey.keys()].every((key) => searchedKeys.has(key))) return idsByNumber;
  const missing = [...keys.keys()].filter((number) => !idsByNumber.has(number)).slice(0, maxSearched);
  await mapInBatches(
    missing,
    async (number) => {
      const id = await searchItemNumber(api, number);
      if (id !== undefined) idsByNumber.set(number, id);
    },
    maxConcurrentSearches,
  );
  return idsByNumber;
}

/** Finds the products of names. @returns the ids of the names that mean exactly one product */
export async function findByNames({ content, optional }: Api, names: readonly string[]): Promise<Map<string, string>> {
  const starts = Array.from({ length: Math.ceil(names.length / limits.names) }, (_, index) => index * limits.names);
  const find = (start: number) => optional(content.productsByName(names.slice(start, start + limits.names)));
  const found = await mapInBatches(starts, find, maxConcurrentSearches);
  return new Map(found.flatMap((ids) => [...(ids ?? [])]));
}

/** Searches for an item number in a backend without look-up by number. */
async function searchItemNumber({ content }: Api, number: string): Promise<string | undefined> {
  const key = toItemKey(number);
  // A letter O next to a digit is meant as a zero, but a backend's search may distinguish them.
  for (const keyword of new Set([number, number.replace(/(?<=\d)O|O(?=\d)/gi, "0")])) {
    if (isKeywordTooLong(keyword)) continue;
    const { rows } = await content.list("product", { keyword, brief: "1", pageSize: maxCandidates });
    for (const row of rows) {
      // A backend's list may lack the item numbers.
      const sku = row.sku ?? (await content.info("product", row.id)).sku;
      if (sku !== undefined && toItemKey(sku) === key) return row.id;
    }
  }
  return undefined;
}

/**
 * Reduces a number to its letters and digits, in upper case and with 0 for O. Keeps the letters of every script,
 * because otherwise all keywords in Chinese would have the same key.
 */
function toExactKey(number: string): string {
  const signs = number.toUpperCase().replace(/[^\p{L}\p{N}]/gu, "");
  return signs.replaceAll("O", "0");
}

/** Finds the batch or product with this number. Ignores a label before it, case and punctuation, and treats O as 0. */
export async function findByNumber(context: Context, keyword: string) {
  const api = getApi(context);
  // Most keywords have no digit, so they need no call.
  if (!/\p{N}/u.test(keyword) || !(await loadKindsInUse(api)).includes("product")) return undefined;
  const itemNumber = normaliseItemNumber(keyword);
  const [batch, ids] = await Promise.all([
    api.optional(findBatch(context, keyword)),
    api.optional(findByItemNumbers(api, [itemNumber])),
  ]);
  const id = ids?.get(itemNumber);
  if (batch)
    return {
      kind: "batch" as const,
      path: getContentPath("batch", batch.id),
      ...createBatchSuggestion(context, batch),
    };
  const product = id === undefined ? undefined : await api.optional(api.content.info("product", id));
  if (!product?.sku || toExactKey(product.sku) !== toExactKey(itemNumber)) return undefined;
  const { id: productId, title, sku } = product;
  // The number is added if the title lacks it.
  const match = joinMarks(getT(context, "loader"), product, title.includes(sku) ? undefined : sku);
  return { kind: "product" as const, path: getContentPath("product", productId), title, match };
}

/** Finds the batch with this number, or with the number and the product of a keyword such as `黄芪 HQ250901`. */
async function findBatch(context: Context, keyword: string) {
  const loadExactBatch = async (number: string) => {
    const batch = await loadBatch(context, number);
    return batch && toExactKey(batch.id) === toExactKey(normaliseBatchNumber(number)) ? batch : undefined;
  };
  const wholeMatch = await loadExactBatch(keyword);
  const [number, ...otherNumbers] = keyword.match(/[\w-]+/g)?.filter((word) => /\d/.test(word)) ?? [];
  if (wholeMatch || number === undefined || otherNumbers.length > 0) return wholeMatch;
  const name = keyword.replace(number, " ").trim();
  // A number alone was looked up above.
  const batch = name === "" ? undefined : await loadExactBatch(number);
  if (!batch?.product) return undefined;
  const products = await findByNames(getApi(context), [name]);
  return products.get(name) === batch.product.id ? batch : undefined;
}
