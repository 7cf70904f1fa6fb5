import { randomUUID } from "node:crypto";
import { expressionBuilder, type ExpressionBuilder, type Kysely } from "kysely";
import type { FormName } from "#app/services/api/contract/forms/forms.ts";
import type { Log } from "#app/services/runtime/log.ts";
import { getCounter } from "#app/services/runtime/metrics.ts";
import { describeConnectionError, parseRetryAfter } from "#app/services/runtime/web/http-fetch.ts";
import { createRequestId } from "#app/services/runtime/web/request-ids.ts";
import { announcementKind, type DestinationName, type Tables } from "#app/services/submissions/database/tables.ts";
import { toTime, type Time } from "#app/services/submissions/database/time.ts";
import type { SubmissionContent } from "#app/services/submissions/texts/describe.ts";
import { computeRetryDelay, maxRetryAfterMs } from "./backoff.ts";

/** Message for a destination, with the same idempotency key at every attempt. */
export type OutboxMessage = SubmissionContent & {
  id: string;
  idempotencyKey: string;
  /** Request id for the log: the visitor's at the first attempt, later a new one. */
  requestId: string;
  /** Token of the visitor, only at the first attempt. */
  token?: string;
  /** Lines of a reminder, subject first. They are sent instead of a submission's lines. */
  reminder?: readonly string[];
  /**
   * Records that the message may arrive from now on, and that the response takes at most `maxMs` milliseconds. If the
   * process ends before the response, the delivery is uncertain.
   */
  expectResponse(maxMs: number): Promise<void>;
};

export type VisitorContext = { token?: string; requestId?: string };

/**
 * `message` is for the owner; if it may contain personal data, the log has `reason` instead. `retryAfter` is in
 * milliseconds. `stored`: only the inbox has the submission. `uncertain`: it may have arrived, so only a person resends
 * it.
 */
export type DeliveryResult =
  | { status: "delivered" }
  | { status: "stored" | "refused" | "uncertain"; message: string; reason?: string }
  | { status: "retry"; message: string; reason?: string; retryAfter?: number };

export type Destination = (message: OutboxMessage) => Promise<DeliveryResult>;

const unattemptedDelivery = { status: "pending", attempts: 0, lease_until: toTime(0), uncertain_at: null } as const;

export const newDelivery = { ...unattemptedDelivery, message: null } as const;

/** Makes undelivered deliveries due, unless their response may still arrive. @returns whether any became due */
export async function retryDeliveries(database: Kysely<Tables>, submissionId: string, time: Time): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable("delivery")
    .set({ ...unattemptedDelivery, next_attempt_at: time })
    .where("submission_id", "=", submissionId)
    .where("status", "!=", "delivered")
    .where((expression) =>
      expression.or([expression("uncertain_at", "is", null), expression("lease_until", "<=", time)]),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Whether it is unknown if a message arrived. Checks the status, too, because earlier releases of the site kept
 * `uncertain_at` when they sent again.
 */
export const isUncertain = ({ status, uncertain_at: time }: Pick<Tables["delivery"], "status" | "uncertain_at">) =>
  status === "refused" && time !== null;

export function createSystemSubmission(
  id: string,
  kind: Exclude<Tables["submission"]["kind"], FormName>,
  payload: object,
  now: Time,
): Tables["submission"] {
  const unusedColumns = { contact: "", sender: "", content_hash: "", done_at: null, search_text: "" };
  const ids = { id, reference: id, idempotency_key: id };
  return { ...unusedColumns, ...ids, kind, payload: JSON.stringify(payload), created_at: now };
}

/**
 * @param key unique key, by which a message that another process has stored is detected
 * @returns whether this process stored the message
 */
export async function storeSystemMessage(
  transaction: Kysely<Tables>,
  key: string,
  payload: object,
  destinations: readonly DestinationName[],
  now: Time,
): Promise<boolean> {
  const row = { ...createSystemSubmission(key, announcementKind, payload, now), id: randomUUID() };
  // Accepts a conflict of any column: with two processes, PostgreSQL may detect it by the reference, which equals the
  // key.
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto("submission")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows !== 1n) return false;
  const delivery = { ...newDelivery, submission_id: row.id, next_attempt_at: now };
  const deliveries = destinations.map((destination) => ({ ...delivery, destination }));
  await transaction.insertInto("delivery").values(deliveries).execute();
  return true;
}

/** Minimum milliseconds until another process may retry. */
const minLeaseMs = 30_000;

/** Milliseconds by which the lease exceeds the longest call. */
const leaseMarginMs = 10_000;

const batchSize = 10;

/** The deliveries to a destination, or of a submission. */
type DeliveryGroup = { destination: DestinationName } | { submission_id: string };

const deliveries = getCounter({
  name: "outbox_deliveries_total",
  help: "Attempts to deliver a submission, by destination and result",
  labelNames: ["destination", "result"],
});
const deliveryResults: readonly DeliveryResult["status"][] = ["delivered", "stored", "refused", "retry", "uncertain"];

export type Delivery = ReturnType<typeof createDelivery>;

/**
 * Delivers each submission to each destination at least once, but doesn't repeat uncertain deliveries.
 * @param maxCallMs maximum milliseconds of a call; the lease is longer, so that no other process retries meanwhile
 */
