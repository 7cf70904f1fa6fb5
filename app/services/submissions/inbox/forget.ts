import { SqliteAdapter, sql, type Kysely } from "kysely";
import { createLoginLimits } from "../login/login-limits.ts";
import { createLoginCodes } from "../login/login-codes.ts";
import { createRateLimiter } from "../rate-limit.ts";
import { createSessions } from "../login/sessions.ts";
import type { Tables } from "../database/tables.ts";

/**
 * Deletes all data of a person: submissions with their deliveries and notes, logins, codes and counters. Baskets contain
 * no personal data.
 * @param contact as `normaliseContact` returns it
 * @returns the number of deleted submissions
 */
export async function forgetContact(database: Kysely<Tables>, contact: string): Promise<number> {
  const { numDeletedRows } = await database.deleteFrom("submission").where("contact", "=", contact).executeTakeFirst();
  await createSessions(database).endAllOfAccount(contact);
  await createLoginCodes(database).forget(contact);
  await createLoginLimits(createRateLimiter(database)).forgetCode(contact);
  await eraseDeletedRows(database);
  return Number(numDeletedRows);
}

/** Counts the submissions that `forgetContact` would delete. */
export async function countSubmissions(database: Kysely<Tables>, contact: string): Promise<number> {
  const { count } = await database
    .selectFrom("submission")
    .where("contact", "=", contact)
    .select(({ fn }) => fn.countAll<number | string>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Removes deleted rows from the database's files, as far as the database can. */
async function eraseDeletedRows(database: Kysely<Tables>): Promise<void> {
  if (isSqlite(database)) return truncateWal(database);
  for (const table of ["submission", "submission_note", "delivery", "session", "open_code", "rate_limit"] as const) {
    await sql`vacuum ${sql.table(table)}`.execute(database);
  }
}

/**
 * Moves all commits from SQLite's write-ahead log into its file, and empties the log. `secure_delete` overwrites deleted
 * data in the file only; the log still contains it.
 * @throws Error if other processes keep the database busy
 */
export async function truncateWal(database: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ busy: number }>`PRAGMA wal_checkpoint(TRUNCATE)`.execute(database);
  if (rows[0]?.busy) throw new Error("the database is busy: what was deleted may still be in its log. Try again");
}

export function isSqlite(database: Kysely<Tables>): boolean {
  return database.getExecutor().adapter instanceof SqliteAdapter;
}
