import { register } from "prom-client";
import { beforeEach, expect, test } from "vitest";
import { toTime } from "#app/services/submissions/database/time.ts";
import { createRepository } from "#app/services/submissions/received/repository.ts";
import { openMemoryDatabase } from "#tests/setup/database/memory-database.ts";
import { removeMetrics } from "#tests/setup/site/remove-metrics.ts";
import { exposeOutboxMetrics } from "./outbox-state.ts";
import { storeAnnouncement } from "./search-engines.ts";

const names = ["depth", "oldest_age_seconds", "overdue", "refused", "uncertain"].map((name) => `outbox_${name}`);

beforeEach(() => removeMetrics(names));

const getValue = async (name: string) => (await register.getSingleMetric(name)!.get()).values[0]?.value;

test("the gauges have the number of deliveries by state and the age of the oldest", async () => {
  const database = await openMemoryDatabase();
  let now = 1_000_000;
  exposeOutboxMetrics(database, () => now);
  expect(await getValue("outbox_depth")).toBe(0);
  const repository = createRepository(database, ["mail", "webhook"], () => now);
  await repository.store({ kind: "guestbook", payload: {}, contact: "x", idempotencyKey: "k" });
  await storeAnnouncement(database, ["baidu"], { release: "r", urls: ["https://site.example/"] });
  now += 30_000;
  expect(await getValue("outbox_depth")).toBe(2);
  expect(await getValue("outbox_oldest_age_seconds")).toBe(30);
  expect([await getValue("outbox_overdue"), await getValue("outbox_refused")]).toEqual([0, 0]);
  await database.updateTable("delivery").set({ status: "refused" }).where("destination", "=", "mail").execute();
  await database
    .updateTable("delivery")
    .set({ status: "refused", uncertain_at: toTime(now), lease_until: toTime(now + 1000) })
    .where("destination", "=", "webhook")
    .execute();
  expect([await getValue("outbox_refused"), await getValue("outbox_uncertain")]).toEqual([1, 0]);
  now += 1000;
  expect([await getValue("outbox_refused"), await getValue("outbox_uncertain")]).toEqual([1, 1]);
  await database.updateTable("delivery").set({ status: "pending" }).where("destination", "=", "webhook").execute();
  now += 24 * 60 * 60 * 1000;
  expect([await getValue("outbox_overdue"), await getValue("outbox_refused")]).toEqual([1, 1]);
  await repository.markAsDone((await repository.list())[0]!.id);
  expect([await getValue("outbox_overdue"), await getValue("outbox_refused")]).toEqual([1, 0]);
});

test("if the database can't be read, the number of deliveries is NaN", async () => {
  const database = await openMemoryDatabase();
  exposeOutboxMetrics(database);
  await database.destroy();
  expect(await getValue("outbox_depth")).toBeNaN();
});
