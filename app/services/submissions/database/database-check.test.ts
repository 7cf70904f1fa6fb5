import { deflateSync } from "node:zlib";
import { sql, type Kysely } from "kysely";
import { expect, test, vi } from "vitest";
import { openMemoryDatabase } from "#tests/setup/database/memory-database.ts";
import { createDatabaseCheck, describeDatabaseError } from "./database-check.ts";
import type { Tables } from "./tables.ts";

const createError = (fields: object, message = "x") => Object.assign(new Error(message), fields);

test.each([
  [{ errcode: 13 }, "the disk is full"],
  [{ errcode: 11 }, "it is damaged"],
  [{ errcode: 8 | (3 << 8) }, "it is read-only"],
  [{ errcode: 10 | (3 << 8) }, "reading or writing its file failed"],
  [{ code: "25006" }, "it is read-only"],
  [{ code: "53100" }, "the disk is full"],
  [{ code: "ECONNREFUSED" }, "it can't be reached"],
  [{ code: "57P03" }, "it can't be reached"],
])("the error %j is described as: %s", (fields, description) => {
  expect(describeDatabaseError(createError(fields))).toBe(description);
});

test("the check writes to the database, and returns the reason if that fails", async () => {
  const database = await openMemoryDatabase();
  let clock = 0;
  const check = createDatabaseCheck(database, () => clock);
  expect(await check()).toBeUndefined();
  const rows = await database.selectFrom("readiness").selectAll().execute();
  expect(rows).toHaveLength(1);
  // The bytes occupy as much of a disk although PostgreSQL compresses them.
  expect(deflateSync(rows[0]!.filler).length).toBeGreaterThan(20_000);
  // Another check within a minute writes little.
  clock += 1000;
  expect(await check()).toBeUndefined();
  const fillers = await database.selectFrom("readiness").select("filler").orderBy("id").execute();
  expect(fillers).toEqual([{ filler: rows[0]!.filler }, { filler: "" }]);
  await sql`PRAGMA query_only = ON`.execute(database);
  // The result is reused for one second.
  expect(await check()).toBeUndefined();
  clock += 1000;
  expect(await check()).toBe("it is read-only");
});

test("concurrent callers share one check, and wait at most a second", async () => {
  vi.useFakeTimers();
  let writes = 0;
  let finish = () => {};
  const execute = () => {
    writes++;
    return new Promise<void>((resolve) => (finish = resolve));
  };
  const insert = { values: () => ({ onConflict: () => ({ execute }) }) };
  const check = createDatabaseCheck({ insertInto: () => insert } as unknown as Kysely<Tables>);
  const results = Promise.all(Array.from({ length: 20 }, check));
  await vi.advanceTimersByTimeAsync(1000);
  expect(new Set(await results)).toEqual(new Set(["no answer within a second"]));
  void check();
  expect(writes).toBe(1);
  finish();
  vi.useRealTimers();
});
