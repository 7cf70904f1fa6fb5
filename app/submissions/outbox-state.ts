import { sql, type Kysely } from "kysely";
import { gauge, type Gauge } from "../platform/metrics.ts";
import type { Tables } from "./tables.ts";

/** What waits to be delivered: how many, and how long the oldest has waited, in seconds. */
async function outboxState(database: Kysely<Tables>, now: number): Promise<{ depth: number; oldestAge: number }> {
  const { depth, oldest } = await database
    .selectFrom("delivery")
    .innerJoin("submission", "submission.id", "delivery.submission_id")
    .where("delivery.status", "=", "pending")
    .select(({ fn }) => [fn.countAll().as("depth"), fn.min("submission.created_at").as("oldest")])
    .executeTakeFirstOrThrow();
  return { depth: Number(depth), oldestAge: oldest === null ? 0 : Math.max(0, (now - Number(oldest)) / 1000) };
}

/** Gauges of the outbox, read from the database whenever somebody asks for the metrics. */
export function measureOutbox(database: Kysely<Tables>, now: () => number = Date.now): void {
  // A database that can't be read is a matter of readiness: the other metrics must still be had.
  const unknown = { depth: Number.NaN, oldestAge: Number.NaN };
  const read = () => outboxState(database, now()).catch(() => unknown);
  // Each reads for itself: nothing says in which order they are asked.
  const depth: Gauge = gauge({
    name: "outbox_depth",
    help: "Deliveries of submissions that are still to be made",
    collect: async () => depth.set((await read()).depth),
  });
  const oldest: Gauge = gauge({
    name: "outbox_oldest_age_seconds",
    help: "How long the oldest of them has waited",
    collect: async () => oldest.set((await read()).oldestAge),
  });
}

/** Why the database can't be used; `undefined` where it can. Waits a second for it at most. */
export async function databaseProblem(database: Kysely<Tables>): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((done) => {
    timer = setTimeout(() => done("no answer within a second"), 1000);
  });
  const asked = sql`select 1 from submission limit 1`.execute(database).then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.name : "unknown"),
  );
  return Promise.race([asked, late]).finally(() => clearTimeout(timer));
}
