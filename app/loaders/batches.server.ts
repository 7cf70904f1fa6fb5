import type { TFunction } from "i18next";
import type { RouterContextProvider } from "react-router";
import { normaliseBatchNumber } from "../services/api/contract/batch-number.ts";
import { getBatchState, type BatchState } from "../services/api/contract/batch-state.ts";
import { isRecalled, type Batch, type BatchRow } from "../services/api/contract/batches.ts";
import { limits } from "../services/api/contract/limits.ts";
import { removeUndefined } from "../services/api/contract/remove-undefined.ts";
import type { Item, Name } from "../services/api/contract/entities.ts";
import type { Kind } from "../services/api/contract/kinds.ts";
import { listNames } from "../services/api/contract/own-fields.ts";
import { isGuarded } from "../i18n/guarded-routes.ts";
import { getContentPath } from "../i18n/urls.ts";
import { getErrorStatus } from "../http/responses.ts";
import { getToday, loadRecalls } from "./recalls.server.ts";
import { loadKindsInUse } from "./site.server.ts";
import { getApi, getServices, getT } from "../http/request-context.ts";
import {
  assessResult,
  createVerdict,
  pickClosestResults,
  type AssessedBatch,
  type AssessedResult,
} from "../services/api/contract/lab-limits.ts";

type Context = Readonly<RouterContextProvider>;

/** Result of a lookup. `number` is the visitor's own text, for the form. */
export type Lookup = {
  number: string;
  problem?: "empty" | "tooLong" | "unknown" | "tooMany" | "tooMuch" | "limited";
  batch?: Batch;
};

/** Whether the site can have batches, which belong to products. */
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

/** Loads a batch; `undefined` if its number isn't known, or if the site shows no products. */
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

const maxListedBatches = 6;

/** For so many days the page of a product leads to its recalled batches. */
const recallDays = 2 * 365;

/** Loads the newest batches for the page of a product, what it shows of the latest, and its recalls. Other kinds have none. */
export async function loadBatches(context: Context, kind: Kind, product: string) {
  if (kind !== "product") return { batches: [], recalls: [] };
  const api = getApi(context);
  const [rows = [], recalls] = await Promise.all([
    api.optional(api.batches.ofProduct(product, maxListedBatches)),
    loadRecalls(context, recallDays),
  ]);
  const batches = rows.map(({ id, produced }): Pick<BatchRow, "id" | "produced"> => ({ id, produced }));
  // A recalled batch is no proof.
  const latest = rows.find((row) => !isRecalled(row));
  return {
    batches,
    latest: latest && (await loadLatestBatch(context, latest.id)),
    recalls: recalls.filter((recall) => recall.product === product),
  };
}

/** Without a verdict the batch can't be shown to every visitor. */
export type LatestBatch = { id: string; verdict?: string; results?: readonly AssessedResult[]; lang?: string };

/** Loads the verdict of a batch and two of its results; only its number if the batch can't be shown to every visitor. */
async function loadLatestBatch(context: Context, id: string): Promise<LatestBatch> {
  if (isGuarded(getContentPath("batch", id), getServices(context).environment.GUARDED_ROUTES)) return { id };
  const batch = await getApi(context).optional(loadBatch(context, id));
  if (!batch) return { id };
  const { verdict, batch: assessedBatch } = assessBatch(context, batch);
  return removeUndefined({ id, verdict, results: pickClosestResults(assessedBatch.results), lang: batch.lang });
}

/** Assesses the results of a batch, and says what it is today: `Released · 12 of 12 within limits`. */
export function assessBatch(context: Context, batch: Batch) {
  const t = getT(context, "batch");
  const assessedBatch: AssessedBatch = { ...batch, results: batch.results.map(assessResult) };
  const state = getBatchState(batch, getToday(context));
  const counted = countResults(t, state, assessedBatch.results);
  const verdict = [t(`states.${state}`), counted?.text].filter(Boolean).join(" · ");
  return { batch: assessedBatch, state, counted, verdict };
}

/** Counts the results within limits. Those of a batch that was recalled or has expired are no verdict on it. */
function countResults(t: TFunction<"batch">, state: BatchState, results: readonly AssessedResult[]) {
  if (state === "recalled" || state === "expired" || results.length === 0) return undefined;
  const { verdict, total, outside } = createVerdict(results);
  return { text: t(`verdict.${verdict}`, { count: total, outside }), isOutside: verdict === "outside" };
}

/** Returns the title of a batch, which says first that it was recalled. */
export function createBatchTitle(context: Context, row: BatchRow): string {
  return isRecalled(row) ? getT(context, "batch")("recalledTitle", { title: row.title }) : row.title;
}

/** Loads the newest batch, as an example on the home page; `undefined` if the site has no batches. */
export async function loadNewestBatch(context: Context): Promise<{ id: string; product?: string } | undefined> {
  const api = getApi(context);
  if (!(await hasBatches(context))) return undefined;
  const { rows = [] } = (await api.optional(api.batches.list({}))) ?? {};
  const today = getToday(context);
  const newest = rows.find((row) => ["released", "unreleased"].includes(getBatchState(row, today)));
  return newest && removeUndefined({ id: newest.id, product: newest.product?.title });
}

export type BatchProduct = Pick<Item<"product">, "id" | "title" | "cover" | "part" | "related"> & { names: Name[] };

/** Loads the product of a batch; `undefined` if it can't be loaded. The page also works without it. */
export async function loadBatchProduct(context: Context, batch: Batch): Promise<BatchProduct | undefined> {
  if (!batch.product) return undefined;
  const api = getApi(context);
  const item = await api.optional(api.content.info("product", batch.product.id));
  if (!item) return undefined;
  const { id, title, cover, part } = item;
  const kindsInUse = await loadKindsInUse(api);
  const related = item.related.filter(({ kind }) => kindsInUse.includes(kind));
  return { id, title, cover, part, related, names: listNames("product", item) };
}
