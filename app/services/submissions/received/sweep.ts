import { sql, type Kysely } from "kysely";
import type { Log } from "#app/services/runtime/log.ts";
import { isSqlite, truncateWal } from "#app/services/submissions/database/sqlite.ts";
import { systemMessageKinds, type Tables } from "#app/services/submissions/database/tables.ts";
import { toTime, type Time } from "#app/services/submissions/database/time.ts";
import { missedSearchDays } from "#app/services/submissions/inbox/missed-searches.ts";
import { addSearchTexts } from "#app/services/submissions/inbox/search-text.ts";
import { basketDays, deleteOldTexts, limitBaskets } from "#app/services/submissions/orders/basket.ts";
import { purgeRetentionMs } from "#app/services/submissions/outbox/purges.ts";

const minuteMs = 60 * 1000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Days for which the desk lists search engines' responses. */
const announcementDays = 30;

/** Tables whose rows are deleted when a column's time reaches this age. */
const expiries = [
  // A day suffices, because no rate limit's window is longer.
  { table: "rate_limit", column: "started_at", ageMs: dayMs },
  { table: "purge", column: "created_at", ageMs: purgeRetentionMs },
  { table: "open_code", column: "expires_at", ageMs: 0 },
  { table: "session", column: "expires_at", ageMs: 0 },
  { table: "basket", column: "updated_at", ageMs: basketDays * dayMs },
] as const;

/**
 * Deletes old data, except submissions with pending deliveries, and refused ones not marked as done. @returns the
 * number of deleted submissions
 */
export async function sweep(database: Kysely<Tables>, retentionDays: number | undefined, now: Time): Promise<number> {
  for (const { table, column, ageMs } of expiries)
    await sql`delete from ${sql.table(table)} where ${sql.ref(column)} <= ${now - ageMs}`.execute(database);
  await deleteOldTexts(database, now);
  const firstDay = new Date(now - missedSearchDays * dayMs).toISOString().slice(0, 10);
  for (const table of ["missed_search", "missed_address"] as const)
    await database.deleteFrom(table).where("day", "<", firstDay).execute();
  const deleteOlder = (ageMs: number) =>
    database.deleteFrom("submission").where("created_at", "<=", toTime(now - ageMs));
  // Lists the kinds to delete, rather than the forms to keep, so that submissions of a removed form stay.
  await deleteOlder(announcementDays * dayMs)
    .where("kind", "in", systemMessageKinds)
    .execute();
  if (retentionDays === undefined) return 0;
  const idsWith = (status: "pending" | "refused") =>
    database.selectFrom("delivery").select("submission_id").where("status", "=", status);
  const { numDeletedRows } = await deleteOlder(retentionDays * dayMs)
    .where("id", "not in", idsWith("pending"))
    .where(({ or, eb }) => or([eb("done_at", "is not", null), eb("id", "not in", idsWith("refused"))]))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Name of the row, in the table of secrets, that stores the time for deletions. */
const timeName = "swept";

/**
 * Advances the time for deletions. After a start the clock may be years ahead, so each node advances the time by at
 * most twice its own uptime since the last call.
 */
export async function advanceTime(database: Kysely<Tables>, now: number, elapsedMs: number): Promise<Time> {
  const last = await database.selectFrom("secret").select("value").where("name", "=", timeName).executeTakeFirst();
  const time = toTime(last ? Math.min(now, Number(last.value) + 2 * elapsedMs) : now);
  const value = String(time);
  await database
    .insertInto("secret")
    .values({ name: timeName, value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
  return time;
}

/**
 * Sweeps every hour. Every minute, limits the baskets, advances the time for deletions, and erases deleted data from the
 * database files.
 * @param sweepTrash deletes old data from the trash
 */
export function startSweeping(
  database: Kysely<Tables>,
  retentionDays: number | undefined,
  log: Log,
  sweepTrash: (now: number) => void,
): void {
  let advancedAt = performance.now();
  let sweptAt = -Infinity;
  const sweepAndSchedule = async () => {
    try {
      const uptime = performance.now();
      const now = await advanceTime(database, Date.now(), uptime - advancedAt);
      advancedAt = uptime;
      if (uptime - sweptAt >= hourMs) {
        sweepTrash(now);
        const deletedCount = await sweep(database, retentionDays, now);
        if (deletedCount > 0) log.info({ submissions: deletedCount }, "submissions deleted: past their retention");
        sweptAt = uptime;
      }
      await limitBaskets(database);
      await addSearchTexts(database);
      // Empties SQLite's write-ahead log every minute, because deleted data stays there while another process, such as
      // a backup, reads.
      if (isSqlite(database)) await truncateWal(database);
    } catch (error) {
      log.error({ err: error }, "the database could not be swept");
    }
    setTimeout(sweepAndSchedule, minuteMs).unref();
  };
  void sweepAndSchedule();
}
