import type { Kysely } from "kysely";
import type { Log } from "../platform/log.ts";
import { basketDays } from "./basket.ts";
import { purgeMemory } from "./purges.ts";
import { createSessions } from "./sessions.ts";
import type { Tables } from "./tables.ts";

const day = 24 * 60 * 60 * 1000;

const hour = 60 * 60 * 1000;

/**
 * Deletes what has had its time: counted tries, codes, logins, baskets, and submissions that are older than the owner
 * wants them kept. What isn't delivered stays: what is still tried, and what was refused and not marked as dealt with.
 * @param retentionDays how long submissions are kept; for ever without it
 * @returns how many submissions that were
 */
export async function sweep(database: Kysely<Tables>, retentionDays: number | undefined, now: number): Promise<number> {
  // No window of tries is longer than an hour.
  await database
    .deleteFrom("rate_limit")
    .where("started_at", "<=", now - day)
    .execute();
  await database
    .deleteFrom("purge")
    .where("created_at", "<=", now - purgeMemory)
    .execute();
  await database.deleteFrom("open_code").where("expires_at", "<=", now).execute();
  await createSessions(database, () => now).sweep();
  await database
    .deleteFrom("basket")
    .where("updated_at", "<=", now - basketDays * day)
    .execute();
  if (retentionDays === undefined) return 0;
  const undelivered = database.selectFrom("delivery").select("submission_id").where("status", "!=", "delivered");
  const refused = database.selectFrom("delivery").select("submission_id").where("status", "=", "refused");
  const tried = database.selectFrom("delivery").select("submission_id").where("status", "=", "pending");
  const { numDeletedRows } = await database
    .deleteFrom("submission")
    .where("created_at", "<=", now - retentionDays * day)
    .where((where) =>
      where.or([
        where("id", "not in", undelivered),
        where.and([where("done_at", "is not", null), where("id", "in", refused), where("id", "not in", tried)]),
      ]),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Sweeps now and every hour, for as long as the process lives. */
export function startSweeping(database: Kysely<Tables>, retentionDays: number | undefined, log: Log): void {
  const run = async () => {
    try {
      const submissions = await sweep(database, retentionDays, Date.now());
      if (submissions > 0) log.info({ submissions }, "submissions deleted: past their retention");
    } catch (error) {
      log.error({ err: error }, "the database could not be swept");
    }
    setTimeout(run, hour).unref();
  };
  void run();
}
