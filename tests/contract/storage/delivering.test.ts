import type { Kysely } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createDelivery, type Destination, type Outcome } from "../../../app/submissions/delivery.ts";
import { createRepository } from "../../../app/submissions/repository.ts";
import type { DestinationName, Tables } from "../../../app/submissions/tables.ts";
import { freshDatabase, storages, type FreshDatabase } from "../../setup/databases.ts";
import { recordingLog } from "../../setup/recording-log.ts";

const delivered: Outcome = { is: "delivered" };

describe.each(storages)("%s", (storage) => {
  let fresh: FreshDatabase;
  let database: Kysely<Tables>;
  let clock: number;
  const now = () => clock;
  beforeEach(async () => {
    fresh = await freshDatabase(storage);
    database = await fresh.open();
    clock = 1_800_000_000_000;
  });
  afterEach(() => fresh.remove());

  const outbox = (destinations: Partial<Record<DestinationName, Destination>>, process = database, longestCall = 0) =>
    createDelivery(process, destinations, recordingLog(), { now, longestCall });

  async function store(count: number, destinations: DestinationName[]) {
    const repository = createRepository(database, destinations, now);
    for (let n = 0; n < count; n++) {
      await repository.accept({ kind: "guestbook", payload: { n }, contact: "a@b.cn", idempotencyKey: `k${n}` });
    }
    clock += 6000;
    return repository;
  }

  test("two processes on one database deliver each submission once to each destination", async () => {
    const seen: string[] = [];
    const to = (name: string): Destination => {
      return async ({ reference }) => {
        seen.push(`${name} ${reference}`);
        await new Promise((done) => setTimeout(done, 5));
        return delivered;
      };
    };
    await store(30, ["api", "webhook"]);
    const destinations = { api: to("api"), webhook: to("webhook") };
    const both = [outbox(destinations), outbox(destinations, await fresh.open())];
    for (let round = 0; round < 8; round++) await Promise.all(both.map((one) => one.deliverDue()));
    expect(seen).toHaveLength(60);
    expect(new Set(seen).size).toBe(60);
  });

  test("each destination of a submission waits for its own time", async () => {
    const tries = { api: 0, webhook: 0 };
    await store(1, ["api", "webhook"]);
    const { deliverDue } = outbox({
      api: async () => (++tries.api, { is: "later", message: "busy", retryAfter: 60_000 }),
      webhook: async () => (++tries.webhook, { is: "later", message: "busy", retryAfter: 20_000 }),
    });
    await deliverDue();
    clock += 30_000;
    await deliverDue();
    expect(tries).toEqual({ api: 1, webhook: 2 });
    clock += 31_000;
    await deliverDue();
    expect(tries).toEqual({ api: 2, webhook: 3 });
  });

  test("a lease is longer than the longest call; what fails after it is over changes nothing", async () => {
    const repository = await store(1, ["api"]);
    let fail: (outcome: Outcome) => void = () => {};
    const slow = outbox({ api: () => new Promise((done) => (fail = done)) }, database, 120_000).deliverDue();
    await new Promise((done) => setTimeout(done, 100));
    const other = outbox({ api: () => Promise.resolve(delivered) }, await fresh.open());
    clock += 120_000;
    expect(await other.deliverDue()).toEqual([]);
    clock += 11_000;
    expect(await other.deliverDue()).toEqual([delivered]);
    fail({ is: "later", message: "too late" });
    await slow;
    expect(await repository.list({ status: "delivered" })).toHaveLength(1);
  });
});
