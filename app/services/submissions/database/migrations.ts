import { sql, type Kysely } from "kysely";
import { Migrator, type Migration } from "kysely/migration";
import { getOrCreateSecret, hashKeyName } from "./keys.ts";
import { initialSchema } from "./migrations/0001-tables-before-versions.ts";
import { inboxIndexes } from "./migrations/0002-indexes-of-the-inbox.ts";
import { sessionKinds } from "./migrations/0003-kinds-of-sessions.ts";
import { missedAddresses } from "./migrations/0004-missed-addresses.ts";
import { uncertainDeliveries } from "./migrations/added-0001-uncertain-deliveries.ts";
import { searchTexts } from "./migrations/added-0002-search-texts.ts";
import { releaseNodes } from "./migrations/added-0003-release-nodes.ts";
import type { Tables } from "./tables.ts";

/**
 * Add a migration for each change; never edit a released one. Earlier programs refuse to start if the database has a
 * migration of this list that they don't know. So add one here only to remove what the previous release no longer uses,
 * and add all others to `additions`.
 */
const migrations: Record<string, Migration> = {
  "0001-tables-before-versions": initialSchema,
  "0002-indexes-of-the-inbox": inboxIndexes,
  "0003-kinds-of-sessions": sessionKinds,
  "0004-missed-addresses": missedAddresses,
};

/** Migrations that earlier programs needn't know, recorded in a separate table so that those programs still start. */
const additions: Record<string, Migration> = {
  "0001-uncertain-deliveries": uncertainDeliveries,
  "0002-search-texts": searchTexts,
  "0003-release-nodes": releaseNodes,
};

const additionsTable = "kysely_addition";

/** Thrown if a newer program has migrated the database. */
export class NewerDatabaseError extends Error {
  override name = "NewerDatabaseError";
}

let lastMigration: Promise<void> = Promise.resolve();

/**
 * Migrates in one transaction. Waits while another process migrates.
 * @throws NewerDatabaseError if the database has a migration that the program doesn't know
 */
export function migrate(database: Kysely<Tables>, knownMigrations = migrations): Promise<void> {
  // Queues this process's migrations: with SQLite, one that waited for another would block the thread that the other
  // needs.
  const migration = lastMigration.then(() => runMissing(database, knownMigrations));
  lastMigration = migration.catch(() => undefined);
  return migration;
}

async function runMissing(database: Kysely<Tables>, knownMigrations: typeof migrations): Promise<void> {
  const { error } = await new Migrator({
    db: database,
    provider: { getMigrations: async () => knownMigrations },
  }).migrateToLatest();
  const unknownName = /previously executed migration (\S+) is missing/.exec(String(error))?.[1];
  if (unknownName !== undefined)
    throw new NewerDatabaseError(
      `a newer version of the program has changed its tables (${unknownName}). Start that version, or restore a backup that was made before the update`,
    );
  if (error !== undefined) throw error;
  await addMissing(database);
  // Creates the key now, so that no transaction that only hashes has to write it.
  await getOrCreateSecret(database, hashKeyName);
}

async function addMissing(database: Kysely<Tables>): Promise<void> {
  // Adds an empty migration for each recorded name, because a newer program may have recorded some that this one lacks,
  // and Migrator refuses unknown names.
  const newerMigrations = (await listRecorded(database)).map((name) => [name, { up: async () => {} }] as const);
  const { error } = await new Migrator({
    db: database,
    provider: { getMigrations: async () => ({ ...Object.fromEntries(newerMigrations), ...additions }) },
    migrationTableName: additionsTable,
    allowUnorderedMigrations: true,
  }).migrateToLatest();
  if (error !== undefined) throw error;
}

async function listRecorded(database: Kysely<Tables>): Promise<string[]> {
  const tables = await database.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === additionsTable)) return [];
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(additionsTable)}`.execute(database);
  return rows.map(({ name }) => name);
}
