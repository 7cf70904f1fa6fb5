import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createDatabaseCheck } from "#app/services/submissions/database/database-check.ts";
import { openDatabase } from "#app/services/submissions/database/database.ts";
import { openPostgresql } from "#app/services/submissions/database/postgresql.ts";
import { createFreshDatabase, type FreshDatabase } from "#tests/setup/database/databases.ts";
import { getMissingPostgresReason, startPostgres, type RunningPostgres } from "#tests/setup/database/postgres.ts";
import { createCertificate } from "#tests/setup/proxies/certificate.ts";
import { describeUnless } from "#tests/setup/run/skipped.ts";
import { setUpTestFolder } from "#tests/setup/run/test-folder.ts";

const reason = getMissingPostgresReason();

// These cases need PostgreSQL, because SQLite has no server.
let freshStorage: FreshDatabase;
beforeEach(async ({ skip }) => {
  skip(reason !== undefined, reason);
  freshStorage = await createFreshDatabase("PostgreSQL");
});
afterEach(() => (reason ? undefined : freshStorage.remove()));

async function getSetting(name: string): Promise<unknown> {
  const database = await freshStorage.open();
  const { rows } = await sql<{ value: string }>`select current_setting(${name}) as value`.execute(database);
  return rows[0]!.value;
}

test.each([
  ["off", "on"],
  ["on", "on"],
  ["remote_apply", "remote_apply"],
])("in a database with synchronous_commit %s, the site's sessions use %s", async (setting, expected) => {
  const name = new URL(freshStorage.variables.DATABASE_URL!).pathname.slice(1);
  await sql.raw(`alter database ${name} set synchronous_commit = ${setting}`).execute(await freshStorage.open());
  expect(await getSetting("synchronous_commit")).toBe(expected);
});

test("a statement that takes too long is cancelled, and the connection can still be used", async () => {
  const database = await freshStorage.open();
  await expect(sql`select pg_sleep(10)`.execute(database)).rejects.toThrow("statement timeout");
  expect((await sql`select 1 as one`.execute(database)).rows).toEqual([{ one: 1 }]);
});

test("connections that the server closes, idle or in a transaction, are replaced", async () => {
  const [database, otherDatabase] = [await freshStorage.open(), await freshStorage.open()];
  const end = sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`;
  const lostTransaction = database.transaction().execute(async (transaction) => {
    await sql`select 1`.execute(transaction);
    await end.execute(otherDatabase);
    await new Promise((resolve) => setTimeout(resolve, 50));
    await sql`select 1`.execute(transaction);
  });
  await expect(lostTransaction).rejects.toThrow();
  await sql`select 1`.execute(database);
  await end.execute(otherDatabase);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect((await sql`select 1 as one`.execute(database)).rows).toEqual([{ one: 1 }]);
});

test("the readiness check reports a PostgreSQL that is read-only or unreachable", async () => {
  const database = await freshStorage.open();
  let clock = 0;
  const findProblem = createDatabaseCheck(database, () => (clock += 1000));
  expect(await findProblem()).toBeUndefined();
  const name = new URL(freshStorage.variables.DATABASE_URL!).pathname.slice(1);
  await sql.raw(`alter database ${name} set default_transaction_read_only = on`).execute(database);
  const readOnly = openPostgresql(freshStorage.variables.DATABASE_URL!, 2000);
  expect(await createDatabaseCheck(readOnly)()).toBe("it is read-only");
  await readOnly.destroy();
  const unreachableDatabase = openPostgresql("postgres://site@127.0.0.1:1/site", 2000);
  expect(await createDatabaseCheck(unreachableDatabase)()).toBe("it can't be reached");
  await unreachableDatabase.destroy();
});

test("a connection to a server that became a standby is replaced after a refused write", async () => {
  await freshStorage.open();
  const database = openPostgresql(freshStorage.variables.DATABASE_URL!, 2000);
  const check = () => createDatabaseCheck(database)();
  expect(await check()).toBeUndefined();
  await sql`set default_transaction_read_only = on`.execute(database);
  expect(await check()).toBe("it is read-only");
  expect(await check()).toBeUndefined();
  await database.destroy();
});

describeUnless(reason)("a PostgreSQL with a certificate of its own", () => {
  const folder = setUpTestFolder();
  let postgres: RunningPostgres;
  beforeAll(async () => {
    const { certificate, key } = await createCertificate("localhost");
    writeFileSync(join(folder, "ca.pem"), certificate);
    postgres = await startPostgres({ settings: ["ssl=on"], files: { "server.crt": certificate, "server.key": key } });
  });
  afterAll(() => postgres.remove());

  function open(parameters: string) {
    const url = postgres.url.replace("127.0.0.1", "localhost");
    return openDatabase({ DATABASE_URL: `${url}?${parameters.replace("FOLDER", folder)}`, DATA_DIR: folder });
  }

  test("sslmode=verify-full encrypts the connection", async () => {
    const database = await open("sslmode=verify-full&sslrootcert=FOLDER/ca.pem");
    const { rows } = await sql`select ssl from pg_stat_ssl where pid = pg_backend_pid()`.execute(database);
    await database.destroy();
    expect(rows).toEqual([{ ssl: true }]);
  });

  test.each([
    ["an unknown certificate", "sslmode=verify-full", /self-signed certificate/],
    ["a missing file", "sslmode=verify-full&sslrootcert=FOLDER/none.pem", /ENOENT: no such file/],
  ])("%s is reported in one message without the password", async (_, parameters, message) => {
    const failure = await open(parameters).catch((error: Error) => error.message);
    expect(failure).toMatch(/^DATABASE_URL: PostgreSQL at [\w.:]+\/postgres can't be used: /);
    expect(failure).toMatch(message);
    expect(failure).not.toContain(new URL(postgres.url).password);
  });
});
