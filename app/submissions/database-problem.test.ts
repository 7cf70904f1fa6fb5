import type { Kysely } from "kysely";
import { expect, test, vi } from "vitest";
import { createDatabaseProblem, describeProblem } from "./database-problem.ts";
import { openSqlite } from "./sqlite.ts";
import { migrate, type Tables } from "./tables.ts";

const failure = (fields: object, message = "x") => Object.assign(new Error(message), fields);

test.each([
  [{ errcode: 13 }, "the disk is full"],
  [{ errcode: 11 }, "it is damaged"],
  [{ errcode: 26 }, "it is damaged"],
  [{ errcode: 8 }, "it can only be read"],
  [{ errcode: 8 | (3 << 8) }, "it can only be read"],
  [{ errcode: 10 | (3 << 8) }, "reading or writing its file failed"],
  [{ code: "25006" }, "it can only be read"],
  [{ code: "53100" }, "the disk is full"],
  [{ code: "ECONNREFUSED" }, "it can't be reached"],
  [{ code: "57P03" }, "it can't be reached"],
])("%j is said as %s", (fields, said) => {
  expect(describeProblem(failure(fields))).toBe(said);
});

test("it is tried by writing, and says why that fails", async () => {
  const database = openSqlite(":memory:");
  await migrate(database);
  let clock = 0;
  const problem = createDatabaseProblem(database, () => clock);
  expect(await problem()).toBeUndefined();
  expect(await database.selectFrom("readiness").selectAll().execute()).toHaveLength(1);
  const { sql } = await import("kysely");
  await sql`PRAGMA query_only = ON`.execute(database);
  // Kept for a second.
  expect(await problem()).toBeUndefined();
  clock += 1000;
  expect(await problem()).toBe("it can only be read");
  await database.destroy();
});

test("who asks at once waits for one try, and nobody for longer than a second", async () => {
  vi.useFakeTimers();
  let tries = 0;
  let finish = () => {};
  const execute = () => {
    tries++;
    return new Promise<void>((done) => (finish = done));
  };
  const insert = { values: () => ({ onConflict: () => ({ execute }) }) };
  const problem = createDatabaseProblem({ insertInto: () => insert } as unknown as Kysely<Tables>);
  const asked = Promise.all(Array.from({ length: 20 }, problem));
  await vi.advanceTimersByTimeAsync(1000);
  expect(new Set(await asked)).toEqual(new Set(["no answer within a second"]));
  void problem();
  expect(tries).toBe(1);
  finish();
  vi.useRealTimers();
});
