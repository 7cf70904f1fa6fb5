import { setImmediate } from "node:timers/promises";
import { sql, type Kysely } from "kysely";
import { createRateLimiter } from "#app/services/submissions/database/rate-limit.ts";
import { isSqlite, truncateWal } from "#app/services/submissions/database/sqlite.ts";
import type { Tables } from "#app/services/submissions/database/tables.ts";
import { createLoginCodes } from "#app/services/submissions/login/login-codes.ts";
import { createSessions } from "#app/services/submissions/login/sessions.ts";
import { hasContact } from "#app/services/submissions/texts/contact-list.ts";
import { chunkSize } from "./submission-list.ts";

/**
 * Deletes the data of contacts: submissions with their deliveries and notes, logins, login codes and the count of
 * these codes. Baskets contain no personal data.
 * @param contacts as in the database, with spaces between them
 * @returns the number of submissions. `isErased`: `false` if another process is reading the database; the site then
 * erases the deleted data from the database files later.
 */
export async function forgetContact(
  database: Kysely<Tables>,
  contacts: string,
): Promise<{ count: number; isErased: boolean }> {
  const count = await deleteSubmissions(database, contacts);
  for (const contact of contacts.split(" ")) {
    await createSessions(database).endAllOfAccount(contact);
    await createLoginCodes(database).forget(contact);
    await createRateLimiter(database).forgetCode(contact);
  }
  return { count, isErased: await eraseDeletedRows(database) };
}

/** Deletes submissions in batches, and yields to the event loop after each. @returns their number */
async function deleteSubmissions(database: Kysely<Tables>, contacts: string): Promise<number> {
  const ids = database.selectFrom("submission").select("id").where(hasContact(contacts)).limit(chunkSize);
  const { numDeletedRows } = await database.deleteFrom("submission").where("id", "in", ids).executeTakeFirst();
  await setImmediate();
  return numDeletedRows === 0n ? 0 : Number(numDeletedRows) + (await deleteSubmissions(database, contacts));
}

async function eraseDeletedRows(database: Kysely<Tables>): Promise<boolean> {
  if (isSqlite(database)) return truncateWal(database);
  for (const table of ["submission", "submission_note", "delivery", "session", "open_code", "rate_limit"] as const) {
    await sql`vacuum ${sql.table(table)}`.execute(database);
  }
  return true;
}
