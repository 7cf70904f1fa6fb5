import type { RouterContextProvider } from "react-router";
import { getClientAddress, getRequestId, getServices, getVisitor } from "../../http/request-context.ts";
import { isGuarded } from "../../i18n/guarded-routes.ts";
import { getContentPath } from "../../i18n/urls.ts";
import { assessBatch, loadBatch, type Lookup } from "../../loaders/batches.server.ts";
import { getToday } from "../../loaders/recalls.server.ts";
import { toBatchId } from "../../services/api/contract/batch-number.ts";
import type { BatchState } from "../../services/api/contract/batch-state.ts";
import type { Batch } from "../../services/api/contract/batches.ts";
import { limits } from "../../services/api/contract/limits.ts";
import { removeUndefined } from "../../services/api/contract/remove-undefined.ts";
import { privateNoStore } from "../../services/runtime/web/http-cache.ts";
import { mapInBatches } from "../quotation/action.server.ts";

type Context = Readonly<RouterContextProvider>;

/** A number as typed. Without `state` it isn't known, or only those with a login see its batch. */
export type NoteRow = {
  number: string;
  id?: string;
  isLocked?: boolean;
  state?: BatchState;
  results?: string;
  isOutside?: boolean;
} & Partial<Pick<Batch, "product" | "bestBefore" | "certificate" | "lang">>;

export type Note = { day: string; rows: NoteRow[] };

/** `count` is that of a problem's message. */
type NoteLookup = Lookup & { note?: Note; count?: number; headers?: Record<string, string> };

/** Looks up the numbers of a delivery note. */
export async function loadNote(context: Context, text: string, numbers: readonly string[]): Promise<NoteLookup> {
  const number = text.trim();
  if (numbers.length > limits.noteNumbers) return { number, problem: "tooMany", count: numbers.length };
  const seconds = await countLookups(context, numbers.length);
  if (seconds > 0) {
    const headers = { "Retry-After": String(seconds) };
    return { number, problem: "limited", count: Math.ceil(seconds / 60), headers };
  }
  const rows = await mapInBatches(numbers, (one) => loadRow(context, one));
  // Each note counts, and some rows may be for visitors with a login.
  return { number, note: { day: getToday(context), rows }, headers: { "Cache-Control": privateNoStore } };
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
  const { state, counted } = assessBatch(context, batch);
  const row = { number, id, state, product, bestBefore, certificate, lang };
  return removeUndefined({ ...row, results: counted?.text, isOutside: counted?.isOutside });
}
