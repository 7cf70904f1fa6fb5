import { sql, type Kysely } from "kysely";
import { getHashKey } from "./keys.ts";
import type { Tables } from "./tables.ts";

/** Tables that are moved. A table comes after those that it refers to. SQLite has no releases, they are in files. */
const tables = [
  "secret",
  "submission",
  "delivery",
  "submission_note",
  "basket",
  "session",
  "open_code",
  "rate_limit",
  "missed_search",
  "purge",
] as const satisfies readonly (keyof Tables)[];

/** Tables with hashes of the database's key. With another key, the site wouldn't find their rows. */
const hashedTables = ["submission", "session", "open_code", "rate_limit"] as const;

/** Number of rows that are inserted by a statement. */
const batchSize = 100;

/** Number of rows of a table that were moved, and of those that the target had already. */
export type MoveReport = { table: (typeof tables)[number]; movedCount: number; presentCount: number };

/** The target has data that another key protects. */
export class OtherKeyError extends Error {
  override name = "OtherKeyError";
}

/**
 * Copies all rows that the target lacks, table by table, in one transaction, and compares the counts. While it runs, nobody can
 * write to the source.
 * @throws OtherKeyError if the target is in use with a key of its own
 */
export function moveDatabase(source: Kysely<Tables>, target: Kysely<Tables>): Promise<MoveReport[]> {
  return source.transaction().execute((sourceTransaction) =>
    target.transaction().execute(async (transaction) => {
      await removeUnusedKeys(sourceTransaction, transaction);
      const reports: MoveReport[] = [];
      for (const table of tables) reports.push(await moveTable(sourceTransaction, transaction, table));
      return reports.filter(({ movedCount, presentCount }) => movedCount + presentCount > 0);
    }),
  );
}

/** Removes the keys that the target has created with its tables, so that those of the source are moved. */
async function removeUnusedKeys(source: Kysely<Tables>, target: Kysely<Tables>): Promise<void> {
  if ((await getHashKey(source)) === (await getHashKey(target))) return;
  for (const table of hashedTables) {
    if ((await countRows(target, table)) > 0) throw new OtherKeyError(`${table} has rows with hashes of another key`);
  }
  await target.deleteFrom("secret").execute();
}

async function moveTable(
  source: Kysely<Tables>,
  target: Kysely<Tables>,
  table: MoveReport["table"],
): Promise<MoveReport> {
  const rows = await source.selectFrom(table).selectAll().execute();
  const countBefore = await countRows(target, table);
  let movedCount = 0;
  for (let start = 0; start < rows.length; start += batchSize) {
    const { numInsertedOrUpdatedRows } = await target
      .insertInto(table)
      .values(rows.slice(start, start + batchSize))
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    movedCount += Number(numInsertedOrUpdatedRows);
  }
  const count = await countRows(target, table);
  if (count !== countBefore + movedCount || count < rows.length)
    throw new Error(`${table}: ${rows.length} rows, ${movedCount} of them moved, but ${count} in PostgreSQL`);
  return { table, movedCount, presentCount: rows.length - movedCount };
}

async function countRows(database: Kysely<Tables>, table: keyof Tables): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(database);
  return rows[0]!.count;
}
