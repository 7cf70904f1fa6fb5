import { sql, type Kysely } from "kysely";
import { makeDatabaseKey } from "./database-key.ts";

/**
 * What can become of a submission: `stored` where nothing is to be delivered, `failed` where it has not been delivered for more
 * than a day. That is still tried, like what is `pending`.
 */
export const statuses = ["stored", "pending", "delivered", "refused", "failed"] as const;

export type Status = (typeof statuses)[number];

export const submissionKinds = ["guestbook", "quotation"] as const;

export type SubmissionKind = (typeof submissionKinds)[number];

/** Where a submission is announced. */
export type DestinationName = "api" | "mail" | "webhook";

/** One row a submission. Times are milliseconds since 1970, so that both databases order them alike. */
type SubmissionTable = {
  id: string;
  /** What the visitor reads: 8 characters. */
  reference: string;
  kind: SubmissionKind;
  /** The contract's fields, as JSON. */
  payload: string;
  /** The contact as a machine reads it, for finding and forgetting a person. */
  contact: string;
  /** One sending of one form: a second one with this key is the same submission. Also the key of its delivery. */
  idempotency_key: string;
  /** Keyed hash of who sent it: to others the key says nothing. Empty for what an earlier version kept. */
  sender: string;
  /** Hash of what was sent: the same key with another hash is told so. */
  content_hash: string;
  created_at: number;
  /** When the owner marked it as dealt with. */
  done_at: number | null;
};

/** One row a submission and destination: the outbox. */
type DeliveryTable = {
  submission_id: string;
  destination: DestinationName;
  status: "pending" | "delivered" | "refused";
  /** Tries that have begun. */
  attempts: number;
  next_attempt_at: number;
  /** Until when somebody is at it. A lease, not a lock: a killed process's work is taken up by another. */
  lease_until: number;
  /** What the destination said, where it refused or could not take it. */
  message: string | null;
};

/** Tries at one thing, in a window that starts with the first. The key is a keyed hash: no address or account can be read. */
type RateLimitTable = { key: string; count: number; started_at: number };

/** What a visitor has put on the inquiry list. */
type BasketTable = { id: string; items: string; updated_at: number };

/** A code that was sent: one an account and browser, both known by keyed hashes only, as the code is by a slow one. */
type OpenCodeTable = {
  account: string;
  browser: string;
  salt: string;
  code_hash: string;
  /** How often somebody has tried to guess it. */
  tries: number;
  expires_at: number;
};

/** Who is logged in to the embedded API, by the hash of the token; the account is a keyed hash. */
type SessionTable = { token_hash: string; account: string; expires_at: number; used_at: number };

/** What the owner's system has said is edited: read by every process, kept against replays. */
type PurgeTable = { signature: string; tags: string; created_at: number };

/** Keys that the site has made for itself. */
type SecretTable = { name: string; value: string };

/** One row, written to find out whether anything can be. */
type ReadinessTable = { id: number; checked_at: number; filler: string };

export type Tables = {
  readiness: ReadinessTable;
  secret: SecretTable;
  purge: PurgeTable;
  open_code: OpenCodeTable;
  session: SessionTable;
  basket: BasketTable;
  submission: SubmissionTable;
  delivery: DeliveryTable;
  rate_limit: RateLimitTable;
};

/** Makes the tables where they are missing. Every step may run again. */
export async function migrate(database: Kysely<Tables>): Promise<void> {
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
    .createTable("purge")
    .ifNotExists()
    .addColumn("signature", "text", (column) => column.primaryKey())
    .addColumn("tags", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .execute();
  // Of an earlier version: codes last for ten minutes, and had accounts beside them.
  await database.schema.dropTable("login_code").ifExists().execute();
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
  await makeDatabaseKey(database);
  if (!(await hasColumn(database, "submission", "sender"))) {
    await database.schema
      .alterTable("submission")
      .addColumn("sender", "text", (column) => column.notNull().defaultTo(""))
      .execute();
  }
  if (!(await hasColumn(database, "session", "used_at"))) {
    // Logins of an earlier version name their accounts: who was logged in logs in once more.
    await database.deleteFrom("session").execute();
    await database.schema
      .alterTable("session")
      .addColumn("used_at", "bigint", (column) => column.notNull().defaultTo(0))
      .execute();
  }
  // An earlier version gave up after a day.
  await database
    .updateTable("delivery")
    .set({ status: "pending", next_attempt_at: 0, lease_until: 0 })
    .where(sql<string>`status`, "=", "failed")
    .execute();
  // Keys of an earlier version had addresses and accounts in them.
  await database
    .deleteFrom("rate_limit")
    .where(sql`length(key)`, "!=", 64)
    .execute();
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
