import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { sql, type Kysely } from "kysely";
import { withPublisher } from "#app/services/desk/publishing/with-publisher.ts";
import { EnvironmentError } from "#app/services/runtime/environment-error.ts";
import { readEnvironment, type Environment } from "#app/services/runtime/environment.ts";
import { databaseFile } from "#app/services/runtime/paths.ts";
import { commandTimeoutMs, openDatabase, openExistingDatabase } from "#app/services/submissions/database/database.ts";
import { lockFolder } from "#app/services/submissions/database/sqlite.ts";
import type { Tables } from "#app/services/submissions/database/tables.ts";
import { createOwnerTexts, type OwnerTexts } from "#app/services/submissions/texts/owner-texts.ts";

/** Tables to copy, each after the tables that it refers to. The releases' tables are filled separately. */
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
  "missed_address",
  "purge",
] as const satisfies readonly (keyof Tables)[];

const batchSize = 100;

/** Entry of `npm run move-to-postgresql`, which copies the SQLite file to PostgreSQL. */
try {
  const environment = readEnvironment(process.env);
  const ownerTexts = await createOwnerTexts(environment);
  if (readArguments(ownerTexts).help) console.log(ownerTexts.t("move.help"));
  else await main(environment, ownerTexts);
} catch (error) {
  console.error(error instanceof EnvironmentError ? error.message : error);
  process.exitCode = 1;
}

function readArguments({ t }: OwnerTexts) {
  try {
    return parseArgs({ options: { help: { type: "boolean" } } }).values;
  } catch (error) {
    throw new EnvironmentError(t("move.help"), { cause: error });
  }
}

async function main(environment: Environment, ownerTexts: OwnerTexts): Promise<void> {
  const { API_BASE_URL, DATABASE_URL, DATA_DIR } = environment;
  const { t, formatNumber } = ownerTexts;
  const file = resolve(DATA_DIR, databaseFile);
  if (DATABASE_URL === undefined) throw new EnvironmentError(t("move.noAddress"));
  await using source = await openExistingDatabase({ DATABASE_URL: undefined, DATA_DIR }, ownerTexts);
  // The lock prevents the site from starting until the command ends.
  if (!lockFolder(DATA_DIR)) throw new EnvironmentError(t("move.siteRuns", { file }));
  await using target = await openDatabase({ DATABASE_URL, DATA_DIR }, commandTimeoutMs);
  // Stores this node's current release in the database first. Otherwise another node might store its own release, which
  // may contain drafts.
  if (!API_BASE_URL)
    await withPublisher(environment, "npm run move-to-postgresql", ({ releases }) => releases.readCurrent());
  for (const [table, count] of await copyDatabase(source, target, ownerTexts))
    if (count > 0) console.log(t("move.table", { table: t(`move.tables.${table}`), moved: formatNumber(count) }));
  console.log(t("move.complete", { file }));
}

/** Copies all tables in one transaction of PostgreSQL, while a transaction of SQLite locks the source. */
async function copyDatabase(source: Kysely<Tables>, target: Kysely<Tables>, { t }: OwnerTexts) {
  const copyTables = (sourceTransaction: Kysely<Tables>) =>
    target.transaction().execute(async (transaction) => {
      for (const table of tables)
        if (table !== "secret" && (await countRows(transaction, table)) > 0)
          throw new EnvironmentError(t("move.notEmpty"));
      // Deletes the keys that opening the database created, because the rows' hashes need the source's keys.
      await transaction.deleteFrom("secret").execute();
      const counts = new Map<(typeof tables)[number], number>();
      for (const table of tables) counts.set(table, await copyTable(sourceTransaction, transaction, table));
      return counts;
    });
  try {
    return await source.transaction().execute(copyTables);
  } catch (error) {
    if (error instanceof EnvironmentError) throw error;
    throw new EnvironmentError(t("move.interrupted", { reason: (error as Error).message }), { cause: error });
  }
}

async function copyTable(source: Kysely<Tables>, target: Kysely<Tables>, table: keyof Tables): Promise<number> {
  const rows = await source.selectFrom(table).selectAll().execute();
  for (let start = 0; start < rows.length; start += batchSize) {
    await target
      .insertInto(table)
      .values(rows.slice(start, start + batchSize))
      .execute();
  }
  const count = await countRows(target, table);
  if (count !== rows.length) throw new Error(`${table}: SQLite has ${rows.length} rows, but PostgreSQL has ${count}`);
  return count;
}

async function countRows(database: Kysely<Tables>, table: keyof Tables): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(database);
  return rows[0]!.count;
}
