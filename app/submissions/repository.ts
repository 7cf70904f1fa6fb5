import { createHash, randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import { overdueAfter } from "./backoff.ts";
import { sameSubmissionWindow } from "./keys.ts";
import { newReference } from "./reference.ts";
import type { DestinationName, Status, SubmissionKind, Tables } from "./tables.ts";

/** Milliseconds that the request which stores a submission has for its own first try, before the outbox takes it up. */
const firstTryHead = 5000;

export type NewSubmission = {
  kind: SubmissionKind;
  /** The contract's fields. */
  payload: object;
  /** The contact as a machine reads it. */
  contact: string;
  idempotencyKey: string;
  /** Who sends it, as a keyed hash: what is kept under a key is told to its own sender only. */
  sender?: string;
  /** A key that the same submission may have got a short while ago. */
  earlierKey?: string;
};

/** A submission as the inbox shows it. */
export type Submission = {
  id: string;
  reference: string;
  kind: SubmissionKind;
  status: Status;
  /** ISO 8601. */
  createdAt: string;
  payload: Record<string, unknown>;
  /** When the owner marked it as dealt with; absent where that hasn't happened. ISO 8601. */
  doneAt?: string;
};

/**
 * What became of an attempt: kept now, kept before (the same form sent twice), another content under the same key, or a key that
 * another sender has used for something else.
 */
export type Accepted = { outcome: "stored" | "repeated" | "changed" | "foreign"; id: string; reference: string };

/** Throws where a new submission is not to be kept. */
type Admit = (transaction: Kysely<Tables>) => Promise<void>;

export type Filter = { kind?: SubmissionKind; status?: Status };

export type Repository = ReturnType<typeof createRepository>;

/**
 * Submissions in a database. `accept` resolves once the row is committed, with a delivery for each destination.
 * @param destinations where new submissions are to be announced
 */
export function createRepository(
  database: Kysely<Tables>,
  destinations: readonly DestinationName[] = [],
  now: () => number = Date.now,
) {
  /** The submission with this key, if it is less than ten minutes old. */
  const recent = (key: string) =>
    database
      .selectFrom("submission")
      .select(["id", "reference"])
      .where("idempotency_key", "=", key)
      .where("created_at", ">", now() - sameSubmissionWindow)
      .executeTakeFirst();

  /**
   * What is kept under a key, told by the hash of what was sent now whether it is the same. Who sends the very same again may
   * come from another network; who sends something else must be the same sender.
   */
  const withKey = async (key: string, hash: string, sender: string): Promise<Accepted | undefined> => {
    const kept = await database
      .selectFrom("submission")
      .select(["id", "reference", "content_hash", "sender"])
      .where("idempotency_key", "=", key)
      .executeTakeFirst();
    if (!kept) return undefined;
    const { id, reference } = kept;
    if (kept.content_hash === hash) return { outcome: "repeated", id, reference };
    return { outcome: kept.sender === sender ? "changed" : "foreign", id, reference };
  };

  /** Inserts a submission and its deliveries, both or neither; `false` where the key is there already. */
  const insert = (row: Tables["submission"], admit: Admit) =>
    database.transaction().execute(async (transaction) => {
      // One statement decides: of fifty equal posts at once, one inserts and the others read what it wrote.
      const { numInsertedOrUpdatedRows } = await transaction
        .insertInto("submission")
        .values(row)
        .onConflict((conflict) => conflict.column("idempotency_key").doNothing())
        .executeTakeFirstOrThrow();
      if (numInsertedOrUpdatedRows !== 1n) return false;
      const common = { submission_id: row.id, status: "pending" as const, attempts: 0, lease_until: 0, message: null };
      const deliveries = destinations.map((destination) => ({
        ...common,
        destination,
        next_attempt_at: now() + firstTryHead,
      }));
      if (deliveries.length > 0) await transaction.insertInto("delivery").values(deliveries).execute();
      await admit(transaction);
      return true;
    });

  /** What a submission's deliveries come to. */
  function statusOf(deliveries: readonly { status: Tables["delivery"]["status"] }[], createdAt: number): Status {
    if (deliveries.length === 0) return "stored";
    if (deliveries.some(({ status }) => status === "refused")) return "refused";
    if (deliveries.every(({ status }) => status === "delivered")) return "delivered";
    return now() - createdAt >= overdueAfter ? "failed" : "pending";
  }

  return {
    /**
     * Keeps a submission, once: with a key that is there already, what is kept under it is what is answered.
     * @param admit asked in the same transaction, and only of a new one: what it throws leaves nothing behind
     */
    async accept(submission: NewSubmission, admit: Admit = async () => {}): Promise<Accepted> {
      const { kind, payload, contact, idempotencyKey, earlierKey, sender = "" } = submission;
      const text = JSON.stringify(payload);
      const hash = createHash("sha256").update(text).digest("hex");
      const earlier = earlierKey && (await recent(earlierKey));
      if (earlier) return { outcome: "repeated", ...earlier };
      const row = {
        ...{ id: randomUUID(), reference: newReference(), kind, payload: text, contact },
        ...{ idempotency_key: idempotencyKey, sender, content_hash: hash, created_at: now(), done_at: null },
      };
      if (await insert(row, admit)) return { outcome: "stored", id: row.id, reference: row.reference };
      const kept = await withKey(idempotencyKey, hash, sender);
      if (!kept) throw new Error("the submission with this key has just been deleted");
      return kept;
    },

    /** Newest first. */
    async list({ kind, status }: Filter = {}): Promise<Submission[]> {
      const rows = await database
        .selectFrom("submission")
        .selectAll()
        .$if(kind !== undefined, (query) => query.where("kind", "=", kind!))
        .orderBy("created_at", "desc")
        .orderBy("id")
        .execute();
      const deliveries = await database.selectFrom("delivery").select(["submission_id", "status"]).execute();
      const byId = Map.groupBy(deliveries, ({ submission_id: id }) => id);
      const all = rows.map((row) => asSubmission(row, statusOf(byId.get(row.id) ?? [], row.created_at)));
      return status === undefined ? all : all.filter((one) => one.status === status);
    },

    /** By id or reference, with what its destinations said. */
    async find(idOrReference: string): Promise<(Submission & { messages: string[] }) | undefined> {
      const row = await database
        .selectFrom("submission")
        .selectAll()
        .where((where) => where.or([where("id", "=", idOrReference), where("reference", "=", idOrReference)]))
        .executeTakeFirst();
      if (!row) return undefined;
      const deliveries = await database
        .selectFrom("delivery")
        .selectAll()
        .where("submission_id", "=", row.id)
        .execute();
      const messages = deliveries.flatMap(({ destination, message }) =>
        message ? [`${destination}: ${message}`] : [],
      );
      return { ...asSubmission(row, statusOf(deliveries, row.created_at)), messages };
    },

    /** What a destination that refused a submission said of it; `undefined` where none did. */
    async refusal(idOrReference: string): Promise<string | undefined> {
      const row = await database
        .selectFrom("delivery")
        .innerJoin("submission", "submission.id", "delivery.submission_id")
        .select("delivery.message")
        .where((where) => where.or([where("id", "=", idOrReference), where("reference", "=", idOrReference)]))
        .where("delivery.status", "=", "refused")
        .executeTakeFirst();
      return row && (row.message ?? "");
    },

    /** Has what is undelivered or was refused tried again now. @returns whether there was anything */
    async retry(id: string): Promise<boolean> {
      const { numUpdatedRows } = await database
        .updateTable("delivery")
        .set({ status: "pending", attempts: 0, next_attempt_at: now(), lease_until: 0 })
        .where("submission_id", "=", id)
        .where("status", "!=", "delivered")
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Marks a submission as dealt with. @returns whether there is one */
    async done(id: string): Promise<boolean> {
      const { numUpdatedRows } = await database
        .updateTable("submission")
        .set({ done_at: now() })
        .where("id", "=", id)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
  };
}

function asSubmission(row: Tables["submission"], status: Status): Submission {
  const { id, reference, kind, payload, created_at: createdAt, done_at: doneAt } = row;
  return {
    ...{ id, reference, kind, status },
    createdAt: new Date(createdAt).toISOString(),
    payload: JSON.parse(payload) as Record<string, unknown>,
    ...(doneAt !== null && { doneAt: new Date(doneAt).toISOString() }),
  };
}
