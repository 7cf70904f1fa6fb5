import { getApi, getServices, getT, type Context } from "#app/http/request-context.ts";
import { getErrorStatus } from "#app/http/responses.ts";
import { isGuarded } from "#app/i18n/guarded-routes.ts";
import { getContentPath } from "#app/i18n/urls.ts";
import { normaliseBatchNumber } from "#app/services/api/contract/batches/batch-number.ts";
import type { BatchState } from "#app/services/api/contract/batches/batch-state.ts";
import type { Batch, BatchRow } from "#app/services/api/contract/batches/batches.ts";
import type { AssessedResult } from "#app/services/api/contract/batches/lab-limits.ts";
import type { Item, Name } from "#app/services/api/contract/entities.ts";
import type { Kind } from "#app/services/api/contract/kinds.ts";
import { limits } from "#app/services/api/contract/limits.ts";
import { listItemNames } from "#app/services/api/contract/own-fields.ts";
import { removeUndefined } from "#app/services/api/contract/remove-undefined.ts";
import { assessBatch, describeBatch, isReleasedBatch } from "./batch-states.server.ts";
import { loadRecalls } from "./recalls.server.ts";
import { getRestriction } from "./restrictions.server.ts";
import { loadKindsInUse } from "./site.server.ts";

/** Result of a look-up. `number`: as typed, for the form. */
export type Lookup = {
  number: string;
  problem?: "empty" | "tooLong" | "unknown" | "tooMany" | "tooMuch" | "limited";
  batch?: Batch;
};

/** Whether the site has products, to which batches belong. */
export async function hasBatches(context: Context): Promise<boolean> {
  return (await loadKindsInUse(getApi(context))).includes("product");
}

export async function lookUpBatch(context: Context, input: string): Promise<Lookup> {
  const number = input.trim();
  if (normaliseBatchNumber(number) === "") return { number: "" };
  if (number.length > limits.batchNumber) return { number, problem: "tooLong" };
  const batch = await loadBatch(context, number);
  return batch ? { number, batch } : { number, problem: "unknown" };
}

/** @returns `undefined` if the number is unknown or the site has no products */
export async function loadBatch(context: Context, input: string): Promise<Batch | undefined> {
  const number = normaliseBatchNumber(input);
  if (number === "" || number.length > limits.batchNumber || !(await hasBatches(context))) return undefined;
  try {
    return await getApi(context).batches.info(number);
  } catch (error) {
    if (getErrorStatus(error) === 404) return undefined;
    throw error;
  }
}

export type ProductBatch = { id: string; produced?: string | undefined; state: BatchState; sentence: string };

const maxListedBatches = 6;

/** Days for which a product's page links to its recalls of class 2 and 3. */
const recallDays = 2 * 365;

/** Loads a product's newest batches, its latest released batch and its recalls. Other kinds have none. */
export async function loadBatches(context: Context, kind: Kind, productId: string) {
  if (kind !== "product") return { batches: [], recalls: [] };
  const api = getApi(context);
  const [rows = [], recalls = []] = await Promise.all([
    api.optional(api.batches.ofProduct(productId, maxListedBatches)),
    loadRecalls(context, { days: recallDays, keepsGravest: true }),
  ]);
  const latestBatch = rows.length > 0 ? await findReleasedBatch(context, rows, productId) : undefined;
  const latest = latestBatch && (await loadLatestBatch(context, latestBatch.id));
  return {
    batches: rows.map((row) => {
      const { state, sentence } = describeBatch(context, row);
      return { id: row.id, produced: row.produced, state, sentence };
    }),
    latest,
    latestTitle: getT(context, "loader")(latest && !latest.isTested ? "batches.newest" : "batches.tested"),
    noBatch: rows.length > 0 && !latestBatch ? describeNoBatch(context, "noCurrent") : undefined,
    recalls: recalls.filter((recall) => recall.product === productId),
  };
}

