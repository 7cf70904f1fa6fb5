import type { Kysely } from "kysely";
import { overdueAfterMs } from "../outbox/backoff.ts";
import { normaliseContact } from "../contact.ts";
import { readSubmissionFields } from "../outbox/describe.ts";
import type { Status, SubmissionKind, Tables } from "../database/tables.ts";

/** Rows are read in pages of this size, so that a search has few of them in memory. */
const pageSize = 500;

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
};

type Row = Tables["submission"];

/** Lists submissions, newest first. */
export async function listSubmissions(
  database: Kysely<Tables>,
  { status, ...filter }: Filter,
  now: number,
): Promise<Submission[]> {
  const all: Submission[] = [];
  for await (const page of readPages(database, filter)) {
    const submissions = await readSubmissions(database, page, now);
    all.push(...submissions.filter((submission) => status === undefined || submission.status === status));
  }
  return all;
}

/**
 * Finds submissions that contain every word of a text in their fields, products, notes or reference, or that have it as
 * their contact. Case and full-width forms are ignored. Newest first.
 */
export async function searchSubmissions(database: Kysely<Tables>, text: string, now: number): Promise<Submission[]> {
  const contact = normaliseContact(text);
  const words = normaliseText(text).split(/\s+/).filter(Boolean);
  const matches: Submission[] = [];
  for await (const page of readPages(database, {})) {
    const contacts = new Map(page.map((row) => [row.id, row.contact]));
    const submissions = await readSubmissions(database, page, now);
    matches.push(
      ...submissions.filter((submission) => {
        const searchableText = normaliseText(`${contacts.get(submission.id)}\n${collectText(submission)}`);
        return contacts.get(submission.id) === contact || words.every((word) => searchableText.includes(word));
      }),
    );
  }
  return matches;
}

/** Converts rows to submissions, with their status and notes. */
export async function readSubmissions(
  database: Kysely<Tables>,
  rows: readonly Row[],
  now: number,
): Promise<Submission[]> {
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  const deliveries = await database
    .selectFrom("delivery")
    .select(["submission_id", "status"])
    .where("submission_id", "in", ids)
    .execute();
  const notes = await database
    .selectFrom("submission_note")
    .selectAll()
    .where("submission_id", "in", ids)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  const deliveriesById = Map.groupBy(deliveries, ({ submission_id: id }) => id);
  const notesById = Map.groupBy(notes, ({ submission_id: id }) => id);
  return rows.map((row) => {
    const status = computeStatus(deliveriesById.get(row.id) ?? [], row.created_at, now);
    return toSubmission(row, status, notesById.get(row.id) ?? []);
  });
}

/** Yields all rows in pages, newest first. */
async function* readPages(
  database: Kysely<Tables>,
  { kind, isDone }: Pick<Filter, "kind" | "isDone">,
): AsyncGenerator<Row[]> {
  let lastRow: Row | undefined;
  do {
    const previous = lastRow;
    const page: Row[] = await database
      .selectFrom("submission")
      .selectAll()
      .$if(kind !== undefined, (query) => query.where("kind", "=", kind!))
      .$if(isDone !== undefined, (query) => query.where("done_at", isDone ? "is not" : "is", null))
      .$if(previous !== undefined, (query) =>
        query.where((expression) =>
          expression.or([
            expression("created_at", "<", previous!.created_at),
            expression.and([expression("created_at", "=", previous!.created_at), expression("id", ">", previous!.id)]),
          ]),
        ),
      )
      .orderBy("created_at", "desc")
      .orderBy("id")
      .limit(pageSize)
      .execute();
    if (page.length > 0) yield page;
    lastRow = page.length === pageSize ? page.at(-1) : undefined;
  } while (lastRow);
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

function toSubmission(row: Row, status: Status, notes: readonly Tables["submission_note"][]): Submission {
  const { id, reference, kind, payload, created_at: createdAt, done_at: doneAt } = row;
  return {
    id,
    reference,
    kind,
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
