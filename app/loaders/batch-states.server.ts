import type { TFunction } from "i18next";
import { getServices, getT, type Context } from "#app/http/request-context.ts";
import { getBatchState, getDay, type DatedBatch } from "#app/services/api/contract/batches/batch-state.ts";
import type { AssessedBatch, Batch, BatchRow, RecalledBatch } from "#app/services/api/contract/batches/batches.ts";
import {
  assessResult,
  createVerdict,
  sortByCloseness,
  type Verdict,
} from "#app/services/api/contract/batches/lab-limits.ts";

/** Returns today's date (ISO 8601) in the company's time zone. */
export function getToday(context: Context): string {
  return getDay(Date.now(), getServices(context).environment.OWNER_TIME_ZONE);
}

/** A batch from any call of the API. The rows of lists have no results. */
type AnyBatch = DatedBatch & { recalled?: Partial<RecalledBatch["recalled"]> | undefined };

/** Whether the batch is usable today, so that it can be a proof or an example. */
export function isReleasedBatch(context: Context, batch: BatchRow): boolean {
  return getBatchState(batch, getToday(context)) === "released";
}

/** Adds a recall's class to a text, because the class says how urgent it is. */
export function addClass(t: TFunction<"batch">, text: string, { level }: Partial<RecalledBatch["recalled"]> = {}) {
  return level ? t("recall.classed", { text, level: t(`recall.classes.${level as 1}`) }) : text;
}

/** Describes a batch's state today; `sentence` includes the advice, which is the recall's own if it has one. */
export function describeBatch(context: Context, batch: AnyBatch) {
  const t = getT(context, "batch");
  const state = getBatchState(batch, getToday(context));
  const word = state === "recalled" ? addClass(t, t("states.recalled"), batch.recalled) : t(`states.${state}`);
  if (state === "released") return { state, word, sentence: word };
  const ownAdvice = state === "recalled" ? batch.recalled?.advice : undefined;
  const advice = ownAdvice ?? t(`advice.${state}`);
  return { state, word, advice, sentence: t("advised", { state: word, advice }) };
}

/** Returns a batch's title, which begins with the state if the batch is unusable. */
export function createBatchTitle(context: Context, batch: BatchRow): string {
  const { state, word } = describeBatch(context, batch);
  const { title } = batch;
  return state === "released" ? title : getT(context, "batch")(`titles.${state}`, { title, state: word });
}

/** Joins a recall's reason and advice. */
export function describeRecall(t: TFunction<"batch">, { reason = "", advice }: Partial<RecalledBatch["recalled"]>) {
  return reason && advice ? t("advised", { state: reason.replace(/[.。]\s*$/, ""), advice }) : (advice ?? reason);
}

/** Describes a recall that was taken back, as an entry of the feed. */
export function describeRecallEnd(context: Context, batch: string, recall: BatchRow["formerRecalls"][number]) {
  const t = getT(context, "batch");
  const { date = "", ended = "", endReason = "" } = recall;
  return {
    title: t("recall.endedTitle", { title: batch }),
    summary: t("recall.ended", { date, ended, reason: endReason }),
    date: ended,
  };
}

/** Describes a batch for suggestions. `match`: the advice or, if there is none, the state in words. */
export function createBatchSuggestion(context: Context, batch: BatchRow) {
  const { state, word, advice = word } = describeBatch(context, batch);
  return { title: createBatchTitle(context, batch), match: advice, state };
}

/** Counts the results that are within their limits, outside them, or not compared. */
function countResults(t: TFunction<"batch">, { verdict, compared: count, outside, notCompared: others }: Verdict) {
  if (count === 0) return t("verdict.none", { count: others });
  return t(`verdict.${verdict}${others > 0 ? "Partly" : ""}`, { count, outside, others });
}

/** Assesses a batch. A released or outside batch has a verdict such as `Released · 12 of 12 within limits`. */
export function assessBatch(context: Context, batch: Batch) {
  const t = getT(context, "batch");
  const { certificate } = batch;
  const assessedBatch: AssessedBatch = {
    ...batch,
    results: sortByCloseness(batch.results.map(assessResult)),
    // Keeps the first picture only, because the certificate's own page renders the others.
    ...(certificate && { certificate: { ...certificate, pages: certificate.pages?.slice(0, 1) } }),
  };
  const described = describeBatch(context, batch);
  const { state, word, advice } = described;
  const verdict = createVerdict(assessedBatch.results);
  const isCounted = state === (verdict.outside > 0 ? "outside" : "released");
  const noResults = batch.results.length === 0 ? t(batch.tested ? "unlisted" : "untested") : undefined;
  const countedVerdict = isCounted ? (noResults ?? countResults(t, verdict)) : undefined;
  const verdictText = countedVerdict ? `${t("states.released")} · ${countedVerdict}` : word;
  return {
    batch: assessedBatch,
    ...described,
    noResults,
    counted: countedVerdict,
    verdict: advice ? t("advised", { state: verdictText, advice }) : verdictText,
  };
}
