import { afterEach, expect, test } from "vitest";
import { register } from "prom-client";
import { measureOutbox } from "./outbox-state.ts";
import { createRepository } from "./repository.ts";
import { openSqlite } from "./sqlite.ts";
import { migrate } from "./tables.ts";

afterEach(() => register.clear());

async function memory() {
  const database = openSqlite(":memory:");
  await migrate(database);
  return database;
}

const valueOf = async (name: string) => (await register.getSingleMetric(name)!.get()).values[0]?.value;

test("the metrics say how much waits and for how long", async () => {
  const database = await memory();
  let now = 1_000_000;
  measureOutbox(database, () => now);
  expect(await valueOf("outbox_depth")).toBe(0);
  const repository = createRepository(database, ["mail", "webhook"], () => now);
  await repository.accept({ kind: "guestbook", payload: {}, contact: "x", idempotencyKey: "k" });
  now += 30_000;
  expect(await valueOf("outbox_depth")).toBe(2);
  expect(await valueOf("outbox_oldest_age_seconds")).toBe(30);
  expect([await valueOf("outbox_overdue"), await valueOf("outbox_refused")]).toEqual([0, 0]);
  await database.updateTable("delivery").set({ status: "refused" }).where("destination", "=", "mail").execute();
  now += 24 * 60 * 60 * 1000;
  expect([await valueOf("outbox_overdue"), await valueOf("outbox_refused")]).toEqual([1, 1]);
  await repository.done((await repository.list())[0]!.id);
  expect([await valueOf("outbox_overdue"), await valueOf("outbox_refused")]).toEqual([1, 0]);
});

test("a database that can't be used leaves the metrics readable", async () => {
  const database = await memory();
  measureOutbox(database);
  await database.destroy();
  expect(await valueOf("outbox_depth")).toBeNaN();
});
