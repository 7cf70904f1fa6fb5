import { sql, type Kysely, type RawBuilder } from "kysely";
import { getGauge } from "#app/services/runtime/metrics.ts";
import { systemMessageKinds, type Tables } from "#app/services/submissions/database/tables.ts";
import { toTime } from "#app/services/submissions/database/time.ts";
import { overdueAfterMs } from "./backoff.ts";

const isSubmission = sql<boolean>`submission.kind not in (${sql.join(systemMessageKinds.map((kind) => sql.lit(kind)))})`;
const isPendingSubmission = sql<boolean>`${isSubmission} and delivery.status = 'pending'`;
const isOpenRefusal = sql<boolean>`${isSubmission} and delivery.status = 'refused' and submission.done_at is null`;

const count = (condition: RawBuilder<boolean>) =>
  sql<number>`coalesce(sum(case when ${condition} then 1 else 0 end), 0)`;

/**
 * Returns an SQL expression: the age in seconds of the oldest matching submission. The age is 0 if there is none, or if
 * a clock was set back.
 */
const getAge = (condition: RawBuilder<boolean>, now: number) =>
  sql<number>`coalesce(max(case when ${condition} and submission.created_at < ${now} then ${now} - submission.created_at end), 0) / 1000.0`;

const gauges = [
  { name: "outbox_depth", help: "Pending deliveries of submissions", measure: () => count(isPendingSubmission) },
  {
    name: "outbox_oldest_age_seconds",
    help: "Age of the oldest pending delivery",
    measure: (now: number) => getAge(isPendingSubmission, now),
  },
  {
    name: "outbox_overdue",
    help: "Deliveries that have been pending for more than a day",
    measure: (now: number) => count(sql`${isPendingSubmission} and submission.created_at <= ${now - overdueAfterMs}`),
  },
  {
    name: "outbox_refused",
    help: "Refused deliveries of submissions that aren't marked as done",
    measure: () => count(sql`${isOpenRefusal} and delivery.uncertain_at is null`),
  },
  {
    name: "outbox_uncertain",
    help: "Deliveries without a final answer, of submissions that aren't marked as done",
    measure: (now: number) =>
      count(sql`${isOpenRefusal} and delivery.uncertain_at is not null and delivery.lease_until <= ${now}`),
  },
];

export function exposeOutboxMetrics(database: Kysely<Tables>, now: () => number = Date.now): void {
  for (const { measure, ...configuration } of gauges) {
    const read = async () => {
      const row = await database
        .selectFrom("delivery")
        .innerJoin("submission", "submission.id", "delivery.submission_id")
        .where("delivery.status", "in", ["pending", "refused"])
        .select(measure(toTime(now())).as("value"))
        .executeTakeFirstOrThrow();
      return Number(row.value);
    };
    getGauge({
      ...configuration,
      async collect() {
        // If the database can't be read, the gauge is NaN, so that the other metrics still work. Readiness reports the
        // error.
        this.set(await read().catch(() => Number.NaN));
      },
    });
  }
}
