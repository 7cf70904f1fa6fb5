import { SqliteAdapter, sql, type Kysely } from "kysely";
import { createLoginLimits } from "./login-limits.ts";
import { createLoginCodes } from "./login-codes.ts";
import { createRateLimiter } from "./rate-limit.ts";
import { createSessions } from "./sessions.ts";
import type { Tables } from "./tables.ts";

/**
 * Deletes all that the database has of a person: what they sent, with its deliveries, their logins, codes and counts. What is
 * on an inquiry list belongs to a browser, and names nobody.
 * @param contact as `normaliseContact` writes it
 * @returns how many submissions that were
 */
export async function forgetContact(database: Kysely<Tables>, contact: string): Promise<number> {
  const { numDeletedRows } = await database.deleteFrom("submission").where("contact", "=", contact).executeTakeFirst();
  await createSessions(database).endAllOf(contact);
  await createLoginCodes(database).forget(contact);
  await createLoginLimits(createRateLimiter(database)).forgetCode(contact);
  await eraseDeleted(database);
  return Number(numDeletedRows);
}

/** Sees to it that what was deleted can't be read from the files either, as far as the database can do that. */
async function eraseDeleted(database: Kysely<Tables>): Promise<void> {
  if (isSqlite(database)) return emptyLog(database);
  for (const table of ["submission", "delivery", "session", "open_code", "rate_limit"] as const) {
    await sql`vacuum ${sql.table(table)}`.execute(database);
  }
}

/**
 * Moves all that is committed from SQLite's log into its file. What was deleted there is overwritten with zeros
 * (`secure_delete`); the log has it until then.
 * @throws where somebody is at work in the database all the time
 */
export async function emptyLog(database: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ busy: number }>`PRAGMA wal_checkpoint(TRUNCATE)`.execute(database);
  if (rows[0]?.busy) throw new Error("the database is busy: what was deleted may still be in its log. Try again");
}

export function isSqlite(database: Kysely<Tables>): boolean {
  return database.getExecutor().adapter instanceof SqliteAdapter;
}
