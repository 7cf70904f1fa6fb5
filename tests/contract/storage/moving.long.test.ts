import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { DatabaseSync } from "node:sqlite";
import { sql, type Kysely } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openDatabase } from "../../../app/services/submissions/database/database.ts";
import { forgetContact } from "../../../app/services/submissions/inbox/forget.ts";
import { openPostgresql } from "../../../app/services/submissions/database/postgresql.ts";
import { createRepository } from "../../../app/services/submissions/repository.ts";
import { createSessions } from "../../../app/services/submissions/login/sessions.ts";
import type { Tables } from "../../../app/services/submissions/database/tables.ts";
import { createFreshDatabase, type FreshDatabase } from "../../setup/databases.ts";
import { createEarlierDatabase, earlierRows } from "../../setup/earlier-schemas.ts";
import { waitUntil } from "../../setup/guestbook-form.ts";
import { getMissingPostgresReason } from "../../setup/postgres.ts";

const reason = getMissingPostgresReason();
const command = ["--disable-warning=ExperimentalWarning", "scripts/move-to-postgresql.ts"];

let freshStorage: FreshDatabase;
let place: { DATA_DIR: string; DATABASE_URL: string };
beforeEach(async ({ skip }) => {
  skip(reason !== undefined, reason);
  freshStorage = await createFreshDatabase("PostgreSQL");
  const { DATA_DIR, DATABASE_URL } = freshStorage.variables;
  place = { DATA_DIR: join(DATA_DIR, "old"), DATABASE_URL: DATABASE_URL! };
});
afterEach(() => (reason ? undefined : freshStorage.remove()));

const openFile = () => openDatabase({ DATA_DIR: place.DATA_DIR, DATABASE_URL: undefined });

function startMove(variables: Record<string, string> = {}) {
  const env = { ...process.env, OWNER_LANGUAGE: "en", ...place, ...variables };
  const child = spawn(process.execPath, command, { env, stdio: ["ignore", "pipe", "pipe"] });
  const completion = Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  return { child, completion };
}

async function move(variables?: Record<string, string>) {
  const [stdout, stderr, [status]] = await startMove(variables).completion;
  return { stdout, stderr, status: status as number };
}

/** Reads all rows of a table, in the same order in both storages. */
async function readRows(database: Kysely<Tables>, table: keyof Tables): Promise<unknown[]> {
  const rows = await database.selectFrom(table).selectAll().execute();
  const toPlain = (value: unknown) => (value instanceof Uint8Array ? Buffer.from(value).toString("hex") : value);
  return rows.map((row) => JSON.stringify(Object.values(row).map(toPlain))).toSorted();
}

const tables = Object.keys(earlierRows["before-versions"]!).filter((name) => name !== "readiness") as (keyof Tables)[];

async function expectSameRows(): Promise<void> {
  const [file, postgres] = [await openFile(), await freshStorage.open()];
  for (const table of tables) expect(await readRows(postgres, table)).toEqual(await readRows(file, table));
  await file.destroy();
}

test("everything is moved from tables before the first migration, and a second run moves only new rows", async () => {
  await createEarlierDatabase({ DATA_DIR: place.DATA_DIR }, "before-versions");
  const first = await move();
  expect([first.status, first.stderr]).toEqual([0, ""]);
  expect(first.stdout).toContain("Messages and inquiries: 30 moved, 0 already there\n");
  expect(first.stdout).toContain("Logins: 1 moved, 0 already there\n");
  expect(first.stdout).toMatch(/Everything in \S+site\.sqlite is in PostgreSQL; each row was read back/);
  await expectSameRows();

  const file = await openFile();
  const inbox = createRepository(file, ["mail"]);
  await inbox.store({ kind: "guestbook", payload: { name: "新" }, contact: "a@b.cn", idempotencyKey: "new" });
  await file.destroy();
  const second = await move();
  expect(second.status).toBe(0);
  expect(second.stdout).toContain("Messages and inquiries: 1 moved, 30 already there\n");
  expect(second.stdout).toContain("Announcements: 1 moved, 30 already there\n");
  await expectSameRows();
  expect((await move()).stdout).not.toMatch(/[1-9]\d* moved/);
});

