import type { ExpressionBuilder, Kysely } from "kysely";
import type { Log } from "../platform/log.ts";
import { newRequestId } from "../platform/request-id.ts";
import { delayUntilRetry } from "./backoff.ts";
import type { DestinationName, SubmissionKind, Tables } from "./tables.ts";

/** What is delivered: the submission and the key that is the same at every try. */
export type Parcel = {
  id: string;
  reference: string;
  kind: SubmissionKind;
  createdAt: string;
  payload: Record<string, unknown>;
  idempotencyKey: string;
  /** Of the visitor's request at its own try; of the try itself at any later one. The log has it. */
  requestId: string;
  /** The visitor's, where it is still at hand. */
  token?: string;
};

/** What the request of a visitor who is waiting gives to the first try. */
export type Visit = { token?: string; requestId?: string };

/** What a destination says: it has it, it won't have it (and why), or it can't now. */
export type Outcome =
  { is: "delivered" } | { is: "refused"; message: string } | { is: "later"; message: string; retryAfter?: number };

export type Destination = (parcel: Parcel) => Promise<Outcome>;

/** Least milliseconds that one delivery may take before another process may take it up. */
const shortestLease = 30_000;

/** Milliseconds that a lease is longer than the longest call: for what comes before and after it. */
const leaseMargin = 10_000;

const batch = 10;

export type Delivery = ReturnType<typeof createDelivery>;

/**
 * The outbox: hands submissions to their destinations, at least once each.
 * @param longestCall most milliseconds that a destination takes to answer: while it does, nobody else may try
 */
export function createDelivery(
  database: Kysely<Tables>,
  destinations: Partial<Record<DestinationName, Destination>>,
  log: Log,
  { now = Date.now, longestCall = 0 }: { now?: () => number; longestCall?: number } = {},
) {
  const lease = Math.max(shortestLease, longestCall + leaseMargin);

  /** Takes up to ten deliveries that are due, or those of one submission at once, so that no other process does. */
  async function claim(submissionId?: string): Promise<Tables["delivery"][]> {
    const time = now();
    const isFree = (where: ExpressionBuilder<Tables, "delivery">) =>
      where.and([
        where("delivery.status", "=", "pending"),
        where("delivery.lease_until", "<=", time),
        submissionId === undefined
          ? where("delivery.next_attempt_at", "<=", time)
          : where("delivery.submission_id", "=", submissionId),
      ]);
    const due = database
      .selectFrom("delivery")
      .select("delivery.submission_id")
      .where(isFree)
      .orderBy("delivery.next_attempt_at")
      .limit(batch);
    // The conditions stand outside too: a process that waited for another's update must see that there is nothing left.
    return (
      database
        .updateTable("delivery")
        // Counted as it begins: a process that dies while it delivers has tried.
        .set((column) => ({ lease_until: time + lease, attempts: column("attempts", "+", 1) }))
        .where("delivery.submission_id", "in", due)
        .where(isFree)
        .returningAll()
        .execute()
    );
  }

  async function deliver(
    delivery: Tables["delivery"],
    { token, requestId = newRequestId() }: Visit = {},
  ): Promise<Outcome> {
    const { submission_id: id, destination, attempts } = delivery;
    const row = await database.selectFrom("submission").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    const outcome = await attempt(destinations[destination], { ...asParcel(row), token, requestId });
    const isLater = outcome.is === "later";
    const delay = isLater ? delayUntilRetry(attempts, now() - row.created_at, outcome) : 0;
    const status = isLater ? "pending" : outcome.is;
    await database
      .updateTable("delivery")
      .set({
        ...{ status, lease_until: 0, next_attempt_at: now() + delay },
        message: outcome.is === "delivered" ? null : outcome.message,
      })
      .where("submission_id", "=", id)
      .where("destination", "=", destination)
      // What failed here after the lease was over is another's to say; what was delivered is so in any case.
      .$if(outcome.is !== "delivered", (update) => update.where("lease_until", "=", delivery.lease_until))
      .execute();
    log.info({ requestId, submission: id, destination, status, attempts }, "delivery");
    return outcome;
  }

  return {
    /** Delivers what is due. @returns what was said of each */
    async deliverDue(): Promise<Outcome[]> {
      return Promise.all((await claim()).map((delivery) => deliver(delivery)));
    },

    /** Delivers one submission now. */
    async deliverNow(submissionId: string, visit?: Visit): Promise<void> {
      await Promise.all((await claim(submissionId)).map((delivery) => deliver(delivery, visit)));
    },
  };
}

async function attempt(destination: Destination | undefined, parcel: Parcel): Promise<Outcome> {
  if (!destination) return { is: "later", message: "this destination is not configured" };
  return destination(parcel).catch((error: unknown) => ({
    is: "later" as const,
    message: error instanceof Error ? error.message : String(error),
  }));
}

function asParcel(row: Tables["submission"]): Omit<Parcel, keyof Visit> {
  const { id, reference, kind, payload, created_at: createdAt, idempotency_key: idempotencyKey } = row;
  return {
    ...{ id, reference, kind, idempotencyKey },
    createdAt: new Date(createdAt).toISOString(),
    payload: JSON.parse(payload) as Record<string, unknown>,
  };
}
