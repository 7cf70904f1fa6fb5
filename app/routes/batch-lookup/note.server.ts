import type { RouterContextProvider } from "react-router";
import { getServices, getVisitor } from "#app/http/request-context.ts";
import { getErrorStatus } from "#app/http/responses.ts";
import { isGuarded } from "#app/i18n/guarded-routes.ts";
import { getContentPath } from "#app/i18n/urls.ts";
import { assessBatch, getToday } from "#app/loaders/batch-states.server.ts";
import type { FailedLookup } from "#app/loaders/batch-lookups.server.ts";
import { loadBatch, lookUpBatch, type Lookup } from "#app/loaders/batches.server.ts";
import { countLookups } from "#app/loaders/numbers.server.ts";
import { toBatchId, toBatchKey } from "#app/services/api/contract/batch-number.ts";
import type { BatchState } from "#app/services/api/contract/batch-state.ts";
import type { Batch } from "#app/services/api/contract/batches.ts";
import { limits } from "#app/services/api/contract/limits.ts";
import { listCandidates, readNumbers, readParts, type NoteSegment } from "#app/services/api/contract/note-numbers.ts";
import { removeUndefined } from "#app/services/api/contract/remove-undefined.ts";
import { privateNoStore } from "#app/services/runtime/web/http-cache.ts";
import { mapInBatches } from "#app/services/runtime/map-in-batches.ts";
import { verdicts, type Verdict } from "./verdicts.ts";

type Context = Readonly<RouterContextProvider>;

/** Row of a number as typed. If `state` is missing, the batch is unknown, guarded or unusable. */
type NoteRow = {
  number: string;
  id?: string;
  isLocked?: boolean;
  isUnusable?: boolean;
  state?: BatchState;
  results?: string;
  advice?: string;
  /** Advice of the batch's own recall, in place of the verdict's. */
  ownAdvice?: string;
} & Partial<Pick<Batch, "product" | "bestBefore" | "certificate" | "lang">>;

/** `unrecognised`: words that may have been meant as numbers. */
export type Note = { day: string; rows: (NoteRow & { verdict: Verdict })[]; unrecognised: string[] };

/** Result of a look-up: one batch, several as a note, or a problem. */
export type NoteLookup = FailedLookup & Pick<Lookup, "batch"> & { note?: Note; headers?: Record<string, string> };

/** Looks up one number, or the numbers of a delivery note. */
export async function lookUpText(context: Context, text: string): Promise<NoteLookup> {
  const number = text.trim();
  if (text.length > limits.note) return { number, problem: "tooMuch" };
  const parts = readParts(text);
  const { numbers: typedNumbers } = readNumbers(parts, () => false);
  // Repeated numbers count once; words between numbers don't count.
  const count = new Set(typedNumbers.map(toBatchKey)).size;
  if (count > limits.noteNumbers) return { number, problem: "tooMany", count };
  const amount = Math.max(1, count);
  const refusal = parts.length > 0 ? await limitLookups(context, number, amount) : undefined;
  if (refusal) return refusal;
  const onlyResult = parts.length < 2 ? await lookUpBatch(context, parts[0]?.text ?? "") : undefined;
  const candidates = listSortedCandidates(parts, typedNumbers);
  if (onlyResult && (onlyResult.batch || candidates.length < 2)) return onlyResult;
  const candidateRows = await mapInBatches(candidates, (one) => loadRow(context, one));
  const rowsByNumber = new Map(candidateRows.map((row) => [row.number, row]));
  const isKnown = (one: string) => rowsByNumber.get(one)?.state !== undefined || rowsByNumber.get(one)?.isUnusable;
  const { numbers, unrecognised } = readNumbers(parts, (one) => isKnown(one) ?? false);
  if (numbers.length === 0 || numbers.length + unrecognised.length < 2)
    return lookUpBatch(context, numbers[0] ?? number);
  // One batch may appear in several spellings.
  const rowsByBatch = Map.groupBy(
    numbers.map((one) => rowsByNumber.get(one) ?? { number: one }),
    (row) => row.id ?? toBatchKey(row.number),
  );
  const rows = [...rowsByBatch.values()].map(([row]) => ({ ...row!, verdict: getVerdict(row!) }));
  rows.sort((a, b) => verdicts.indexOf(a.verdict) - verdicts.indexOf(b.verdict));
  const note = { day: getToday(context), rows, unrecognised: [...new Set(unrecognised)] };
  // The response is never stored, because each look-up counts against a limit, and some rows may be guarded.
  return { number, note, headers: { "Cache-Control": privateNoStore } };
}

/** Lists candidates, likely numbers first, words without digits last. */
function listSortedCandidates(parts: readonly NoteSegment[], numbers: readonly string[]): string[] {
  const candidates = parts.flatMap(listCandidates).filter(({ length }) => length <= limits.batchNumber);
  const digits = candidates.filter((one) => /\d/.test(one));
  return [...new Set([...numbers, ...digits, ...candidates])].slice(0, limits.noteCandidates);
}

/** Counts look-ups. @returns the problem if they exceed the limit */
async function limitLookups(context: Context, number: string, amount: number): Promise<NoteLookup | undefined> {
  const waitSeconds = await countLookups(context, amount);
  const headers = { "Retry-After": String(waitSeconds) };
  return waitSeconds > 0 ? { number, problem: "limited", count: Math.ceil(waitSeconds / 60), headers } : undefined;
}

function getVerdict({ state, isLocked, isUnusable }: NoteRow): Verdict {
  if (isUnusable) return "unusable";
  return state ?? (isLocked ? "locked" : "unknown");
}

async function loadRow(context: Context, number: string): Promise<NoteRow> {
  const { GUARDED_ROUTES } = getServices(context).environment;
  const isLocked = (id: string) =>
    getVisitor(context).token === undefined && isGuarded(getContentPath("batch", id), GUARDED_ROUTES);
  const typedId = toBatchId(number);
  if (isLocked(typedId)) return { number, id: typedId, isLocked: true };
  const batch = await loadBatch(context, number).catch((error: unknown) => {
    // Only this batch is unusable after a 500. The note fails if the backend is down.
    if (getErrorStatus(error) === 500) return "unusable" as const;
    throw error;
  });
  if (batch === "unusable") return { number, isUnusable: true };
  if (!batch) return { number };
  const { id, product, bestBefore, lang } = batch;
  if (isLocked(id)) return { number, id, isLocked: true };
  const {
    state,
    advice,
    counted,
    batch: { certificate },
  } = assessBatch(context, batch);
  const ownAdvice = batch.recalled?.advice;
  const row = { number, id, state, product, bestBefore, certificate, lang, advice, ownAdvice };
  return removeUndefined({ ...row, results: counted });
}
