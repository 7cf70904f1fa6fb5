import { sql, type Kysely } from "kysely";
import { createCdnPurgeTable, type CdnPurgeTable } from "./cdn-purge-table.ts";
import { ensureDatabaseKey } from "./database-key.ts";
import { createReleaseTables, type ReleaseTables } from "./release-tables.ts";
import { createNoteTable, type NoteTable } from "./note-table.ts";

/**
 * Status of a submission. `stored`: it has no destination. `failed`: it has been undelivered for more than a day. Pending
 * and failed submissions are retried.
 */
export const statuses = ["stored", "pending", "delivered", "refused", "failed"] as const;

export type Status = (typeof statuses)[number];

export const submissionKinds = ["guestbook", "quotation"] as const;

export type SubmissionKind = (typeof submissionKinds)[number];

/** Destinations that submissions are delivered to. */
export type DestinationName = "api" | "mail" | "webhook" | "wecom" | "dingtalk";

/** One row for each submission. Times are milliseconds since 1970, which sort in the same order in both databases. */
type SubmissionTable = {
  id: string;
  /** Reference for the visitor: 8 characters. */
  reference: string;
  kind: SubmissionKind;
  /** Fields of the contract as JSON. */
  payload: string;
  /** Normalised contact, for finding and forgetting a person. */
  contact: string;
  /** A second submission with this key is a duplicate. Deliveries send the key, too. */
  idempotency_key: string;
  /** Keyed hash of the sender; empty in rows of earlier versions. */
  sender: string;
  /** Hash of the content, to detect different content with the same key. */
  content_hash: string;
  created_at: number;
  /** Time when the owner marked it as done. */
  done_at: number | null;
};

/** The outbox: one row for each submission and destination. */
type DeliveryTable = {
  submission_id: string;
  destination: DestinationName;
  status: "pending" | "delivered" | "refused";
  /** Number of attempts that have started. */
  attempts: number;
  next_attempt_at: number;
  /** End of the lease. After it, another process may attempt the delivery. */
  lease_until: number;
  /** Error message of the last attempt, if it failed. */
  message: string | null;
};

/**
 * Counters of actions. A window starts with the first action. Keys are keyed hashes, so they reveal no address or
 * account.
 */
type RateLimitTable = { key: string; count: number; started_at: number };

/** Inquiry list of a visitor. */
type BasketTable = { id: string; items: string; updated_at: number };

/** Login codes by account and browser. Both are keyed hashes; the code is a slow hash. */
type OpenCodeTable = {
  account: string;
  browser: string;
  salt: string;
  code_hash: string;
  /** Attempts to enter the code. */
  tries: number;
  expires_at: number;
};

/** Logins of the embedded API by the hash of their token. The account is a keyed hash. */
type SessionTable = { token_hash: string; account: string; expires_at: number; used_at: number };

/** Cache purges of the owner's system. Every process reads them. They are stored for a while to prevent replays. */
type PurgeTable = { signature: string; tags: string; created_at: number };

/** Random keys that the site created. */
type SecretTable = { name: string; value: string };

/** A single row, which the readiness check writes. */
type ReadinessTable = { id: number; checked_at: number; filler: string };

/** How often visitors searched for a word without results, by day (`2026-11-21`, UTC). */
type MissedSearchTable = { day: string; word: string; count: number };

export type Tables = ReleaseTables & {
  readiness: ReadinessTable;
  secret: SecretTable;
  purge: PurgeTable;
  cdn_purge: CdnPurgeTable;
  open_code: OpenCodeTable;
  session: SessionTable;
  basket: BasketTable;
  submission: SubmissionTable;
  submission_note: NoteTable;
  delivery: DeliveryTable;
  rate_limit: RateLimitTable;
  missed_search: MissedSearchTable;
};

/** Creates missing tables. Every step can run repeatedly. */
export async function migrate(database: Kysely<Tables>): Promise<void> {
  await createSubmissionTables(database);
  await createNoteTable(database);
  await createVisitorTables(database);
  await createSiteTables(database);
  await createReleaseTables(database);
  await createCdnPurgeTable(database);
  await ensureDatabaseKey(database);
  await upgrade(database);
  await createIndexes(database);
}

/** Creates the tables of submissions and their deliveries. */
async function createSubmissionTables(database: Kysely<Tables>): Promise<void> {
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
async function createVisitorTables(database: Kysely<Tables>): Promise<void> {
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
async function createSiteTables(database: Kysely<Tables>): Promise<void> {
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

/** Migrates tables of earlier versions. */
async function upgrade(database: Kysely<Tables>): Promise<void> {
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
    await database.deleteFrom("session").execute();
    await database.schema
      .alterTable("session")
      .addColumn("used_at", "bigint", (column) => column.notNull().defaultTo(0))
      .execute();
  }
  // Earlier versions stopped retrying after a day.
  await database
    .updateTable("delivery")
    .set({ status: "pending", next_attempt_at: 0, lease_until: 0 })
    .where(sql<string>`status`, "=", "failed")
    .execute();
  // Keys of earlier versions contained addresses and accounts.
  await database
    .deleteFrom("rate_limit")
    .where(sql`length(key)`, "!=", 64)
    .execute();
}

async function createIndexes(database: Kysely<Tables>): Promise<void> {
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

async function hasColumn(database: Kysely<Tables>, table: keyof Tables, column: string): Promise<boolean> {
  const tables = await database.introspection.getTables();
  return tables.some(({ name, columns }) => name === table && columns.some((one) => one.name === column));
}
