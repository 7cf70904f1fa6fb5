import { setImmediate } from "node:timers/promises";
import { sql, type Kysely, type RawBuilder } from "kysely";
import { normaliseUnicode } from "#app/services/api/contract/normalise-unicode.ts";
import type { Tables } from "#app/services/submissions/database/tables.ts";
import { hasContact } from "#app/services/submissions/texts/contact-list.ts";
import { normaliseContact } from "#app/services/submissions/texts/contact.ts";
import { readSubmissionFields } from "#app/services/submissions/texts/describe.ts";

/** Number of an earlier version's rows read at once: at most 1.3 MB, because a request has at most 64 KB. */
const batchSize = 20;

/** Normalises case and width, and replaces NUL, which PostgreSQL can't store. */
export const normaliseText = (text: string): string =>
  normaliseUnicode(text, "NFKC").toLowerCase().replaceAll("\0", " ");

type SearchableSubmission = Pick<Tables["submission"], "reference" | "contact" | "payload">;

export function createSearchText({ reference, contact, payload }: SearchableSubmission): string {
  const { items, locale: _locale, ...fields } = readSubmissionFields(JSON.parse(payload) as Record<string, unknown>);
  const products = items.flatMap(({ id, title, form, sku, quantity, unit }) => [id, title, form, sku, quantity, unit]);
  return normaliseText([contact, reference, ...Object.values(fields), ...products].join("\n"));
}

/**
 * Returns an SQL condition: the text is a contact of the submission, or the submission and its notes contain every word of
 * the text.
 */
export function containsWords(text: string): RawBuilder<unknown> {
  const conditions = normaliseText(text)
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => {
      const containsWord = sql`like ${`%${word.replace(/[\\%_]/g, String.raw`\$&`)}%`} escape '\\'`;
      const notes = sql`select 1 from submission_note where submission_id = submission.id and submission_note.search_text ${containsWord}`;
      return sql`(submission.search_text ${containsWord} or exists (${notes}))`;
    });
  const contact = hasContact(normaliseContact(text) ?? "");
  return sql`(${contact} or (${sql.join([sql`1 = 1`, ...conditions], sql` and `)}))`;
}

/** Adds search texts to rows stored by an earlier version, which may still be running. */
export async function addSearchTexts(database: Kysely<Tables>): Promise<void> {
  const submissions = database.selectFrom("submission").select(["id", "reference", "contact", "payload"]);
  const notes = database.selectFrom("submission_note").select(["id", "text"]);
  const readBatch = async () => [
    ...(await submissions.where("search_text", "is", null).orderBy("id").limit(batchSize).execute()).map(
      (row) => ["submission", row.id, createSearchText(row)] as const,
    ),
    ...(await notes.where("search_text", "is", null).orderBy("id").limit(batchSize).execute()).map(
      (row) => ["submission_note", row.id, normaliseText(row.text)] as const,
    ),
  ];
  for (let batch = await readBatch(); batch.length > 0; batch = await readBatch()) {
    const rows = batch;
    await database.transaction().execute(async (transaction) => {
      for (const [table, id, text] of rows)
        await transaction.updateTable(table).set({ search_text: text }).where("id", "=", id).execute();
    });
    await setImmediate();
  }
}
