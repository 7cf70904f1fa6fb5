import type { RouterContextProvider } from "react-router";
import { getClientAddress, getRequestId, getServices, getVisitor } from "../../http/request-context.ts";
import { isGuarded } from "../../i18n/guarded-routes.ts";
import { getContentPath } from "../../i18n/urls.ts";
import { assessBatch, getToday } from "../../loaders/batch-states.server.ts";
import { loadBatch, lookUpBatch, type Lookup } from "../../loaders/batches.server.ts";
import { toBatchId } from "../../services/api/contract/batch-number.ts";
import type { BatchState } from "../../services/api/contract/batch-state.ts";
import type { Batch } from "../../services/api/contract/batches.ts";
import { limits } from "../../services/api/contract/limits.ts";
import { listCandidates, readNumbers, readParts } from "../../services/api/contract/note-numbers.ts";
import { removeUndefined } from "../../services/api/contract/remove-undefined.ts";
import { privateNoStore } from "../../services/runtime/web/http-cache.ts";
import { mapInBatches } from "../../services/runtime/map-in-batches.ts";
import { verdicts, type Verdict } from "./verdicts.ts";

type Context = Readonly<RouterContextProvider>;

/** A number as typed. Without `state` it isn't known, or only those with a login see its batch. */
type NoteRow = {
  number: string;
  id?: string;
  isLocked?: boolean;
  state?: BatchState;
  results?: string;
  isOutside?: boolean;
  advice?: string;
  /** That of the recall. */
  ownAdvice?: string;
} & Partial<Pick<Batch, "product" | "bestBefore" | "certificate" | "lang">>;

/** `unread` are words that may have been meant as numbers. */
export type Note = { day: string; rows: (NoteRow & { verdict: Verdict })[]; unread: string[] };

/** `count` is that of a problem's message. */
export type NoteLookup = Lookup & { note?: Note; count?: number; headers?: Record<string, string> };

/** Looks up what a visitor typed: one number, or those of a delivery note. */
export async function lookUpText(context: Context, text: string): Promise<NoteLookup> {
  const number = text.trim();
  if (text.length > limits.note) return { number, problem: "tooMuch" };
  const parts = readParts(text);
  const alone = parts.length < 2 ? await lookUpBatch(context, parts[0]?.text ?? "") : undefined;
  const candidates = [...new Set(parts.flatMap(listCandidates))];
  if (alone && (alone.batch || candidates.length < 2)) return alone;
  const count = readNumbers(parts, () => false).numbers.length;
  if (count > limits.noteNumbers) return { number, problem: "tooMany", count };
  if (candidates.length > limits.noteCandidates) return { number, problem: "tooMuch" };
  const seconds = await countLookups(context, candidates.length);
  if (seconds > 0) {
    const headers = { "Retry-After": String(seconds) };
    return { number, problem: "limited", count: Math.ceil(seconds / 60), headers };
  }
  const found = await mapInBatches(candidates, (one) => loadRow(context, one));
  const rowsByNumber = new Map(found.map((row) => [row.number, row]));
  const { numbers, unread } = readNumbers(parts, (one) => rowsByNumber.get(one)?.state !== undefined);
  if (numbers.length === 0 || numbers.length + unread.length < 2) return lookUpBatch(context, numbers[0] ?? number);
  const rows = numbers.map((one) => rowsByNumber.get(one)!).map((row) => ({ ...row, verdict: getVerdict(row) }));
  rows.sort((a, b) => verdicts.indexOf(a.verdict) - verdicts.indexOf(b.verdict));
  const note = { day: getToday(context), rows, unread: [...new Set(unread)] };
  // Each note counts, and some rows may be for visitors with a login.
  return { number, note, headers: { "Cache-Control": privateNoStore } };
}

function getVerdict({ state, isOutside, isLocked }: NoteRow): Verdict {
  if (isOutside) return "outside";
  return state ?? (isLocked ? "locked" : "unknown");
}

/** Numbers are looked up even if the database fails. */
async function countLookups(context: Context, amount: number): Promise<number> {
  const { limiter, log } = getServices(context);
  return limiter.countAttempt("lookup", getClientAddress(context), amount).catch((error: unknown) => {
    log.error({ requestId: getRequestId(context), err: error }, "look-ups could not be counted");
    return 0;
  });
}

async function loadRow(context: Context, number: string): Promise<NoteRow> {
  const { GUARDED_ROUTES } = getServices(context).environment;
  const isLocked = (id: string) =>
    getVisitor(context).token === undefined && isGuarded(getContentPath("batch", id), GUARDED_ROUTES);
  const typedId = toBatchId(number);
  if (isLocked(typedId)) return { number, id: typedId, isLocked: true };
  const batch = await loadBatch(context, number);
  if (!batch) return { number };
  const { id, product, bestBefore, certificate, lang } = batch;
  if (isLocked(id)) return { number, id, isLocked: true };
  const { state, advice, counted, isOutside } = assessBatch(context, batch);
  const ownAdvice = batch.recalled?.advice;
  const row = { number, id, state, product, bestBefore, certificate, lang, advice, ownAdvice };
  return removeUndefined({ ...row, results: counted, isOutside });
}
