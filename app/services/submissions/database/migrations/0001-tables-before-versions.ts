import { sql, type Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * The tables at the time when migrations were introduced. A database without migrations may be new, or may have the tables of
 * any earlier version of the site, so this migration creates missing tables and upgrades existing ones. Every step can run
 * repeatedly.
 */
export const tablesBeforeVersions: Migration = {
  async up(database) {
    await createSubmissionTables(database);
    await createNoteTable(database);
    await createVisitorTables(database);
    await createSiteTables(database);
    await createReleaseTables(database);
    await createCdnPurgeTable(database);
    await upgrade(database);
    await createIndexes(database);
  },
};

async function createSubmissionTables(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable("submission")
    .ifNotExists()
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("reference", "text", (column) => column.notNull().unique())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("payload", "text", (column) => column.notNull())
    .addColumn("contact", "text", (column) => column.notNull())
    .addColumn("idempotency_key", "text", (column) => column.notNull().unique())
    .addColumn("sender", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("content_hash", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("done_at", "bigint")
    .execute();
  await database.schema
    .createTable("delivery")
    .ifNotExists()
    .addColumn("submission_id", "text", (column) => column.notNull().references("submission.id").onDelete("cascade"))
    .addColumn("destination", "text", (column) => column.notNull())
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("attempts", "integer", (column) => column.notNull())
    .addColumn("next_attempt_at", "bigint", (column) => column.notNull())
    .addColumn("lease_until", "bigint", (column) => column.notNull())
    .addColumn("message", "text")
    .addPrimaryKeyConstraint("delivery_key", ["submission_id", "destination"])
    .execute();
}

/** Creates the tables of visitors' baskets, counters, codes and logins. */
async function createVisitorTables(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable("basket")
    .ifNotExists()
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("items", "text", (column) => column.notNull())
    .addColumn("updated_at", "bigint", (column) => column.notNull())
    .execute();
  await database.schema
    .createTable("rate_limit")
    .ifNotExists()
    .addColumn("key", "text", (column) => column.primaryKey())
    .addColumn("count", "integer", (column) => column.notNull())
    .addColumn("started_at", "bigint", (column) => column.notNull())
    .execute();
  await database.schema
    .createTable("open_code")
    .ifNotExists()
    .addColumn("account", "text", (column) => column.notNull())
    .addColumn("browser", "text", (column) => column.notNull())
    .addColumn("salt", "text", (column) => column.notNull())
    .addColumn("code_hash", "text", (column) => column.notNull())
    .addColumn("tries", "integer", (column) => column.notNull())
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("open_code_key", ["account", "browser"])
    .execute();
  await database.schema
    .createTable("session")
    .ifNotExists()
    .addColumn("token_hash", "text", (column) => column.primaryKey())
    .addColumn("account", "text", (column) => column.notNull())
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .addColumn("used_at", "bigint", (column) => column.notNull())
    .execute();
}

/** Creates the tables that the site's processes share. */
async function createSiteTables(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable("missed_search")
    .ifNotExists()
    .addColumn("day", "text", (column) => column.notNull())
    .addColumn("word", "text", (column) => column.notNull())
    .addColumn("count", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("missed_search_key", ["day", "word"])
    .execute();
  await database.schema
    .createTable("purge")
    .ifNotExists()
    .addColumn("signature", "text", (column) => column.primaryKey())
    .addColumn("tags", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .execute();
  await database.schema
    .createTable("secret")
    .ifNotExists()
    .addColumn("name", "text", (column) => column.primaryKey())
    .addColumn("value", "text", (column) => column.notNull())
    .execute();
  await database.schema
    .createTable("readiness")
    .ifNotExists()
    .addColumn("id", "integer", (column) => column.primaryKey())
    .addColumn("checked_at", "bigint", (column) => column.notNull())
    .addColumn("filler", "text", (column) => column.notNull())
    .execute();
}

async function createNoteTable(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable("submission_note")
    .ifNotExists()
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("submission_id", "text", (column) => column.notNull().references("submission.id").onDelete("cascade"))
    .addColumn("text", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .execute();
  await database.schema
    .createIndex("submission_note_by_submission")
    .ifNotExists()
    .on("submission_note")
    .columns(["submission_id", "created_at"])
    .execute();
}

/** Creates the tables of the releases. Only sites with several nodes use them. */
async function createReleaseTables(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable("release")
    .ifNotExists()
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("description", "text", (column) => column.notNull())
    .execute();
  await database.schema
    .createTable("current_release")
    .ifNotExists()
    .addColumn("id", "integer", (column) => column.primaryKey())
    .addColumn("release", "text")
    .execute();
  await database.schema
    .createTable("release_file")
    .ifNotExists()
    .addColumn("release", "text", (column) => column.notNull())
    .addColumn("hash", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("release_file_key", ["release", "hash"])
    .execute();
  await database.schema
    .createTable("release_part")
    .ifNotExists()
    .addColumn("hash", "text", (column) => column.notNull())
    .addColumn("part", "integer", (column) => column.notNull())
    .addColumn("bytes", "bytea", (column) => column.notNull())
    .addPrimaryKeyConstraint("release_part_key", ["hash", "part"])
    .execute();
}

async function createCdnPurgeTable(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable("cdn_purge")
    .ifNotExists()
    .addColumn("tag", "text", (column) => column.primaryKey())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("requested_at", "bigint", (column) => column.notNull())
    .addColumn("attempts", "integer", (column) => column.notNull())
    .addColumn("next_attempt_at", "bigint", (column) => column.notNull())
    .addColumn("lease_until", "bigint", (column) => column.notNull())
    .execute();
}

/** Migrates tables of earlier versions. */
async function upgrade(database: Kysely<unknown>): Promise<void> {
  // This table of an earlier version contained accounts. Codes expire after ten minutes, so none is migrated.
  await database.schema.dropTable("login_code").ifExists().execute();
  if (!(await hasColumn(database, "submission", "sender"))) {
    await database.schema
      .alterTable("submission")
      .addColumn("sender", "text", (column) => column.notNull().defaultTo(""))
      .execute();
  }
  if (!(await hasColumn(database, "session", "used_at"))) {
    // Rows of earlier versions contained accounts. Their visitors have to log in again.
    await sql`delete from session`.execute(database);
    await database.schema
      .alterTable("session")
      .addColumn("used_at", "bigint", (column) => column.notNull().defaultTo(0))
      .execute();
  }
  // Earlier versions stopped retrying after a day.
  await sql`update delivery set status = 'pending', next_attempt_at = 0, lease_until = 0 where status = 'failed'`.execute(
    database,
  );
  // Keys of earlier versions contained addresses and accounts.
  await sql`delete from rate_limit where length(key) <> 64`.execute(database);
}

async function createIndexes(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createIndex("rate_limit_by_time")
    .ifNotExists()
    .on("rate_limit")
    .columns(["started_at"])
    .execute();
  await database.schema
    .createIndex("submission_by_time")
    .ifNotExists()
    .on("submission")
    .columns(["created_at"])
    .execute();
  await database.schema.createIndex("basket_by_time").ifNotExists().on("basket").columns(["updated_at"]).execute();
  await database.schema
    .createIndex("delivery_by_time")
    .ifNotExists()
    .on("delivery")
    .columns(["status", "next_attempt_at"])
    .execute();
}

async function hasColumn(database: Kysely<unknown>, table: string, column: string): Promise<boolean> {
  const tables = await database.introspection.getTables();
  return tables.some(
    ({ name, columns }) => name === table && columns.some((existingColumn) => existingColumn.name === column),
  );
}
