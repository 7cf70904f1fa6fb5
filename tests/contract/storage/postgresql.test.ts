import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createDatabaseProblem } from "../../../app/submissions/database-problem.ts";
import { openPostgresql } from "../../../app/submissions/postgresql.ts";
import { freshDatabase, type FreshDatabase } from "../../setup/databases.ts";

/** What PostgreSQL alone can do to a site: SQLite has no sessions, and nobody else to lose. */
let fresh: FreshDatabase;
beforeEach(async () => {
  fresh = await freshDatabase("PostgreSQL");
});
afterEach(() => fresh.remove());

async function settingOf(name: string): Promise<unknown> {
  const database = await fresh.open();
  const { rows } = await sql<{ value: string }>`select current_setting(${name}) as value`.execute(database);
  return rows[0]!.value;
}

test.each([
  ["off", "on"],
  ["on", "on"],
  ["remote_apply", "remote_apply"],
])("a database whose commits are %s: ours are %s", async (given, ours) => {
  const name = new URL(fresh.variables.DATABASE_URL!).pathname.slice(1);
  await sql.raw(`alter database ${name} set synchronous_commit = ${given}`).execute(await fresh.open());
  expect(await settingOf("synchronous_commit")).toBe(ours);
});

test("a statement that takes too long is given up, and the connection is fine afterwards", async () => {
  const database = await fresh.open();
  const start = performance.now();
  await expect(sql`select pg_sleep(10)`.execute(database)).rejects.toThrow("statement timeout");
  expect(performance.now() - start).toBeLessThan(3000);
  expect((await sql`select 1 as one`.execute(database)).rows).toEqual([{ one: 1 }]);
});

test("connections that the server ends, idle or in a transaction, are replaced", async () => {
  const [database, other] = [await fresh.open(), await fresh.open()];
  const end = sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`;
  const lost = database.transaction().execute(async (transaction) => {
    await sql`select 1`.execute(transaction);
    await end.execute(other);
    await new Promise((done) => setTimeout(done, 50));
    await sql`select 1`.execute(transaction);
  });
  await expect(lost).rejects.toThrow();
  await sql`select 1`.execute(database);
  await end.execute(other);
  await new Promise((done) => setTimeout(done, 50));
  expect((await sql`select 1 as one`.execute(database)).rows).toEqual([{ one: 1 }]);
});

test("a PostgreSQL that can only be read, or that is gone, is said to be so by who looks whether it is ready", async () => {
  const database = await fresh.open();
  let clock = 0;
  const problem = createDatabaseProblem(database, () => (clock += 1000));
  expect(await problem()).toBeUndefined();
  const name = new URL(fresh.variables.DATABASE_URL!).pathname.slice(1);
  await sql.raw(`alter database ${name} set default_transaction_read_only = on`).execute(database);
  const readOnly = openPostgresql(fresh.variables.DATABASE_URL!, 2000);
  expect(await createDatabaseProblem(readOnly)()).toBe("it can only be read");
  await readOnly.destroy();
  const nowhere = openPostgresql("postgres://site@127.0.0.1:1/site", 2000);
  expect(await createDatabaseProblem(nowhere)()).toBe("it can't be reached");
  await nowhere.destroy();
});
