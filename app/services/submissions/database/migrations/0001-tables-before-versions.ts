import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** The tables of the first release. Databases have recorded this name, so it stays. */
export const firstTables: Migration = {
  async up(database) {
    await createSubmissionTables(database);
    await createVisitorTables(database);
    await createSiteTables(database);
    await createReleaseTables(database);
  },
};

async function createSubmissionTables({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable("submission")
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
  await schema.createIndex("submission_by_time").on("submission").column("created_at").execute();
  await schema
    .createTable("delivery")
    .addColumn("submission_id", "text", (column) => column.notNull().references("submission.id").onDelete("cascade"))
    .addColumn("destination", "text", (column) => column.notNull())
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("attempts", "integer", (column) => column.notNull())
    .addColumn("next_attempt_at", "bigint", (column) => column.notNull())
    .addColumn("lease_until", "bigint", (column) => column.notNull())
    .addColumn("message", "text")
    .addPrimaryKeyConstraint("delivery_key", ["submission_id", "destination"])
    .execute();
  await schema.createIndex("delivery_by_time").on("delivery").columns(["status", "next_attempt_at"]).execute();
  await schema
    .createTable("submission_note")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("submission_id", "text", (column) => column.notNull().references("submission.id").onDelete("cascade"))
    .addColumn("text", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .execute();
  const noteIndex = schema.createIndex("submission_note_by_submission").on("submission_note");
  await noteIndex.columns(["submission_id", "created_at"]).execute();
}

/** Creates the tables of visitors' baskets, counters, codes and logins. */
async function createVisitorTables({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable("basket")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("items", "text", (column) => column.notNull())
    .addColumn("updated_at", "bigint", (column) => column.notNull())
    .execute();
  await schema.createIndex("basket_by_time").on("basket").column("updated_at").execute();
  await schema
    .createTable("rate_limit")
    .addColumn("key", "text", (column) => column.primaryKey())
    .addColumn("count", "integer", (column) => column.notNull())
    .addColumn("started_at", "bigint", (column) => column.notNull())
    .execute();
  await schema.createIndex("rate_limit_by_time").on("rate_limit").column("started_at").execute();
  await schema
    .createTable("open_code")
    .addColumn("account", "text", (column) => column.notNull())
    .addColumn("browser", "text", (column) => column.notNull())
    .addColumn("salt", "text", (column) => column.notNull())
    .addColumn("code_hash", "text", (column) => column.notNull())
    .addColumn("tries", "integer", (column) => column.notNull())
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("open_code_key", ["account", "browser"])
    .execute();
  await schema
    .createTable("session")
    .addColumn("token_hash", "text", (column) => column.primaryKey())
    .addColumn("account", "text", (column) => column.notNull())
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .addColumn("used_at", "bigint", (column) => column.notNull())
    .execute();
}

/** Creates the tables that the site's processes share. */
async function createSiteTables({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable("missed_search")
    .addColumn("day", "text", (column) => column.notNull())
    .addColumn("word", "text", (column) => column.notNull())
    .addColumn("count", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("missed_search_key", ["day", "word"])
    .execute();
  await schema
    .createTable("purge")
    .addColumn("signature", "text", (column) => column.primaryKey())
    .addColumn("tags", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .execute();
  await schema
    .createTable("secret")
    .addColumn("name", "text", (column) => column.primaryKey())
    .addColumn("value", "text", (column) => column.notNull())
    .execute();
  await schema
    .createTable("readiness")
    .addColumn("id", "integer", (column) => column.primaryKey())
    .addColumn("checked_at", "bigint", (column) => column.notNull())
    .addColumn("filler", "text", (column) => column.notNull())
    .execute();
}

/** Creates the tables of the releases. Only sites with several nodes use them. */
async function createReleaseTables({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable("release")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("description", "text", (column) => column.notNull())
    .execute();
  await schema
    .createTable("current_release")
    .addColumn("id", "integer", (column) => column.primaryKey())
    .addColumn("release", "text")
    .execute();
  await schema
    .createTable("release_file")
    .addColumn("release", "text", (column) => column.notNull())
    .addColumn("hash", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("release_file_key", ["release", "hash"])
    .execute();
  await schema
    .createTable("release_part")
    .addColumn("hash", "text", (column) => column.notNull())
    .addColumn("part", "integer", (column) => column.notNull())
    .addColumn("bytes", "bytea", (column) => column.notNull())
    .addPrimaryKeyConstraint("release_part_key", ["hash", "part"])
    .execute();
}
