import type { Kysely } from "kysely";
import type { Log } from "../runtime/log.ts";
import { basketDays } from "./basket.ts";
import { missedSearchDays } from "./missed-searches.ts";
import { purgeRetentionMs } from "./outbox/purges.ts";
import { createSessions } from "./login/sessions.ts";
import { cdnPurgeKind, type Tables } from "./database/tables.ts";

const dayMs = 24 * 60 * 60 * 1000;

const hourMs = 60 * 60 * 1000;

/**
 * Deletes expired data: counters, purges, codes, logins, baskets, searches, and submissions beyond the retention time.
 * Submissions with pending deliveries stay, and so do refused ones that aren't marked as done.
 * @param retentionDays unlimited if undefined
 * @returns the number of deleted submissions
 */
export async function sweep(database: Kysely<Tables>, retentionDays: number | undefined, now: number): Promise<number> {
  // All time windows of rate limits are shorter than a day.
  await database
    .deleteFrom("rate_limit")
    .where("started_at", "<=", now - dayMs)
    .execute();
  await database
    .deleteFrom("purge")
    .where("created_at", "<=", now - purgeRetentionMs)
    .execute();
  await database.deleteFrom("open_code").where("expires_at", "<=", now).execute();
  await createSessions(database, () => now).sweep();
  // A CDN keeps pages for a day, so an older purge has nothing left to remove.
  await database
    .deleteFrom("submission")
    .where("kind", "=", cdnPurgeKind)
    .where("created_at", "<=", now - dayMs)
    .execute();
  await database
    .deleteFrom("basket")
    .where("updated_at", "<=", now - basketDays * dayMs)
    .execute();
  await database
    .deleteFrom("missed_search")
    .where("day", "<", new Date(now - missedSearchDays * dayMs).toISOString().slice(0, 10))
    .execute();
  if (retentionDays === undefined) return 0;
  const undeliveredIds = database.selectFrom("delivery").select("submission_id").where("status", "!=", "delivered");
  const refusedIds = database.selectFrom("delivery").select("submission_id").where("status", "=", "refused");
  const pendingIds = database.selectFrom("delivery").select("submission_id").where("status", "=", "pending");
  const { numDeletedRows } = await database
    .deleteFrom("submission")
    .where("created_at", "<=", now - retentionDays * dayMs)
    .where((expression) =>
      expression.or([
        expression("id", "not in", undeliveredIds),
        expression.and([
          expression("done_at", "is not", null),
          expression("id", "in", refusedIds),
          expression("id", "not in", pendingIds),
        ]),
      ]),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Sweeps now and every hour, as long as the process runs. */
export function startSweeping(database: Kysely<Tables>, retentionDays: number | undefined, log: Log): void {
  const sweepAndSchedule = async () => {
    try {
      const submissions = await sweep(database, retentionDays, Date.now());
      if (submissions > 0) log.info({ submissions }, "submissions deleted: past their retention");
    } catch (error) {
      log.error({ err: error }, "the database could not be swept");
    }
    setTimeout(sweepAndSchedule, hourMs).unref();
  };
  void sweepAndSchedule();
}
