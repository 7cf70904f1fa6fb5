import type { ExpressionBuilder, Kysely } from "kysely";
import { normaliseContact } from "../contact.ts";
import { submissionKinds, type Status, type SubmissionKind, type Tables } from "../database/tables.ts";
import { overdueAfterMs } from "../outbox/backoff.ts";
import { readSubmissionFields } from "../outbox/describe.ts";

/** A note of the owner. `createdAt` is ISO 8601. */
type Note = { text: string; createdAt: string };

export type Submission = {
  id: string;
  reference: string;
  kind: SubmissionKind;
  status: Status;
  /** ISO 8601. */
  createdAt: string;
  payload: Record<string, unknown>;
  /** Time when the owner marked it as done, ISO 8601. */
  doneAt?: string;
  /** Oldest first. */
  notes?: Note[];
};

export type Filter = {
  kind?: SubmissionKind;
  status?: Status;
  /** `true`: only those that the owner marked as done; `false`: only open ones. */
  isDone?: boolean;
  idOrReference?: string;
};

/** A submission with its normalised contact, and the messages of its destinations. */
export type StoredSubmission = { submission: Submission; contact: string; messages: string[] };

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
    .$if(idOrReference !== undefined, (query) => query.where(hasIdOrReference(idOrReference!)));
  const rows = await matching.selectAll().orderBy("created_at", "desc").orderBy("id").execute();
  const deliveries = await database
    .selectFrom("delivery")
    .selectAll()
    .where("submission_id", "in", matching.select("id"))
    .execute();
  const notes = await database
    .selectFrom("submission_note")
    .selectAll()
    .where("submission_id", "in", matching.select("id"))
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  const deliveriesById = Map.groupBy(deliveries, ({ submission_id: id }) => id);
  const notesById = Map.groupBy(notes, ({ submission_id: id }) => id);
  return rows
    .map((row) => {
      const ownDeliveries = deliveriesById.get(row.id) ?? [];
      const submission = toSubmission(
        row,
        computeStatus(ownDeliveries, row.created_at, now),
        notesById.get(row.id) ?? [],
      );
      const messages = ownDeliveries.flatMap(({ destination, message }) =>
        message ? [`${destination}: ${message}`] : [],
      );
      return { submission, contact: row.contact, messages };
    })
    .filter(({ submission }) => status === undefined || submission.status === status);
}

/** The condition that a submission has this id or reference. */
export function hasIdOrReference(idOrReference: string) {
  return (expression: ExpressionBuilder<Tables, "submission">) =>
    expression.or([
      expression("submission.id", "=", idOrReference),
      expression("submission.reference", "=", idOrReference),
    ]);
}

/**
 * Finds submissions that contain every word of a text in their fields, products, notes or reference, or that have it as
 * their contact. Case and full-width forms are ignored. Newest first.
 */
export async function searchSubmissions(database: Kysely<Tables>, text: string, now: number): Promise<Submission[]> {
  const typedContact = normaliseContact(text);
  const words = normaliseText(text).split(/\s+/).filter(Boolean);
  return (await readSubmissions(database, {}, now))
    .filter(({ submission, contact }) => {
      const searchableText = normaliseText(`${contact}\n${collectText(submission)}`);
      return contact === typedContact || words.every((word) => searchableText.includes(word));
    })
    .map(({ submission }) => submission);
}

/** Derives the status of a submission from its deliveries. */
function computeStatus(
  deliveries: readonly { status: Tables["delivery"]["status"] }[],
  createdAt: number,
  now: number,
): Status {
  if (deliveries.length === 0) return "stored";
  if (deliveries.some(({ status }) => status === "refused")) return "refused";
  if (deliveries.every(({ status }) => status === "delivered")) return "delivered";
  return now - createdAt >= overdueAfterMs ? "failed" : "pending";
}

function toSubmission(
  row: Tables["submission"],
  status: Status,
  notes: readonly Tables["submission_note"][],
): Submission {
  const { id, reference, kind, payload, created_at: createdAt, done_at: doneAt } = row;
  return {
    id,
    reference,
    kind: kind as SubmissionKind,
    status,
    createdAt: formatIsoTime(createdAt),
    payload: JSON.parse(payload) as Record<string, unknown>,
    ...(doneAt !== null && { doneAt: formatIsoTime(doneAt) }),
    ...(notes.length > 0 && {
      notes: notes.map(({ text, created_at: notedAt }) => ({ text, createdAt: formatIsoTime(notedAt) })),
    }),
  };
}

const formatIsoTime = (milliseconds: number) => new Date(milliseconds).toISOString();

/** Collects the texts of a submission that the search looks at. */
function collectText({ reference, payload, notes = [] }: Submission): string {
  const { items, locale: _locale, ...fields } = readSubmissionFields(payload);
  const products = items.flatMap(({ id, title, sku }) => [id, title, sku]);
  return [reference, ...Object.values(fields), ...products, ...notes.map(({ text }) => text)].join("\n");
}

function normaliseText(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}
