import { setImmediate } from "node:timers/promises";
import { sql, type Kysely } from "kysely";
import { formNames, type FormName } from "#app/services/api/contract/forms/forms.ts";
import { referenceLength } from "#app/services/submissions/database/reference.ts";
import type { DeliveryStatus, Tables } from "#app/services/submissions/database/tables.ts";
import { toTime } from "#app/services/submissions/database/time.ts";
import { overdueAfterMs } from "#app/services/submissions/outbox/backoff.ts";
import { isUncertain } from "#app/services/submissions/outbox/delivery.ts";
import { hasContact } from "#app/services/submissions/texts/contact-list.ts";
import type { SubmissionContent } from "#app/services/submissions/texts/describe.ts";
import { addSearchTexts, containsWords } from "./search-text.ts";

/** A submission; its times are ISO 8601. */
export type InboxSubmission = SubmissionContent & {
  id: string;
  status: DeliveryStatus;
  doneAt?: string;
  /** Notes, oldest first. */
  notes?: { text: string; createdAt: string }[];
};

export type StoredSubmission = InboxSubmission & { contact: string; messages: string[] };

export type Filter = {
  kind?: FormName;
  /** `true`: only done submissions; `false`: only open ones. */
  isDone?: boolean;
  idOrReference?: string;
  contact?: string;
  status?: DeliveryStatus;
  /** Earliest time of submission, in epoch milliseconds. */
  since?: number;
  /** Latest time of submission (exclusive), in epoch milliseconds. */
  before?: number;
  /** Words in fields, products, notes or reference, regardless of case and width; or the contact. */
  text?: string;
};

/**
 * Number of submissions read before yielding to the event loop: at most 1.3 MB, because a request has at most 64 KB.
 */
export const chunkSize = 20;

/** Number of texts compared before yielding to the event loop. */
const comparedRowCount = 200;

export const pageSize = 30;

/** Conditions on a row's own columns. */
export type RowFilter = Omit<Filter, "status" | "text">;

export function selectRows(database: Kysely<Tables>, filter: RowFilter) {
  const { kind, isDone, idOrReference, contact, since, before } = filter;
  return (
    database
      .selectFrom("submission")
      // The table also has the outbox's system messages.
      .where("kind", "in", kind ? [kind] : formNames)
      .$if(isDone !== undefined, (query) => query.where("done_at", isDone ? "is not" : "is", null))
      .$if(idOrReference !== undefined, (query) => query.where(getIdColumn(idOrReference!), "=", idOrReference!))
      .$if(since !== undefined, (query) => query.where("created_at", ">=", toTime(since!)))
      .$if(before !== undefined, (query) => query.where("created_at", "<", toTime(before!)))
      .$if(contact !== undefined, (query) => query.where(hasContact(contact!)))
  );
}

