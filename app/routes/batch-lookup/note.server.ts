import { getServices, getVisitor, type Context } from "#app/http/request-context.ts";
import { getErrorStatus } from "#app/http/responses.ts";
import { isGuarded } from "#app/i18n/guarded-routes.ts";
import { getContentPath } from "#app/i18n/urls.ts";
import type { FailedLookup } from "#app/loaders/batch-lookups.server.ts";
import { assessBatch, getToday } from "#app/loaders/batch-states.server.ts";
import { loadBatch, lookUpBatch, type Lookup } from "#app/loaders/batches.server.ts";
import { countLookups } from "#app/loaders/numbers.server.ts";
import { toBatchId, toBatchKey } from "#app/services/api/contract/batches/batch-number.ts";
import type { BatchState } from "#app/services/api/contract/batches/batch-state.ts";
import type { Batch } from "#app/services/api/contract/batches/batches.ts";
import {
  isNumberLike,
  isPlainQuantity,
  splitNote,
  splitWords,
} from "#app/services/api/contract/batches/note-numbers.ts";
import { limits } from "#app/services/api/contract/limits.ts";
import { removeUndefined } from "#app/services/api/contract/remove-undefined.ts";
import { mapInBatches } from "#app/services/runtime/map-in-batches.ts";
import { privateNoStore } from "#app/services/runtime/web/http-cache.ts";
import { verdicts, type LookupVerdict } from "./verdicts.ts";

/** Row of a number as typed. If `state` is missing, the batch is unknown, guarded or unusable. */
type NoteRow = {
  number: string;
  verdict: LookupVerdict;
  id?: string;
  state?: BatchState;
  /** The state in words. */
  word?: string;
  results?: string;
  advice?: string;
} & Partial<Pick<Batch, "product" | "bestBefore" | "certificate" | "lang">>;

/** `unrecognised`: words that may have been meant as numbers. */
export type Note = { day: string; rows: NoteRow[]; unrecognised: string[] };

/** Result of a look-up: one batch, several as a note, or a problem. */
export type NoteLookup = FailedLookup & Pick<Lookup, "batch"> & { note?: Note; headers?: Record<string, string> };

/** Looks up one number, or the numbers of a delivery note. A part that isn't a batch is looked up word by word. */
export async function lookUpText(context: Context, text: string): Promise<NoteLookup> {
  const number = text.trim();
  if (text.length > limits.note) return { number, problem: "tooMuch" };
  const parts = splitNote(text);
  const countNumbers = (all: readonly string[]) => new Set(all.filter(isNumberLike).map(toBatchKey)).size;
  // Repeated numbers count once; words between numbers don't count.
  const count = countNumbers(parts.flatMap((part) => (countNumbers(splitWords(part)) > 0 ? splitWords(part) : part)));
  if (count > limits.noteNumbers) return { number, problem: "tooMany", count };
  const refusal = parts.length > 0 ? await limitLookups(context, number, Math.max(1, count)) : undefined;
  if (refusal) return refusal;
  if (parts.length < 2) {
    const onlyResult = await lookUpBatch(context, parts[0] ?? "");
    if (onlyResult.batch || countNumbers(splitWords(parts[0] ?? "")) === 0) return onlyResult;
  }
  const wholeRows = await loadRows(context, parts.filter(isNumberLike));
  const isKnown = (part: string) => (wholeRows.get(toBatchId(part))?.verdict ?? "unknown") !== "unknown";
  const { whole = [], divided = [] } = Object.groupBy(parts, (part) =>
    /\s/.test(part) && !isKnown(part) ? "divided" : "whole",
  );
  const words = divided.flatMap(splitWords);
  const allRows = new Map([...wholeRows, ...(await loadRows(context, words.filter(isNumberLike)))]);
  const typed = [...whole, ...words].filter((part) => /\d/.test(part) && !isPlainQuantity(part));
  const listed = typed.flatMap((part) => allRows.get(toBatchId(part)) ?? []);
  // One batch may appear in several spellings.
  const rowsByBatch = Map.groupBy(listed, (row) => row.id ?? toBatchKey(row.number));
  const rows = [...rowsByBatch.values()].map(([row]) => row!);
  const unrecognised = [...new Set(typed.filter((part) => !allRows.has(toBatchId(part))))];
  if (rows.length === 0 || rows.length + unrecognised.length < 2)
    return lookUpBatch(context, rows[0]?.number ?? number);
  rows.sort((a, b) => verdicts.indexOf(a.verdict) - verdicts.indexOf(b.verdict));
  // The response is never stored, because each look-up counts against a limit, and some rows may be guarded.
  return { number, note: { day: getToday(context), rows, unrecognised }, headers: { "Cache-Control": privateNoStore } };
}

/** Loads the rows of numbers, by their ids. */
async function loadRows(context: Context, numbers: readonly string[]): Promise<Map<string, NoteRow>> {
  const byKey = new Map(
    numbers.filter(({ length }) => length <= limits.batchNumber).map((one) => [toBatchId(one), one]),
  );
  const rows = await mapInBatches([...byKey.values()], (one) => loadRow(context, one));
  return new Map(rows.map((row) => [toBatchId(row.number), row]));
}

/** Counts look-ups. @returns the problem if they exceed the limit */
async function limitLookups(context: Context, number: string, amount: number): Promise<NoteLookup | undefined> {
  const waitSeconds = await countLookups(context, amount);
  const headers = { "Retry-After": String(waitSeconds) };
  return waitSeconds > 0 ? { number, problem: "limited", count: Math.ceil(waitSeconds / 60), headers } : undefined;
}

async function loadRow(context: Context, number: string): Promise<NoteRow> {
  const { GUARDED_ROUTES } = getServices(context).environment;
  const isLocked = (id: string) =>
    getVisitor(context).token === undefined && isGuarded(getContentPath("batch", id), GUARDED_ROUTES);
  const typedId = toBatchId(number);
  if (isLocked(typedId)) return { number, id: typedId, verdict: "locked" };
  const batch = await loadBatch(context, number).catch((error: unknown) => {
    // Only this batch is unusable after a 500. The note fails if the backend is down.
    if (getErrorStatus(error) === 500) return "unusable" as const;
    throw error;
  });
  if (batch === "unusable") return { number, verdict: "unusable" };
  if (!batch) return { number, verdict: "unknown" };
  if (isLocked(batch.id)) return { number, id: batch.id, verdict: "locked" };
  const { state, word, advice, counted, batch: assessed } = assessBatch(context, batch);
  const { id, product, bestBefore, certificate, lang } = assessed;
  const row = { number, id, verdict: state, state, word, product, bestBefore, certificate, lang, advice };
  return removeUndefined({ ...row, results: counted });
}