test("values that were hashed with the moved key are still found", async () => {
  const file = await openFile();
  const token = await createSessions(file).open("+8613812345678");
  await file.destroy();
  expect((await move()).status).toBe(0);
  const postgres = await freshStorage.open();
  expect(await createSessions(postgres).isOpen(token)).toBe(true);
  await forgetContact(postgres, "+8613812345678");
  expect(await createSessions(postgres).isOpen(token)).toBe(false);
});

test("a PostgreSQL that a site has used keeps its key and its rows; logins aren't moved", async () => {
  await createEarlierDatabase({ DATA_DIR: place.DATA_DIR }, "before-versions");
  const postgres = await freshStorage.open();
  const token = await createSessions(postgres).open("a@b.cn");
  const inbox = createRepository(postgres);
  const store = (idempotencyKey: string) =>
    inbox.store({ kind: "guestbook", payload: {}, contact: "a@b.cn", idempotencyKey });
  await store("other");
  const otherSubmission = await store("key-3");
  const { status, stdout, stderr } = await move();
  expect(stdout).toContain("Logins: 1 not moved, because PostgreSQL already has its own key.");
  expect(stdout).toContain(
    "Messages and inquiries: 29 moved, 0 already there\n  NOT MOVED: id-3 (another row in PostgreSQL",
  );
  expect(stdout).toMatch(/Announcements: 29 moved, 0 already there\n {2}NOT MOVED: id-3, mail \(.*foreign key/);
  expect([status, stderr]).toEqual([1, expect.stringContaining("2 rows were not moved; everything else was.")]);
  expect(await inbox.list()).toHaveLength(31);
  expect(await inbox.find(otherSubmission.id)).toBeDefined();
  expect(await createSessions(postgres).isOpen(token)).toBe(true);
});

test("a row that has changed in PostgreSQL stays unchanged, and is counted", async () => {
  await createEarlierDatabase({ DATA_DIR: place.DATA_DIR }, "first");
  await move();
  const inbox = createRepository(await freshStorage.open());
  await inbox.markAsDone("id-0");
  const { status, stdout } = await move();
  expect([status, stdout]).toEqual([
    0,
    expect.stringContaining(
      "0 moved, 30 already there\n  1 of them is different in PostgreSQL, and was left unchanged there.",
    ),
  ]);
  expect((await inbox.find("id-0"))!.doneAt).toBeTruthy();
});

test("emoji and 64 KB of text stay unchanged, NUL is replaced, and an invalid row is reported and doesn't stop the others", async () => {
  await createEarlierDatabase({ DATA_DIR: place.DATA_DIR }, "first");
  const longText = "当归🌿\u{2F81A}'\\".repeat(9000);
  const file = new DatabaseSync(join(place.DATA_DIR, "site.sqlite"));
  const insert = file.prepare(
    "insert into submission (id, reference, kind, payload, contact, idempotency_key, content_hash, created_at) values (?, ?, 'guestbook', ?, ?, ?, '', ?)",
  );
  insert.run("long", "LONG0000", JSON.stringify({ content: longText }), "a@b.cn", "long", 1);
  insert.run("nul", "NUL00000", JSON.stringify({ content: "x" }), "a\0b@c.cn", "nul", 2);
  insert.run("bad", "BAD00000", "{}", "a@b.cn", "bad", "not a time");
  file.close();
  const { status, stdout, stderr } = await move();
  expect(stdout).toContain("Messages and inquiries: 32 moved, 0 already there\n  1 contained NUL characters");
  expect(stdout).toMatch(/NOT MOVED: bad \(invalid input syntax for type bigint/);
  expect([status, stderr]).toEqual([1, expect.stringContaining("1 row was not moved; everything else was.")]);
  const inbox = createRepository(await freshStorage.open());
  expect((await inbox.find("long"))!.payload).toEqual({ content: longText });
  const database = await freshStorage.open();
  const { contact } = await database
    .selectFrom("submission")
    .select("contact")
    .where("id", "=", "nul")
    .executeTakeFirstOrThrow();
  expect(contact).toBe("a\uFFFDb@c.cn");
  expect((await move()).stdout).toContain("Messages and inquiries: 0 moved, 32 already there\n");
});

/** Processes that wait for a lock in this database. Other tests use the same server at the same time. */
const waitingProcesses = sql`
  select pid from pg_locks
  where not granted and database = (select oid from pg_database where datname = current_database())
`;

test("a command that is killed midway has moved nothing, and the next run moves everything", async () => {
  await createEarlierDatabase({ DATA_DIR: place.DATA_DIR }, "before-versions");
  const postgres = await freshStorage.open();
  const { child, completion } = startMove();
  await postgres.transaction().execute(async (transaction) => {
    // The command has moved the submissions and waits for this lock.
    await sql`lock table submission_note in access exclusive mode`.execute(transaction);
    await waitUntil(async () => {
      const { rows } = await sql`select 1 from (${waitingProcesses}) as waiting`.execute(transaction);
      return rows.length > 0;
    });
    child.kill("SIGKILL");
    await completion;
  });
  expect(await createRepository(postgres).list()).toEqual([]);
  const bytes = readFileSync(join(place.DATA_DIR, "site.sqlite")).length;
  const { status, stdout } = await move();
  expect([status, stdout]).toEqual([0, expect.stringContaining("Messages and inquiries: 30 moved, 0 already there\n")]);
  await expectSameRows();
  expect(statSync(join(place.DATA_DIR, "site.sqlite")).size).toBe(bytes);
});

test("a broken connection is reported in one message, and the next run moves everything", async () => {
  await createEarlierDatabase({ DATA_DIR: place.DATA_DIR }, "first");
  const administration = openPostgresql(place.DATABASE_URL, 10_000);
  const postgres = await freshStorage.open();
  const { completion } = startMove();
  await postgres.transaction().execute(async (transaction) => {
    await sql`lock table delivery in access exclusive mode`.execute(transaction);
    await waitUntil(async () => {
      const { rows } = await sql`select pg_terminate_backend(pid) from (${waitingProcesses}) as waiting`.execute(
        administration,
      );
      return rows.length > 0;
    });
  });
  await administration.destroy();
  const [, stderr, [status]] = await completion;
  expect([status, stderr]).toEqual([
    1,
    expect.stringMatching(/^The move was interrupted \(.+\)\. .*Run the command again\.\n$/),
  ]);
  expect((await move()).status).toBe(0);
});

test.each([
  [
    "without DATABASE_URL",
    { DATABASE_URL: "" },
    "Set DATABASE_URL to the address of the PostgreSQL that the site will use.",
  ],
  [
    "in Chinese",
    { DATABASE_URL: "", OWNER_LANGUAGE: "" },
    "请先把 DATABASE_URL 设为网站将要使用的 PostgreSQL 的地址。",
  ],
  ["without a file", { DATA_DIR: "/nowhere" }, "DATA_DIR=/nowhere: there is no /nowhere/site.sqlite."],
])("%s the command fails with a message", async (_, variables, message) => {
  await createEarlierDatabase({ DATA_DIR: place.DATA_DIR }, "first");
  const { status, stderr } = await move(variables);
  expect([status, stderr]).toEqual([1, expect.stringContaining(message)]);
});

test("the command moves nothing while a site uses the file", async () => {
  await createEarlierDatabase({ DATA_DIR: place.DATA_DIR }, "first");
  const script = `import { openSiteDatabase } from "./app/services/submissions/database/database.ts";
    await openSiteDatabase({ DATA_DIR: process.env.DATA_DIR });
    console.log("open");
    setInterval(() => undefined, 1000);`;
  const site = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", "--input-type=module", "-e", script], {
    env: { ...process.env, DATA_DIR: place.DATA_DIR },
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(site.stdout, "data");
  const { status, stderr } = await move();
  expect([status, stderr]).toEqual([
    1,
    expect.stringMatching(/^The site is using \S+site\.sqlite\. Stop the site first/),
  ]);
  site.kill("SIGKILL");
  await once(site, "exit");
  expect(await createRepository(await freshStorage.open()).list()).toEqual([]);
  expect((await move()).status).toBe(0);
});
