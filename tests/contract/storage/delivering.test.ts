import type { Kysely } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  createDelivery,
  type Destination,
  type DeliveryResult,
} from "../../../app/services/submissions/outbox/delivery.ts";
import { createRepository } from "../../../app/services/submissions/repository.ts";
import type { DestinationName, Tables } from "../../../app/services/submissions/database/tables.ts";
import { createFreshDatabase, storages, type FreshDatabase } from "../../setup/databases.ts";
import { createRecordingLog } from "../../setup/recording-log.ts";

const deliveredResult: DeliveryResult = { status: "delivered" };

describe.each(storages)("%s", (storage) => {
  let freshStorage: FreshDatabase;
  let database: Kysely<Tables>;
  let clock: number;
  const now = () => clock;
  beforeEach(async () => {
    freshStorage = await createFreshDatabase(storage);
    database = await freshStorage.open();
    clock = 1_800_000_000_000;
  });
  afterEach(() => freshStorage.remove());

  const createOutbox = (
    destinations: Partial<Record<DestinationName, Destination>>,
    process = database,
    maxCallMs = 0,
  ) => createDelivery(process, destinations, createRecordingLog(), { now, maxCallMs });

  async function storeSubmission(count: number, destinations: DestinationName[]) {
    const repository = createRepository(database, destinations, now);
    for (let n = 0; n < count; n++) {
      await repository.store({ kind: "guestbook", payload: { n }, contact: "a@b.cn", idempotencyKey: `k${n}` });
    }
    clock += 6000;
    return repository;
  }

  test("two processes that share a database deliver each submission once to each destination", async () => {
    const deliveredKeys: string[] = [];
    const to = (name: string): Destination => {
      return async ({ reference }) => {
        deliveredKeys.push(`${name} ${reference}`);
        await new Promise((resolve) => setTimeout(resolve, 5));
        return deliveredResult;
      };
    };
    await storeSubmission(30, ["api", "webhook"]);
    const destinations = { api: to("api"), webhook: to("webhook") };
    const outboxes = [createOutbox(destinations), createOutbox(destinations, await freshStorage.open())];
    for (let round = 0; round < 8; round++) await Promise.all(outboxes.map((outbox) => outbox.deliverDue()));
    expect(deliveredKeys).toHaveLength(60);
    expect(new Set(deliveredKeys).size).toBe(60);
  });

  test("each destination of a submission has its own retry time", async () => {
    const attempts = { api: 0, webhook: 0 };
    await storeSubmission(1, ["api", "webhook"]);
    const { deliverDue } = createOutbox({
      api: async () => (++attempts.api, { status: "retry", message: "busy", retryAfter: 60_000 }),
      webhook: async () => (++attempts.webhook, { status: "retry", message: "busy", retryAfter: 20_000 }),
    });
    await deliverDue();
    clock += 30_000;
    await deliverDue();
    expect(attempts).toEqual({ api: 1, webhook: 2 });
    clock += 31_000;
    await deliverDue();
    expect(attempts).toEqual({ api: 2, webhook: 3 });
  });

  test("a lease is longer than the longest call, and a failure after its end changes nothing", async () => {
    const repository = await storeSubmission(1, ["api"]);
    const attempt = Promise.withResolvers<void>();
    const result = Promise.withResolvers<DeliveryResult>();
    const deliverToApi: Destination = () => {
      attempt.resolve();
      return result.promise;
    };
    const slowDelivery = createOutbox({ api: deliverToApi }, database, 120_000).deliverDue();
    await attempt.promise;
    const otherOutbox = createOutbox({ api: () => Promise.resolve(deliveredResult) }, await freshStorage.open());
    clock += 120_000;
    expect(await otherOutbox.deliverDue()).toEqual([]);
    clock += 11_000;
    expect(await otherOutbox.deliverDue()).toEqual([deliveredResult]);
    result.resolve({ status: "retry", message: "too late" });
    await slowDelivery;
    expect(await repository.list({ status: "delivered" })).toHaveLength(1);
  });
});