/** Loads the batch that speaks for a product: the newest released one, or else the newest one. */
export async function loadProductBatch(context: Context, productId: string): Promise<BatchRow | undefined> {
  const { batches, optional } = getApi(context);
  const rows = (await optional(batches.ofProduct(productId, maxListedBatches))) ?? [];
  return rows.length > 0 ? ((await findReleasedBatch(context, rows, productId)) ?? rows[0]) : undefined;
}

/** Finds the newest released batch, a tested one first. Loads more rows if `rows` has no released batch. */
async function findReleasedBatch(context: Context, rows: readonly BatchRow[], productId?: string) {
  const { batches, optional } = getApi(context);
  const isReleased = (row: BatchRow) => isReleasedBatch(context, row);
  return sortTestedFirst(rows).find(isReleased) ?? (await optional(batches.findReleasedBatch(isReleased, productId)));
}

/** Sorts batches that are tested before others, which prove nothing. */
export const sortTestedFirst = (rows: readonly BatchRow[]): BatchRow[] =>
  rows.toSorted((a, b) => Number(b.tested !== undefined) - Number(a.tested !== undefined));

/** A product's newest released batch. `proof` is missing if the batch is guarded or couldn't be loaded. */
export type LatestBatchData = {
  id: string;
  proof?: { state: BatchState; verdict: string };
  /** Whether it has results and the day of the test. */
  isTested?: boolean;
  results?: AssessedResult[];
};

/** Loads a batch's verdict. A guarded or missing batch has only its `id`. */
async function loadLatestBatch(context: Context, id: string): Promise<LatestBatchData> {
  if (isGuarded(getContentPath("batch", id), getServices(context).environment.GUARDED_ROUTES)) return { id };
  const batch = await getApi(context).optional(loadBatch(context, id));
  if (!batch) return { id };
  const { state, verdict, batch: assessedBatch } = assessBatch(context, batch);
  const isTested = batch.results.length > 0 && batch.tested !== undefined;
  return { id, proof: { state, verdict }, isTested, results: state === "released" ? assessedBatch.results : [] };
}

export type BatchExample = { id: string; product?: string; state: BatchState; word: string };

/** Text in place of a batch, and the text of a link to the contact form. */
export type NoBatch = { text: string; linkText: string };

function describeNoBatch(context: Context, key: "noCurrent" | "place"): NoBatch {
  const t = getT(context, "loader");
  return { text: t(`batches.${key}`), linkText: t("batches.ask") };
}

/** Loads the newest released batch as an example, or the text in its place. @returns `undefined` without batches */
export async function loadBatchExample(
  context: Context,
): Promise<{ example?: BatchExample; none?: NoBatch } | undefined> {
  const api = getApi(context);
  if (!(await hasBatches(context))) return undefined;
  const { rows = [] } = (await api.optional(api.batches.list({}))) ?? {};
  if (rows.length === 0) return undefined;
  const newest = await findReleasedBatch(context, rows);
  if (!newest) return { none: describeNoBatch(context, "place") };
  const { id, product } = newest;
  const { state, word } = describeBatch(context, newest);
  return { example: removeUndefined({ id, product: product?.title, state, word }) };
}

/** `supply`: who may buy it, with the label. */
export type BatchProduct = Pick<Item<"product">, "id" | "title" | "part" | "species"> & {
  names: Name[];
  supply: { label: string; value: string | undefined };
};

/** Loads a batch's product. @returns `undefined` if there is none or loading fails: the page is rendered without it */
export async function loadBatchProduct(context: Context, batch: Batch): Promise<BatchProduct | undefined> {
  if (!batch.product) return undefined;
  const api = getApi(context);
  const item = await api.optional(api.content.info("product", batch.product.id));
  if (!item) return undefined;
  const { id, title, part, species } = item;
  const t = getT(context, "loader");
  const supply = { label: t("supply.label"), value: getRestriction(t, item) };
  return { id, title, part, species, names: listItemNames("product", item), supply };
}
