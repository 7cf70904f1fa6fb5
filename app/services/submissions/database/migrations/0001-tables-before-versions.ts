import type { ColumnDefinitionBuilder, CreateTableBuilder, Kysely } from "kysely";
import type { Migration } from "kysely/migration";

type Column = ["text" | "integer" | "bigint" | "bytea", (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder];

const text: Column = ["text", (column) => column.notNull()];
const uniqueText: Column = ["text", (column) => column.notNull().unique()];
const integer: Column = ["integer", (column) => column.notNull()];
const bigint: Column = ["bigint", (column) => column.notNull()];
const id: Column = ["text", (column) => column.primaryKey()];
const rowNumber: Column = ["integer", (column) => column.primaryKey()];
const submissionId: Column = ["text", (column) => column.notNull().references("submission.id").onDelete("cascade")];

const tables: Record<string, Record<string, Column>> = {
  submission: {
    id,
    reference: uniqueText,
    kind: text,
    payload: text,
    contact: text,
    idempotency_key: uniqueText,
    sender: ["text", (column) => column.notNull().defaultTo("")],
    content_hash: text,
    created_at: bigint,
    done_at: ["bigint", (column) => column],
  },
  delivery: {
    submission_id: submissionId,
    destination: text,
    status: text,
    attempts: integer,
    next_attempt_at: bigint,
    lease_until: bigint,
    message: ["text", (column) => column],
  },
  submission_note: { id, submission_id: submissionId, text, created_at: bigint },
  basket: { id, items: text, updated_at: bigint },
  rate_limit: { key: id, count: integer, started_at: bigint },
  open_code: { account: text, browser: text, salt: text, code_hash: text, tries: integer, expires_at: bigint },
  session: { token_hash: id, account: text, expires_at: bigint, used_at: bigint },
  missed_search: { day: text, word: text, count: integer },
  purge: { signature: id, tags: text, created_at: bigint },
  secret: { name: id, value: text },
  readiness: { id: rowNumber, checked_at: bigint, filler: text },
  release: { id, description: text },
  current_release: { id: rowNumber, release: ["text", (column) => column] },
  release_file: { release: text, hash: text },
  release_part: { hash: text, part: integer, bytes: ["bytea", (column) => column.notNull()] },
};

const keys: Record<string, readonly string[]> = {
  delivery: ["submission_id", "destination"],
  open_code: ["account", "browser"],
  missed_search: ["day", "word"],
  release_file: ["release", "hash"],
  release_part: ["hash", "part"],
};

const indexes = [
  ["submission_by_time", "submission", ["created_at"]],
  ["delivery_by_time", "delivery", ["status", "next_attempt_at"]],
  ["submission_note_by_submission", "submission_note", ["submission_id", "created_at"]],
  ["basket_by_time", "basket", ["updated_at"]],
  ["rate_limit_by_time", "rate_limit", ["started_at"]],
] as const;

/** Keep this migration's name, because databases have recorded it. */
export const initialSchema: Migration = {
  async up({ schema }: Kysely<unknown>) {
    for (const [name, columns] of Object.entries(tables)) {
      let table: CreateTableBuilder<string, string> = schema.createTable(name);
      for (const [column, [type, define]] of Object.entries(columns)) table = table.addColumn(column, type, define);
      if (keys[name]) table = table.addPrimaryKeyConstraint(`${name}_key`, [...keys[name]]);
      await table.execute();
    }
    for (const [name, table, columns] of indexes)
      await schema
        .createIndex(name)
        .on(table)
        .columns([...columns])
        .execute();
  },
};
