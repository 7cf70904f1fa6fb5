import { setImmediate } from "node:timers/promises";
import { sql, type Kysely } from "kysely";
import { normaliseContact } from "../contact.ts";
import { formNames, type FormName } from "../../api/contract/forms/forms.ts";
import type { DeliveryStatus, Tables } from "../database/tables.ts";
import { toTime } from "../database/time.ts";
import { overdueAfterMs } from "../outbox/backoff.ts";
import { isUncertain } from "../outbox/delivery.ts";
import { readSubmissionFields, type SubmissionContent } from "../outbox/describe.ts";
import { referenceLength } from "../reference.ts";

/** Its times are ISO 8601. */
export type Submission = SubmissionContent & {
  id: string;
  status: DeliveryStatus;
  doneAt?: string;
  /** Oldest first. */
  notes?: { text: string; createdAt: string }[];
};

export type StoredSubmission = Submission & { contact: string; messages: string[] };

export type Filter = {
  kind?: FormName;
  /** `true`: only those that the owner marked as done; `false`: only open ones. */
  isDone?: boolean;
  idOrReference?: string;
  contact?: string;
  status?: DeliveryStatus;
  /** Time from which it was sent, in milliseconds since the epoch. */
  since?: number;
  /** Words that the fields, products, notes or reference contain, in any case and width; or the contact. */
  text?: string;
};

/** At most 1.3 MB, because a request has at most 64 KB. Between two parts the process serves visitors. */
export const partSize = 20;

export const pageSize = 30;

/** What the rows themselves tell. */
export type RowFilter = Omit<Filter, "status" | "text">;

function selectRows(database: Kysely<Tables>, { kind, isDone, idOrReference, contact, since }: RowFilter) {
  return (
    database
      .selectFrom("submission")
      // The outbox has purges in this table, too.
      .where("kind", "in", kind ? [kind] : formNames)
      .$if(isDone !== undefined, (query) => query.where("done_at", isDone ? "is not" : "is", null))
      .$if(idOrReference !== undefined, (query) => query.where(getIdColumn(idOrReference!), "=", idOrReference!))
      .$if(since !== undefined, (query) => query.where("created_at", ">=", toTime(since!)))
      .$if(contact !== undefined, (query) => query.where("contact", "=", contact!))
  );
}

export async function countSubmissions(database: Kysely<Tables>, filter: RowFilter): Promise<number> {
  const { count } = await selectRows(database, filter)
    .select(({ fn }) => fn.countAll().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** @param after the row before the first one */
function readRows(
  database: Kysely<Tables>,
  filter: RowFilter,
  { limit, offset = 0, after }: { limit: number; offset?: number; after?: Tables["submission"] | undefined },
): Promise<Tables["submission"][]> {
  // The index has all that the subquery reads, so that the texts of other rows aren't read.
  const ids = selectRows(database, filter)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(created_at, id) < (${after!.created_at}, ${after!.id})`),
    )
    .select("id")
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .offset(offset);
  const rows = database.selectFrom("submission").selectAll().where("id", "in", ids);
  return rows.orderBy("created_at", "desc").orderBy("id", "desc").execute();
}

async function completeRows(
  database: Kysely<Tables>,
  rows: readonly Tables["submission"][],
  now: number,
): Promise<StoredSubmission[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const deliveries = await database.selectFrom("delivery").selectAll().where("submission_id", "in", ids).execute();
  const allNotes = database.selectFrom("submission_note").selectAll().where("submission_id", "in", ids);
  const notes = await allNotes.orderBy("created_at").orderBy("id").execute();
  const deliveriesById = Map.groupBy(deliveries, ({ submission_id: id }) => id);
  const notesById = Map.groupBy(notes, ({ submission_id: id }) => id);
  return rows.map((row) => toSubmission(row, deliveriesById.get(row.id) ?? [], notesById.get(row.id), now));
}

export async function* readParts(
  database: Kysely<Tables>,
  { status, text, ...filter }: Filter,
  now: number,
): AsyncGenerator<StoredSubmission[], void> {
  const isFound = text === undefined ? () => true : createSearch(text);
  let rows: Tables["submission"][] = [];
  do {
    rows = await readRows(database, filter, { limit: partSize, after: rows.at(-1) });
    const submissions = await completeRows(database, rows, now);
    yield submissions.filter((one) => (status === undefined || one.status === status) && isFound(one));
    await setImmediate();
  } while (rows.length === partSize);
}

export async function readPage(
  database: Kysely<Tables>,
  filter: Filter,
  page: number,
  now: number,
): Promise<{ submissions: StoredSubmission[]; count: number }> {
  const offset = (page - 1) * pageSize;
  if (filter.text === undefined) {
    const rows = await readRows(database, filter, { limit: pageSize, offset });
    return { submissions: await completeRows(database, rows, now), count: await countSubmissions(database, filter) };
  }
  const submissions: StoredSubmission[] = [];
  let count = 0;
  for await (const part of readParts(database, filter, now)) {
    submissions.push(...part.slice(Math.max(0, offset - count), Math.max(0, offset + pageSize - count)));
    count += part.length;
  }
  return { submissions, count };
}

export function getIdColumn(idOrReference: string): "id" | "reference" {
  return idOrReference.length === referenceLength ? "reference" : "id";
}

function createSearch(text: string): (submission: StoredSubmission) => boolean {
  const typedContact = normaliseContact(text);
  const words = normaliseText(text).split(/\s+/).filter(Boolean);
  return (submission) => {
    const searchableText = normaliseText(collectText(submission));
    return submission.contact === typedContact || words.every((word) => searchableText.includes(word));
  };
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
  // Until the end of the lease its answer is awaited.
  if (deliveries.some((delivery) => isUncertain(delivery) && delivery.lease_until <= now)) return "uncertain";
  if (deliveries.every(({ status }) => status === "delivered")) return "delivered";
  return now - createdAt >= overdueAfterMs ? "failed" : "pending";
}

const formatIsoTime = (milliseconds: number) => new Date(milliseconds).toISOString();

function collectText({ reference, contact, payload, notes = [] }: StoredSubmission): string {
  const { items, locale: _locale, ...fields } = readSubmissionFields(payload);
  const products = items.flatMap(({ id, title, sku }) => [id, title, sku]);
  return [contact, reference, ...Object.values(fields), ...products, ...notes.map(({ text }) => text)].join("\n");
}

function normaliseText(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}
