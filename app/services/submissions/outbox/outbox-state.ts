import { sql, type Kysely, type RawBuilder } from "kysely";
import { getGauge, type Gauge } from "../../runtime/metrics.ts";
import type { Tables } from "../database/tables.ts";
import { overdueAfterMs } from "./backoff.ts";

const gauges = {
  depth: { name: "outbox_depth", help: "Pending deliveries of submissions" },
  oldestAgeSeconds: { name: "outbox_oldest_age_seconds", help: "Age of the oldest pending delivery" },
  overdue: { name: "outbox_overdue", help: "Deliveries that have been pending for more than a day" },
  refused: { name: "outbox_refused", help: "Refused deliveries of submissions that aren't marked as done" },
  oldestPurgeAgeSeconds: {
    name: "cdn_purge_oldest_age_seconds",
    help: "Age of the oldest purge that waits to be sent to the CDN",
  },
} as const;

type OutboxState = Record<keyof typeof gauges, number>;

/** Counts pending, overdue and refused deliveries, and computes the age of the oldest pending one. */
async function readOutboxState(database: Kysely<Tables>, now: number): Promise<OutboxState> {
  const isSubmission = sql<boolean>`delivery.destination <> 'cdn' and delivery.status = 'pending'`;
  const isPurge = sql<boolean>`delivery.destination = 'cdn' and delivery.status = 'pending'`;
  const count = (condition: RawBuilder<boolean>) =>
    sql<number>`coalesce(sum(case when ${condition} then 1 else 0 end), 0)`;
  // The age is 0 if a clock was set back.
  const getAge = (condition: RawBuilder<boolean>) =>
    sql<number>`coalesce(max(case when ${condition} and submission.created_at < ${now} then ${now} - submission.created_at end), 0)`;
  const row = await database
    .selectFrom("delivery")
    .innerJoin("submission", "submission.id", "delivery.submission_id")
    .where("delivery.status", "in", ["pending", "refused"])
    .select([
      count(isSubmission).as("depth"),
      getAge(isSubmission).as("age"),
      count(sql`${isSubmission} and submission.created_at <= ${now - overdueAfterMs}`).as("overdue"),
      count(sql`delivery.status = 'refused' and submission.done_at is null`).as("refused"),
      getAge(isPurge).as("purgeAge"),
    ])
    .executeTakeFirstOrThrow();
  return {
    depth: Number(row.depth),
    oldestAgeSeconds: Number(row.age) / 1000,
    overdue: Number(row.overdue),
    refused: Number(row.refused),
    oldestPurgeAgeSeconds: Number(row.purgeAge) / 1000,
  };
}

/** Registers the gauges of the outbox. They read the database when metrics are collected. */
export function exposeOutboxMetrics(database: Kysely<Tables>, hasCdn: boolean, now: () => number = Date.now): void {
  for (const field of Object.keys(gauges) as (keyof OutboxState)[]) {
    if (field === "oldestPurgeAgeSeconds" && !hasCdn) continue;
    // If the database can't be read, these gauges are NaN, so that the other metrics still work. Readiness reports the error.
    const read = () =>
      readOutboxState(database, now()).then(
        (state) => state[field],
        () => Number.NaN,
      );
    // prom-client may collect the gauges in any order, so each reads the state itself.
    const gauge: Gauge = getGauge({ ...gauges[field], collect: async () => gauge.set(await read()) });
  }
}
