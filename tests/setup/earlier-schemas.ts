import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sql, type Kysely } from "kysely";
import { openPostgresql } from "../../app/services/submissions/database/postgresql.ts";
import { openSqlite } from "../../app/services/submissions/database/sqlite.ts";

type Row = Record<string, string | number | Buffer | null>;

/** A million milliseconds ago, so that nothing is expired. */
const pastTime = Date.now() - 1_000_000;
const futureTime = Date.now() + 86_400_000;

const submissions = Array.from({ length: 30 }, (_, n) => ({
  id: `id-${n}`,
  reference: `REF${String(n).padStart(5, "0")}`,
  kind: "guestbook",
  payload: JSON.stringify({ name: "王伟", contact: "13812345678", content: `第 ${n} 封 🌿 “引号”\r\n` }),
  contact: "+8613812345678",
  idempotency_key: `key-${n}`,
  content_hash: `hash-${n}`,
  created_at: pastTime + n,
  done_at: n % 2 ? pastTime + 5000 : null,
}));

const deliveries = submissions.map(({ id }, n) => ({
  submission_id: id,
  destination: "mail",
  status: ["pending", "delivered", "refused", "failed"][n % 4]!,
  attempts: n,
  next_attempt_at: pastTime,
  lease_until: 0,
  message: n % 4 > 1 ? "no mailbox" : null,
}));

const key = "a".repeat(64);

const firstRows: Record<string, Row[]> = {
  submission: submissions,
  delivery: deliveries,
  rate_limit: [
    { key: "guestbook 192.0.2.1", count: 3, started_at: pastTime },
    { key, count: 4, started_at: pastTime },
  ],
};

const laterRows = {
  basket: [{ id: "basket", items: '[{"id":"huang-qi"}]', updated_at: pastTime }],
  purge: [{ signature: "signature", tags: "product", created_at: pastTime }],
};

/** Rows of each table of an earlier schema, by the name of its file in tests/fixtures/schemas. */
export const earlierRows: Record<string, Record<string, Row[]>> = {
  first: firstRows,
  "logins-with-accounts": {
    ...firstRows,
    ...laterRows,
    login_code: [{ account: "a@b.cn", salt: "salt", code_hash: "hash", tries: 1, expires_at: futureTime }],
    session: [{ token_hash: "token", account: "a@b.cn", expires_at: futureTime }],
  },
  "before-versions": {
    ...firstRows,
    ...laterRows,
    submission: submissions.map((row) => ({ ...row, sender: key })),
    submission_note: [{ id: "note", submission_id: "id-1", text: "Called back.", created_at: pastTime }],
    open_code: [{ account: key, browser: key, salt: "salt", code_hash: "hash", tries: 1, expires_at: futureTime }],
    session: [{ token_hash: "token", account: key, expires_at: futureTime, used_at: pastTime }],
    missed_search: [{ day: new Date().toISOString().slice(0, 10), word: "人参 🌱", count: 7 }],
    secret: [{ name: "hmac", value: "the-key-of-this-database" }],
    readiness: [{ id: 1, checked_at: pastTime, filler: "x" }],
    release: [{ id: "1", description: "{}" }],
    current_release: [{ id: 1, release: "1" }],
    release_file: [{ release: "1", hash: key }],
    release_part: [{ hash: key, part: 0, bytes: Buffer.from([0, 255, 1]) }],
    cdn_purge: [
      {
        tag: "all",
        created_at: pastTime,
        requested_at: pastTime,
        attempts: 0,
        next_attempt_at: pastTime,
        lease_until: 0,
      },
    ],
  },
};

/** Where a database is: `DATABASE_URL`, or without it the folder of the SQLite file. */
type Place = { DATABASE_URL?: string | undefined; DATA_DIR: string };

function openWithoutMigration({ DATABASE_URL, DATA_DIR }: Place): Kysely<never> {
  const database = DATABASE_URL ? openPostgresql(DATABASE_URL, 10_000) : openSqlite(join(DATA_DIR, "site.sqlite"));
  return database as unknown as Kysely<never>;
}

/** Creates the tables of an earlier schema in an empty database, with rows in each. */
export async function createEarlierDatabase(place: Place, schema: string): Promise<void> {
  const database = openWithoutMigration(place);
  const statements = readFileSync(`tests/fixtures/schemas/${schema}.sql`, "utf8").split(/;\n/);
  for (const statement of statements.filter((text) => text.trim())) await sql.raw(statement).execute(database);
  for (const [table, rows] of Object.entries(earlierRows[schema]!)) await insertRows(database, table, rows);
  await database.destroy();
}

async function insertRows(database: Kysely<never>, table: string, rows: readonly Row[]): Promise<void> {
  for (const row of rows) {
    const columns = sql.join(Object.keys(row).map((name) => sql.ref(name)));
    await sql`insert into ${sql.table(table)} (${columns}) values (${sql.join(Object.values(row))})`.execute(database);
  }
}
