import type { Kysely } from "kysely";
import { normaliseContact } from "../contact.ts";
import { submissionKinds, type DeliveryStatus, type SubmissionKind, type Tables } from "../database/tables.ts";
import { overdueAfterMs } from "../outbox/backoff.ts";
import { readSubmissionFields } from "../outbox/describe.ts";
import { referenceLength } from "../reference.ts";

/** A stored submission. Its times are ISO 8601. */
export type Submission = {
  id: string;
  reference: string;
  kind: SubmissionKind;
  status: DeliveryStatus;
  createdAt: string;
  payload: Record<string, unknown>;
  /** Time when the owner marked it as done. */
  doneAt?: string;
  /** Notes of the owner, oldest first. */
  notes?: { text: string; createdAt: string }[];
};

/** A submission with its normalised contact, and the messages of its destinations. */
export type StoredSubmission = Submission & { contact: string; messages: string[] };

export type Filter = {
  kind?: SubmissionKind;
  status?: DeliveryStatus;
  /** `true`: only those that the owner marked as done; `false`: only open ones. */
  isDone?: boolean;
  idOrReference?: string;
};

/** Reads submissions, newest first. */
export async function readSubmissions(
  database: Kysely<Tables>,
  { kind, status, isDone, idOrReference }: Filter,
  now: number,
): Promise<StoredSubmission[]> {
  const matching = database
    .selectFrom("submission")
    // The outbox has purges in this table, too.
    .where("kind", "in", kind ? [kind] : submissionKinds)
    .$if(isDone !== undefined, (query) => query.where("done_at", isDone ? "is not" : "is", null))
    .$if(idOrReference !== undefined, (query) => query.where(getIdColumn(idOrReference!), "=", idOrReference!));
  const rows = await matching.selectAll().orderBy("created_at", "desc").orderBy("id").execute();
  const ids = matching.select("id");
  const deliveries = await database.selectFrom("delivery").selectAll().where("submission_id", "in", ids).execute();
  const allNotes = database.selectFrom("submission_note").selectAll().where("submission_id", "in", ids);
  const notes = await allNotes.orderBy("created_at").orderBy("id").execute();
  const deliveriesById = Map.groupBy(deliveries, ({ submission_id: id }) => id);
  const notesById = Map.groupBy(notes, ({ submission_id: id }) => id);
  return rows
    .map((row) => toSubmission(row, deliveriesById.get(row.id) ?? [], notesById.get(row.id), now))
    .filter((submission) => status === undefined || submission.status === status);
}

/** Returns the column that has this id or reference. */
export function getIdColumn(idOrReference: string): "id" | "reference" {
  return idOrReference.length === referenceLength ? "reference" : "id";
}

/**
 * Finds submissions that contain every word of a text in their fields, products, notes or reference, or that have it as
 * their contact. Case and full-width forms are ignored. Newest first.
 */
export async function searchSubmissions(
  database: Kysely<Tables>,
  text: string,
  now: number,
): Promise<StoredSubmission[]> {
  const typedContact = normaliseContact(text);
  const words = normaliseText(text).split(/\s+/).filter(Boolean);
  return (await readSubmissions(database, {}, now)).filter((submission) => {
    const searchableText = normaliseText(collectText(submission));
    return submission.contact === typedContact || words.every((word) => searchableText.includes(word));
  });
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
    kind: row.kind as SubmissionKind,
    status: computeStatus(deliveries, now - row.created_at),
    createdAt: formatIsoTime(row.created_at),
    payload: JSON.parse(row.payload) as Record<string, unknown>,
    doneAt: row.done_at === null ? undefined : formatIsoTime(row.done_at),
    notes: notes?.map(({ text, created_at: notedAt }) => ({ text, createdAt: formatIsoTime(notedAt) })),
    contact,
    messages: deliveries.flatMap(({ destination, message }) => (message ? [`${destination}: ${message}`] : [])),
  };
}

/** Derives the status of a submission from its deliveries. */
function computeStatus(deliveries: readonly Tables["delivery"][], age: number): DeliveryStatus {
  if (deliveries.length === 0) return "stored";
  if (deliveries.some(({ status }) => status === "refused")) return "refused";
  if (deliveries.every(({ status }) => status === "delivered")) return "delivered";
  return age >= overdueAfterMs ? "failed" : "pending";
}

const formatIsoTime = (milliseconds: number) => new Date(milliseconds).toISOString();

/** Collects the texts of a submission that the search looks at. */
function collectText({ reference, contact, payload, notes = [] }: StoredSubmission): string {
  const { items, locale: _locale, ...fields } = readSubmissionFields(payload);
  const products = items.flatMap(({ id, title, sku }) => [id, title, sku]);
  return [contact, reference, ...Object.values(fields), ...products, ...notes.map(({ text }) => text)].join("\n");
}

function normaliseText(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}
