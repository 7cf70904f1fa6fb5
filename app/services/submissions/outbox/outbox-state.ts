import { sql, type Kysely, type RawBuilder } from "kysely";
import { getGauge, type Gauge } from "../../runtime/metrics.ts";
import { overdueAfterMs } from "./backoff.ts";
import type { Tables } from "../database/tables.ts";

type OutboxState = { depth: number; oldestAgeSeconds: number; overdue: number; refused: number };

/** Counts pending, overdue and refused deliveries, and computes the age of the oldest pending one. */
async function readOutboxState(database: Kysely<Tables>, now: number): Promise<OutboxState> {
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
      count(sql`${isPending} and submission.created_at <= ${now - overdueAfterMs}`).as("overdue"),
      count(sql`delivery.status = 'refused' and submission.done_at is null`).as("refused"),
    ])
    .executeTakeFirstOrThrow();
  const oldestAge = row.oldest === null ? 0 : Math.max(0, (now - Number(row.oldest)) / 1000);
  return {
    depth: Number(row.depth),
    oldestAgeSeconds: oldestAge,
    overdue: Number(row.overdue),
    refused: Number(row.refused),
  };
}

const gauges = {
  depth: { name: "outbox_depth", help: "Pending deliveries of submissions" },
  oldestAgeSeconds: { name: "outbox_oldest_age_seconds", help: "Age of the oldest pending delivery" },
  overdue: { name: "outbox_overdue", help: "Deliveries that have been pending for more than a day" },
  refused: {
    name: "outbox_refused",
    help: "Refused deliveries of submissions that aren't marked as done",
  },
} as const satisfies Record<keyof OutboxState, { name: string; help: string }>;

/** Registers the gauges of the outbox. They read the database when metrics are collected. */
export function exposeOutboxMetrics(database: Kysely<Tables>, now: () => number = Date.now): void {
  // If the database can't be read, these gauges are NaN, so that the other metrics still work. Readiness reports the error.
  const unknownState: OutboxState = {
    depth: Number.NaN,
    oldestAgeSeconds: Number.NaN,
    overdue: Number.NaN,
    refused: Number.NaN,
  };
  const readState = () => readOutboxState(database, now()).catch(() => unknownState);
  for (const field of Object.keys(gauges) as (keyof OutboxState)[]) {
    // prom-client may collect the gauges in any order, so each reads the state itself.
    const gauge: Gauge = getGauge({ ...gauges[field], collect: async () => gauge.set((await readState())[field]) });
  }
}
