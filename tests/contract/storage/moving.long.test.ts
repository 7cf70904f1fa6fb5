import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { sql, type Kysely } from "kysely";
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { createReleaseDatabase } from "#app/services/content/releases/release-database.ts";
import { openReleaseFolder } from "#app/services/content/releases/release-folder.ts";
import { openDatabase } from "#app/services/submissions/database/database.ts";
import { createRateLimiter } from "#app/services/submissions/database/rate-limit.ts";
import type { Tables } from "#app/services/submissions/database/tables.ts";
import { createSessions } from "#app/services/submissions/login/sessions.ts";
import { createBaskets } from "#app/services/submissions/orders/basket.ts";
import { createRepository } from "#app/services/submissions/received/repository.ts";
import { createFreshDatabase, type FreshDatabase } from "#tests/setup/database/databases.ts";
import { getMissingPostgresReason } from "#tests/setup/database/postgres.ts";
import { waitUntil } from "#tests/setup/site/guestbook-form.ts";
import { copyReleases } from "#tests/setup/site/running-site.ts";

const reason = getMissingPostgresReason();
const command = ["--disable-warning=ExperimentalWarning", "scripts/move-to-postgresql.ts"];

let freshDatabase: FreshDatabase;
let storageVariables: { DATA_DIR: string; DATABASE_URL: string };
let sqlite: Kysely<Tables>;
let token: string;
beforeEach(async ({ skip }) => {
  skip(reason !== undefined, reason);
  freshDatabase = await createFreshDatabase("PostgreSQL");
  const { DATA_DIR, DATABASE_URL } = freshDatabase.variables;
  storageVariables = { DATA_DIR: join(DATA_DIR, "old"), DATABASE_URL: DATABASE_URL! };
  sqlite = await openDatabase({ DATA_DIR: storageVariables.DATA_DIR, DATABASE_URL: undefined });
  await storeMessages(0, 130);
  await createBaskets(sqlite).change(undefined, () => [{ id: "huang-qi", quantity: 2 }]);
  token = await createSessions(sqlite).open("+8613812345678");
  await createRateLimiter(sqlite).countAttempt("submission", "1.2.3.4");
});
afterEach(async () => {
  if (reason) return;
  await sqlite.destroy();
  await freshDatabase.remove();
});

async function storeMessages(start: number, end: number): Promise<void> {
  const inbox = createRepository(sqlite, ["mail"]);
  for (let n = start; n < end; n++) {
    const payload = { content: n === 0 ? "当归🌿\u{2F81A}'\\".repeat(9000) : `第 ${n} 封 “引号”\r\n` };
    const { id } = await inbox.store({ kind: "guestbook", payload, contact: "a@b.cn", idempotencyKey: `key-${n}` });
    if (n % 10 === 0) await inbox.addNote(id, "Called back.");
  }
}

function startMove(variables: Record<string, string> = {}) {
  const env = { ...process.env, OWNER_LANGUAGE: "en", ...storageVariables, ...variables };
  const child = spawn(process.execPath, command, { env, stdio: ["ignore", "pipe", "pipe"] });
  const completion = Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  return { child, completion };
}

async function move(variables?: Record<string, string>) {
  const [stdout, stderr, [status]] = await startMove(variables).completion;
  return { stdout, stderr, status: status as number };
}

/** Reads all rows of a table, in the same order in both databases. */
async function readRows(database: Kysely<Tables>, table: keyof Tables): Promise<unknown[]> {
  const rows = await database.selectFrom(table).selectAll().execute();
  return rows.map((row) => JSON.stringify(Object.values(row))).toSorted();
}

async function expectSameRows(): Promise<void> {
  const postgres = await freshDatabase.open();
  const tables = ["secret", "submission", "delivery", "submission_note", "basket", "session", "rate_limit"] as const;
  for (const table of tables) expect(await readRows(postgres, table)).toEqual(await readRows(sqlite, table));
}

const filledDatabase = {
  ...{ status: 1, stdout: "" },
  stderr: "PostgreSQL already has data. Nothing was moved. Use an empty database.\n",
};

test("all rows and the key are moved into an empty PostgreSQL, and a second run moves nothing", async () => {
  const first = await move();
  expect([first.status, first.stderr]).toEqual([0, ""]);
  expect(first.stdout).toContain("Messages and inquiries: 130 moved\n");
  expect(first.stdout).toContain("Logins: 1 moved\n");
  expect(first.stdout).toMatch(/Everything in \S+site\.sqlite is in PostgreSQL; the counts were compared/);
  await expectSameRows();
  expect(await createSessions(await freshDatabase.open()).isOpen(token)).toBe(true);

  expect(await move()).toEqual(filledDatabase);
  await expectSameRows();
});

test("the published release is moved, so that a node that starts before the others finds it", async () => {
  copyReleases(inject("siteFolder"), storageVariables.DATA_DIR);
  expect((await move()).status).toBe(0);
  const { readCurrentId } = createReleaseDatabase(await freshDatabase.open());
  expect(await readCurrentId()).toBe(openReleaseFolder(storageVariables.DATA_DIR).readCurrentId());
});

/** Processes that wait for a lock in this database. Other tests use other databases of the same server. */
const waitingProcesses = sql`
  select pid from pg_locks
  where not granted and database = (select oid from pg_database where datname = current_database())
`;

test.each(["is killed", "loses its connection"])(
  "a command that %s midway has moved nothing, and the next run moves everything",
  async (failure) => {
    const [postgres, administration] = [await freshDatabase.open(), await freshDatabase.open()];
    const { child, completion } = startMove();
    await postgres.transaction().execute(async (transaction) => {
      // The command moves the submissions first, and then waits for this lock.
      await sql`lock table submission_note in access exclusive mode`.execute(transaction);
      await waitUntil(async () => {
        const { rows } =
          failure === "is killed"
            ? await sql`select 1 from (${waitingProcesses}) as waiting`.execute(administration)
            : await sql`select pg_terminate_backend(pid) from (${waitingProcesses}) as waiting`.execute(administration);
        return rows.length > 0;
      });
      if (failure === "is killed") child.kill("SIGKILL");
      const [, stderr] = await completion;
      const message = /^The move was interrupted \(.+\)\. .*Run the command again\.\n$/;
      expect(stderr).toMatch(failure === "is killed" ? /^$/ : message);
    });
    expect(await createRepository(postgres).list()).toEqual([]);
    expect((await move()).status).toBe(0);
    await expectSameRows();
  },
);

test.each([
  ["DATABASE_URL", { DATABASE_URL: "" }, "Set DATABASE_URL to the address of the PostgreSQL that the site will use."],
  ["a SQLite file", { DATA_DIR: "/nowhere" }, "DATA_DIR=/nowhere: there is no /nowhere/site.sqlite."],
])("without %s the move to PostgreSQL fails, and the message names what is missing", async (_, variables, message) => {
  const { status, stderr } = await move(variables);
  expect([status, stderr]).toEqual([1, expect.stringContaining(message)]);
});