export async function countSubmissions(database: Kysely<Tables>, filter: RowFilter): Promise<number> {
  const { count } = await selectRows(database, filter)
    .select(({ fn }) => fn.countAll().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

type RowPosition = Pick<Tables["submission"], "id" | "created_at">;

/** Selects rows, the newest first. @param after the last row of the previous selection */
function selectPositions(database: Kysely<Tables>, filter: RowFilter, limit: number, after?: RowPosition) {
  return selectRows(database, filter)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(created_at, id) < (${after!.created_at}, ${after!.id})`),
    )
    .select(["id", "created_at"])
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit);
}

async function* findIds(database: Kysely<Tables>, filter: RowFilter, text?: string): AsyncGenerator<string[], void> {
  if (text !== undefined) await addSearchTexts(database);
  const matchesText = text === undefined ? sql`1 = 1` : containsWords(text);
  let last: RowPosition | undefined;
  do {
    const rows = await selectPositions(database, filter, comparedRowCount, last)
      .select(matchesText.as("matchesText"))
      .execute();
    yield rows.filter((row) => row.matchesText).map(({ id }) => id);
    last = rows.length === comparedRowCount ? rows.at(-1) : undefined;
    await setImmediate();
  } while (last);
}

async function readSubmissions(
  database: Kysely<Tables>,
  ids: readonly string[],
  now: number,
): Promise<StoredSubmission[]> {
  if (ids.length === 0) return [];
  const rowsQuery = database.selectFrom("submission").selectAll().where("id", "in", ids);
  const rows = await rowsQuery.orderBy("created_at", "desc").orderBy("id", "desc").execute();
  const deliveries = await database.selectFrom("delivery").selectAll().where("submission_id", "in", ids).execute();
  const notesQuery = database.selectFrom("submission_note").selectAll().where("submission_id", "in", ids);
  const notes = await notesQuery.orderBy("created_at").orderBy("id").execute();
  const deliveriesById = Map.groupBy(deliveries, ({ submission_id: id }) => id);
  const notesById = Map.groupBy(notes, ({ submission_id: id }) => id);
  return rows.map((row) => toSubmission(row, deliveriesById.get(row.id) ?? [], notesById.get(row.id), now));
}

export async function* readParts(
  database: Kysely<Tables>,
  { status, text, ...filter }: Filter,
  now: number,
): AsyncGenerator<StoredSubmission[], void> {
  for await (const ids of findIds(database, filter, text)) {
    for (let start = 0; start < ids.length; start += chunkSize) {
      const submissions = await readSubmissions(database, ids.slice(start, start + chunkSize), now);
      yield submissions.filter((one) => status === undefined || one.status === status);
      await setImmediate();
    }
  }
}

export async function readPage(
  database: Kysely<Tables>,
  { text, ...filter }: Omit<Filter, "status">,
  page: number,
  now: number,
): Promise<{ submissions: StoredSubmission[]; count: number }> {
  const offset = (page - 1) * pageSize;
  const matchingIds = text === undefined ? undefined : (await Array.fromAsync(findIds(database, filter, text))).flat();
  const ids = matchingIds
    ? matchingIds.slice(offset, offset + pageSize)
    : (await selectPositions(database, filter, pageSize).offset(offset).execute()).map(({ id }) => id);
  const count = matchingIds ? matchingIds.length : await countSubmissions(database, filter);
  return { submissions: await readSubmissions(database, ids, now), count };
}

export function getIdColumn(idOrReference: string): "id" | "reference" {
  return idOrReference.length === referenceLength ? "reference" : "id";
}

function toSubmission(
  row: Tables["submission"],
  deliveries: readonly Tables["delivery"][],
  notes: readonly Tables["submission_note"][] | undefined,
  now: number,
): StoredSubmission {
  const { id, reference, contact } = row;
  return {
    id,
    reference,
    kind: row.kind as FormName,
    status: computeStatus(deliveries, row.created_at, now),
    createdAt: formatIsoTime(row.created_at),
    payload: JSON.parse(row.payload) as Record<string, unknown>,
    doneAt: row.done_at === null ? undefined : formatIsoTime(row.done_at),
    notes: notes?.map(({ text, created_at: notedAt }) => ({ text, createdAt: formatIsoTime(notedAt) })),
    contact,
    messages: deliveries.flatMap(({ destination, message }) => (message ? [`${destination}: ${message}`] : [])),
  };
}

function computeStatus(deliveries: readonly Tables["delivery"][], createdAt: number, now: number): DeliveryStatus {
  if (deliveries.length === 0) return "stored";
  if (deliveries.some((delivery) => delivery.status === "refused" && !isUncertain(delivery))) return "refused";
  // Until the lease ends, the response may still arrive, so the submission isn't uncertain yet.
  if (deliveries.some((delivery) => isUncertain(delivery) && delivery.lease_until <= now)) return "uncertain";
  if (deliveries.every(({ status }) => status === "delivered")) return "delivered";
  return now - createdAt >= overdueAfterMs ? "failed" : "pending";
}

const formatIsoTime = (milliseconds: number) => new Date(milliseconds).toISOString();
