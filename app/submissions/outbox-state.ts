import { sql, type Kysely, type RawBuilder } from "kysely";
import { gauge, type Gauge } from "../platform/metrics.ts";
import { overdueAfter } from "./backoff.ts";
import type { Tables } from "./tables.ts";

type OutboxState = { depth: number; oldestAge: number; overdue: number; refused: number };

/** What is not delivered: how many, since when, and how many that the owner should look at. */
async function outboxState(database: Kysely<Tables>, now: number): Promise<OutboxState> {
  const count = (condition: RawBuilder<boolean>) =>
    sql<number>`coalesce(sum(case when ${condition} then 1 else 0 end), 0)`;
  const isPending = sql<boolean>`delivery.status = 'pending'`;
  const row = await database
    .selectFrom("delivery")
    .innerJoin("submission", "submission.id", "delivery.submission_id")
    .where("delivery.status", "in", ["pending", "refused"])
    .select([
      count(isPending).as("depth"),
      sql<number | null>`min(case when ${isPending} then submission.created_at end)`.as("oldest"),
      count(sql`${isPending} and submission.created_at <= ${now - overdueAfter}`).as("overdue"),
      count(sql`delivery.status = 'refused' and submission.done_at is null`).as("refused"),
    ])
    .executeTakeFirstOrThrow();
  const oldestAge = row.oldest === null ? 0 : Math.max(0, (now - Number(row.oldest)) / 1000);
  return { depth: Number(row.depth), oldestAge, overdue: Number(row.overdue), refused: Number(row.refused) };
}

const gauges = {
  depth: { name: "outbox_depth", help: "Deliveries of submissions that are still to be made" },
  oldestAge: { name: "outbox_oldest_age_seconds", help: "How long the oldest of them has waited" },
  overdue: { name: "outbox_overdue", help: "Deliveries that have not been made for more than a day" },
  refused: {
    name: "outbox_refused",
    help: "Deliveries that were refused, of submissions that nobody has marked as done",
  },
} as const satisfies Record<keyof OutboxState, { name: string; help: string }>;

/** Gauges of the outbox, read from the database whenever somebody asks for the metrics. */
export function measureOutbox(database: Kysely<Tables>, now: () => number = Date.now): void {
  // A database that can't be read is a matter of readiness: the other metrics must still be had.
  const unknown: OutboxState = { depth: Number.NaN, oldestAge: Number.NaN, overdue: Number.NaN, refused: Number.NaN };
  const read = () => outboxState(database, now()).catch(() => unknown);
  for (const field of Object.keys(gauges) as (keyof OutboxState)[]) {
    // Each reads for itself: nothing says in which order they are asked.
    const one: Gauge = gauge({ ...gauges[field], collect: async () => one.set((await read())[field]) });
  }
}