export function createDelivery(
  database: Kysely<Tables>,
  destinations: Partial<Record<DestinationName, Destination>>,
  log: Log,
  { now = Date.now, maxCallMs = 0 }: { now?: () => number; maxCallMs?: number } = {},
) {
  const leaseMs = Math.max(minLeaseMs, maxCallMs + leaseMarginMs);
  for (const destination of Object.keys(destinations)) {
    for (const result of deliveryResults) deliveries.inc({ destination, result }, 0);
  }

  /**
   * Claims up to ten due deliveries of a destination, or all of a submission, so that no other process attempts them.
   */
  async function claimDeliveries(of: DeliveryGroup) {
    const time = toTime(now());
    const isClaimable = (expression: ExpressionBuilder<Tables, "delivery">) => {
      // Counts times too far ahead as reached, because a wrong clock wrote them.
      const isReached = (column: "delivery.lease_until" | "delivery.next_attempt_at", maxDelay: number) =>
        expression.or([expression(column, "<=", time), expression(column, ">", toTime(time + maxDelay))]);
      return expression.and([
        expression("delivery.status", "=", "pending"),
        isReached("delivery.lease_until", leaseMs),
        ...("destination" in of ? [isReached("delivery.next_attempt_at", maxRetryAfterMs)] : []),
        expression.and(of),
      ]);
    };
    const dueDeliveries = database
      .selectFrom("delivery")
      .select("delivery.submission_id")
      .where(isClaimable)
      .orderBy("delivery.next_attempt_at")
      .limit(batchSize);
    // The update repeats the condition, because another process may claim rows after the subquery.
    return (
      database
        .updateTable("delivery")
        // The attempt is counted before it starts, so that a crash counts.
        .set((column) => ({ lease_until: toTime(time + leaseMs), attempts: column("attempts", "+", 1) }))
        .where("delivery.submission_id", "in", dueDeliveries)
        .where(isClaimable)
        .returningAll()
        .execute()
    );
  }

  /** Matches a delivery as claimed, unless another process has claimed it since. */
  const isClaimed = ({ submission_id, destination, lease_until }: Tables["delivery"]) =>
    expressionBuilder<Tables, "delivery">().and({ submission_id, destination, lease_until });

  /** Marks a delivery as uncertain, and extends its lease. */
  async function markAsUncertain(delivery: Tables["delivery"], maxAnswerMs: number): Promise<void> {
    const leaseUntil = toTime(now() + maxAnswerMs + leaseMarginMs);
    const { numUpdatedRows } = await database
      .updateTable("delivery")
      .set({ status: "refused", uncertain_at: toTime(now()), lease_until: leaseUntil })
      .where(isClaimed(delivery))
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new Error("another process has claimed this delivery");
    delivery.lease_until = leaseUntil;
  }

  async function deliver(
    delivery: Tables["delivery"],
    { token, requestId = createRequestId() }: VisitorContext = {},
  ): Promise<DeliveryResult> {
    const { submission_id: id, destination, attempts } = delivery;
    const row = await database.selectFrom("submission").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    const expectResponse = (maxMs: number) => markAsUncertain(delivery, maxMs);
    const message = { ...toOutboxMessage(row), token, requestId, expectResponse };
    const result = await attemptDelivery(destinations[destination], message);
    deliveries.inc({ destination, result: result.status });
    const shouldRetry = result.status === "retry";
    const delay = shouldRetry ? computeRetryDelay(attempts, now() - row.created_at, result) : 0;
    const status = shouldRetry ? "pending" : result.status;
    if (status === "stored") {
      await database.deleteFrom("delivery").where(isClaimed(delivery)).execute();
    } else {
      await database
        .updateTable("delivery")
        .set({
          status: status === "uncertain" ? "refused" : status,
          uncertain_at: status === "uncertain" ? toTime(now()) : null,
          lease_until: toTime(0),
          next_attempt_at: toTime(now() + delay),
          message: result.status === "delivered" ? null : result.message,
        })
        .where("submission_id", "=", id)
        .where("destination", "=", destination)
        // Stores a late success, but not a late failure, which could overwrite another process's result.
        .$if(result.status !== "delivered", (update) => update.where("lease_until", "=", delivery.lease_until))
        .execute();
    }
    const line = { requestId, submission: id, destination, status, attempts };
    if (result.status === "delivered") log.info(line, "delivery");
    else log.warn({ ...line, reason: result.reason ?? result.message }, "delivery");
    return result;
  }

  /** @param visitor for the attempt during the visitor's request */
  async function deliverAll(of: DeliveryGroup, visitor?: VisitorContext): Promise<DeliveryResult[]> {
    return Promise.all((await claimDeliveries(of)).map((delivery) => deliver(delivery, visitor)));
  }

  return {
    /** Attempts the due deliveries of a single destination, so that a slow one doesn't delay the others. */
    deliverDue: (destination: DestinationName) => deliverAll({ destination }),

    /** Attempts a submission's deliveries, even before they are due. */
    deliverNow: (id: string, visitor?: VisitorContext) => deliverAll({ submission_id: id }, visitor),
  };
}

/** Reads a result: every status except 2xx is retried, after the time in `Retry-After`, if any. */
export async function readResult(response: Response): Promise<DeliveryResult> {
  await response.body?.cancel();
  if (response.ok) return { status: "delivered" };
  const retryAfter = parseRetryAfter(response.headers.get("Retry-After")) || undefined;
  return { status: "retry", message: `status ${response.status}`, retryAfter };
}

async function attemptDelivery(destination: Destination | undefined, message: OutboxMessage): Promise<DeliveryResult> {
  if (!destination) return { status: "retry", message: "this destination is not configured" };
  return destination(message).catch((error: unknown) => ({
    status: "retry" as const,
    message: describeConnectionError(error),
  }));
}

function toOutboxMessage(row: Tables["submission"]): Omit<OutboxMessage, keyof VisitorContext | "expectResponse"> {
  const { id, reference, kind, payload, created_at: createdAt, idempotency_key: idempotencyKey } = row;
  return {
    id,
    reference,
    kind: kind as FormName,
    idempotencyKey,
    createdAt: new Date(createdAt).toISOString(),
    payload: JSON.parse(payload) as Record<string, unknown>,
  };
}
