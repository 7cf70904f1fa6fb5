import { hash, randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import type { FormName } from "#app/services/api/contract/forms/forms.ts";
import { createReference } from "#app/services/submissions/database/reference.ts";
import type { DestinationName, Tables } from "#app/services/submissions/database/tables.ts";
import { toTime, type Time } from "#app/services/submissions/database/time.ts";
import { createSearchText, normaliseText } from "#app/services/submissions/inbox/search-text.ts";
import {
  countSubmissions,
  getIdColumn,
  readPage,
  readParts,
  type Filter,
  type RowFilter,
  type StoredSubmission,
} from "#app/services/submissions/inbox/submission-list.ts";
import { newDelivery, retryDeliveries } from "#app/services/submissions/outbox/delivery.ts";

/** Milliseconds within which equal content from the same sender is a duplicate. */
export const duplicateWindowMs = 10 * 60 * 1000;

/** Milliseconds for the delivery attempt during the visitor's request, before the outbox may retry. */
const firstAttemptWindowMs = 5000;

export type NewSubmission = {
  kind: FormName;
  payload: object;
  contact: string;
  idempotencyKey: string;
  /** Keyed hash of the sender, who alone may read the submission. */
  sender?: string;
  /** Key of equal content in the previous window. */
  previousWindowKey?: string;
};

/**
 * Unless the status is `stored`, `id` and `reference` are those of an earlier submission. `conflict`: the earlier
 * submission has different content. `otherSender`: it has different content and another sender.
 */
export type StoreResult = {
  status: "stored" | "duplicate" | "conflict" | "otherSender";
  id: string;
  reference: string;
};

/** Runs before the commit. An error rolls the transaction back. */
type BeforeCommit = (transaction: Kysely<Tables>) => Promise<void>;

export type Repository = ReturnType<typeof createRepository>;

/** `store` resolves when submission and deliveries are committed. */
export function createRepository(
  database: Kysely<Tables>,
  destinations: readonly DestinationName[] = [],
  now: () => number = Date.now,
) {
  const findByKey = (key: string) =>
    database.selectFrom("submission").selectAll().where("idempotency_key", "=", key).executeTakeFirst();

  /** @returns `false` if the key exists */
  const insert = (row: Tables["submission"], beforeCommit: BeforeCommit) =>
    database.transaction().execute(async (transaction) => {
      // A single statement inserts or detects the conflict, so that concurrent duplicates insert one row.
      const { numInsertedOrUpdatedRows } = await transaction
        .insertInto("submission")
        .values(row)
        .onConflict((conflict) => conflict.column("idempotency_key").doNothing())
        .executeTakeFirstOrThrow();
      if (numInsertedOrUpdatedRows !== 1n) return false;
      const common = { ...newDelivery, submission_id: row.id, next_attempt_at: toTime(now() + firstAttemptWindowMs) };
      const deliveries = destinations.map((destination) => ({ ...common, destination }));
      if (deliveries.length > 0) await transaction.insertInto("delivery").values(deliveries).execute();
      await beforeCommit(transaction);
      return true;
    });

  const setDoneAt = async (id: string, doneAt: Time | null): Promise<boolean> => {
    const update = database.updateTable("submission").set({ done_at: doneAt }).where("id", "=", id);
    return (await update.executeTakeFirst()).numUpdatedRows > 0n;
  };

  const list = async (filter: Filter = {}): Promise<StoredSubmission[]> =>
    (await Array.fromAsync(readParts(database, filter, now()))).flat();

  return {
    /**
     * Equal content with the same key is a duplicate even from another network, because a visitor's address may change.
     */
    async store(submission: NewSubmission, beforeCommit: BeforeCommit = async () => {}): Promise<StoreResult> {
      const { kind, contact, idempotencyKey, previousWindowKey, sender = "" } = submission;
      const recent = previousWindowKey === undefined ? undefined : await findByKey(previousWindowKey);
      if (recent && recent.created_at > now() - duplicateWindowMs)
        return { status: "duplicate", id: recent.id, reference: recent.reference };
      const payload = JSON.stringify(submission.payload);
      const reference = createReference();
      const row = {
        id: randomUUID(),
        reference,
        kind,
        payload,
        contact,
        idempotency_key: idempotencyKey,
        sender,
        content_hash: hash("sha256", payload),
        created_at: toTime(now()),
        done_at: null,
        search_text: createSearchText({ reference, contact, payload }),
      };
      if (await insert(row, beforeCommit)) return { status: "stored", id: row.id, reference };
      const existingSubmission = await findByKey(idempotencyKey);
      if (!existingSubmission) throw new Error("the submission with this key has just been deleted");
      const found = { id: existingSubmission.id, reference: existingSubmission.reference };
      if (existingSubmission.content_hash === row.content_hash) return { status: "duplicate", ...found };
      return { status: existingSubmission.sender === sender ? "conflict" : "otherSender", ...found };
    },

    list,

    readPage: (filter: Omit<Filter, "status">, page: number) => readPage(database, filter, page, now()),

    readParts: (filter: Filter) => readParts(database, filter, now()),

    count: (filter: RowFilter): Promise<number> => countSubmissions(database, filter),

    find: async (idOrReference: string): Promise<StoredSubmission | undefined> => (await list({ idOrReference }))[0],

    /** Finds the message of a destination that refused the submission; `undefined` if none did. */
    async findRefusal(idOrReference: string): Promise<string | undefined> {
      const row = await database
        .selectFrom("delivery")
        .innerJoin("submission", "submission.id", "delivery.submission_id")
        .select("delivery.message")
        .where(`submission.${getIdColumn(idOrReference)}`, "=", idOrReference)
        .where("delivery.status", "=", "refused")
        .where("delivery.uncertain_at", "is", null)
        .executeTakeFirst();
      return row && (row.message ?? "");
    },

    /** Finds a submission's fields; `undefined` for another sender, or if it isn't newer than `since`. */
    async findPayload(reference: string, sender: string, since: Time): Promise<Record<string, unknown> | undefined> {
      const row = await database
        .selectFrom("submission")
        .select("payload")
        .where("reference", "=", reference)
        .where("sender", "=", sender)
        .where("created_at", ">", since)
        .executeTakeFirst();
      return row && (JSON.parse(row.payload) as Record<string, unknown>);
    },

    retry: (id: string): Promise<boolean> => retryDeliveries(database, id, toTime(now())),

    markAsDone: (id: string): Promise<boolean> => setDoneAt(id, toTime(now())),

    reopen: (id: string): Promise<boolean> => setDoneAt(id, null),

    async addNote(id: string, text: string): Promise<void> {
      const note = { id: randomUUID(), text, created_at: toTime(now()), search_text: normaliseText(text) };
      await database
        .insertInto("submission_note")
        .values({ ...note, submission_id: id })
        .execute();
    },
  };
}
