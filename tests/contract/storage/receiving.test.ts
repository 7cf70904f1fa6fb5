import type { Kysely } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  createDelivery,
  type Destination,
  type DeliveryResult,
} from "../../../app/services/submissions/outbox/delivery.ts";
import { createRateLimiter } from "../../../app/services/submissions/rate-limit.ts";
import { createReceiver } from "../../../app/services/submissions/receive.ts";
import { createRepository } from "../../../app/services/submissions/repository.ts";
import type { Tables } from "../../../app/services/submissions/database/tables.ts";
import { createFreshDatabase, storages, type FreshDatabase } from "../../setup/databases.ts";
import { createRecordingLog } from "../../setup/recording-log.ts";

const minuteMs = 60_000;
const createSubmission = (content: string, sender = "1.2.3.4", key: string | null = null) => ({
  ...{ kind: "guestbook" as const, payload: { content }, contact: "a@b.cn", sender, key },
});

describe.each(storages)("%s", (storage) => {
  let freshStorage: FreshDatabase;
  let database: Kysely<Tables>;
  let clock: number;
  beforeEach(async () => {
    freshStorage = await createFreshDatabase(storage);
    database = await freshStorage.open();
    clock = 1_800_000_000_000;
  });
  afterEach(() => freshStorage.remove());

  function createTestReceiver(api?: Destination, process = database) {
    const now = () => clock;
    const destinations = api ? { api } : {};
    const repository = createRepository(process, api ? ["api"] : [], now);
    const delivery = createDelivery(process, destinations, createRecordingLog(), { now });
    const limiter = createRateLimiter(process, now);
    const receive = createReceiver({ database: process, repository, delivery, limiter, now });
    return Object.assign(receive, { repository, delivery });
  }
  const countStored = async () => (await createRepository(database).list()).length;

  /** Opens the database as another process would. With SQLite it is the same connection, because waiting blocks the thread. */
  const openOther = async () => (storage.startsWith("SQLite") ? database : freshStorage.open());

  test("the same form without a key is one submission for ten minutes, and then another one", async () => {
    const receive = createTestReceiver();
    const first = await receive(createSubmission("a"));
    for (let time = 0; time < 9; time++) {
      clock += minuteMs;
      expect(await receive(createSubmission("a"))).toEqual(first);
    }
    clock += 2 * minuteMs;
    expect(await receive(createSubmission("a"))).not.toEqual(first);
    expect(await countStored()).toBe(2);
  });

  test("another text or another sender is another submission", async () => {
    const receive = createTestReceiver();
    await receive(createSubmission("a"));
    await receive(createSubmission("b"));
    await receive(createSubmission("a", "5.6.7.8"));
    expect(await countStored()).toBe(3);
  });

  test("a key that was used for another text is reported", async () => {
    const receive = createTestReceiver();
    const key = "0f8fad5b-d9cb-469f-a165-70867728950e";
    const first = await receive(createSubmission("a", "1.2.3.4", key));
    expect(await receive(createSubmission("b", "1.2.3.4", key))).toEqual({ ...first, status: "conflict" });
  });

  test("another sender's key reveals nothing and blocks nothing, in two processes", async () => {
    const [receive, receiveElsewhere] = [createTestReceiver(), createTestReceiver(undefined, await openOther())];
    const key = "0f8fad5b-d9cb-469f-a165-70867728950e";
    const first = await receive(createSubmission("a", "1.2.3.4", key));
    const strangerResult = await receiveElsewhere(createSubmission("b", "5.6.7.8", key));
    expect(strangerResult).toMatchObject({ status: "received" });
    expect(JSON.stringify(strangerResult)).not.toContain((first as { reference: string }).reference);
    // Their own submission is stored once and returned to them.
    expect(await receive(createSubmission("b", "5.6.7.8", key))).toEqual(strangerResult);
    expect(await receive(createSubmission("c", "5.6.7.8", key))).toEqual({ ...strangerResult, status: "conflict" });
    expect(await receive(createSubmission("c", "1.2.3.4", key))).toEqual({ ...first, status: "conflict" });
    // The same form from another network is the same submission.
    expect(await receiveElsewhere(createSubmission("a", "2001:db8::1", key))).toEqual(first);
    expect(await receive(createSubmission("a", "1.2.3.4", key))).toEqual(first);
    expect(await countStored()).toBe(2);
  });

  test("if several senders use the same key concurrently, each submission is stored", async () => {
    const key = "0f8fad5b-d9cb-469f-a165-70867728950e";
    const receivers = [createTestReceiver(), createTestReceiver(undefined, await openOther())];
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, n) => receivers[n % 2]!(createSubmission(`${n % 10}`, `1.2.3.${n % 10}`, key))),
    );
    expect(new Set(results.map((result) => "reference" in result && result.reference)).size).toBe(10);
    expect(await countStored()).toBe(10);
  });

  test("the eleventh submission in ten minutes from one address is rejected, others are accepted", async () => {
    const receive = createTestReceiver();
    for (let n = 0; n < 10; n++) expect(await receive(createSubmission(`${n}`))).toMatchObject({ status: "received" });
    clock += 4 * minuteMs;
    expect(await receive(createSubmission("more"))).toEqual({ status: "rateLimited", retryAfterSeconds: 360 });
    expect(await receive(createSubmission("more", "5.6.7.8"))).toMatchObject({ status: "received" });
    clock += 6 * minuteMs;
    expect(await receive(createSubmission("more"))).toMatchObject({ status: "received" });
  });

  test("all addresses of a /64 are one sender, also for submissions without a key", async () => {
    const receive = createTestReceiver();
    const first = await receive(createSubmission("0", "2001:db8:1:2::1"));
    expect(await receive(createSubmission("0", "2001:db8:1:2:ffff::2"))).toEqual(first);
    for (let n = 1; n < 10; n++) await receive(createSubmission(`${n}`, `2001:db8:1:2::${n}`));
    expect(await receive(createSubmission("more", "2001:db8:1:2::99"))).toMatchObject({ status: "rateLimited" });
    expect(await receive(createSubmission("more", "2001:db8:1:3::99"))).toMatchObject({ status: "received" });
  });

  test("beyond the limit a repeated submission is still accepted, but a changed one is rejected", async () => {
    const receive = createTestReceiver();
    const key = "0f8fad5b-d9cb-469f-a165-70867728950e";
    const first = await receive(createSubmission("0", "1.2.3.4", key));
    for (let n = 0; n < 20; n++) expect(await receive(createSubmission("0", "1.2.3.4", key))).toEqual(first);
    for (let n = 1; n < 9; n++) expect(await receive(createSubmission(`${n}`))).toMatchObject({ status: "received" });
    expect(await receive(createSubmission("x", "1.2.3.4", key))).toMatchObject({ status: "conflict" });
    for (const nextKey of [null, key]) {
      expect(await receive(createSubmission("y", "1.2.3.4", nextKey))).toMatchObject({ status: "rateLimited" });
    }
    expect(await receive(createSubmission("0", "1.2.3.4", key))).toEqual(first);
    expect(await receive(createSubmission("8"))).toMatchObject({ status: "received" });
    expect(await countStored()).toBe(9);
  });

  test.each(["0f8fad5b-d9cb-469f-a165-70867728950e", null])(
    "fifty equal concurrent submissions in two processes, with the key %s: one row, one reference",
    async (key) => {
      const receivers = [createTestReceiver(), createTestReceiver(undefined, await openOther())];
      const results = await Promise.all(
        Array.from({ length: 50 }, (_, n) => receivers[n % 2]!(createSubmission("a", "1.2.3.4", key))),
      );
      expect(new Set(results.map((result) => "reference" in result && result.reference)).size).toBe(1);
      expect(new Set(results.map(({ status }) => status))).toEqual(new Set(["received"]));
      expect(await countStored()).toBe(1);
    },
  );

  test("ten of twenty different concurrent submissions in two processes are stored", async () => {
    const receivers = [createTestReceiver(), createTestReceiver(undefined, await openOther())];
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, n) => receivers[n % 2]!(createSubmission(`${n}`))),
    );
    expect(results.filter(({ status }) => status === "received")).toHaveLength(10);
    expect(results.filter(({ status }) => status === "rateLimited")).toHaveLength(10);
    expect(await countStored()).toBe(10);
  });

  test("a backend accepts, refuses or fails: the submission is delivered, refused, or retried with the same key", async () => {
    const keys: string[] = [];
    let deliveryResult: DeliveryResult = { status: "retry", message: "down", retryAfter: 30_000 };
    const receive = createTestReceiver(async ({ idempotencyKey }) => {
      keys.push(idempotencyKey);
      return deliveryResult;
    });
    const readStatus = async () => (await receive.repository.list())[0]!.status;
    expect(await receive(createSubmission("a"))).toMatchObject({ status: "received" });
    expect(await readStatus()).toBe("pending");
    clock += 29_000;
    expect(await receive.delivery.deliverDue()).toEqual([]);
    clock += 10_000;
    deliveryResult = { status: "delivered" };
    await receive.delivery.deliverDue();
    expect(await readStatus()).toBe("delivered");
    expect(keys).toEqual([keys[0], keys[0]]);
    clock += 1000;
    deliveryResult = { status: "refused", message: "电话号码已停用" };
    const refusal = { status: "refused", message: "电话号码已停用" };
    expect(await receive(createSubmission("b"))).toEqual(refusal);
    expect(await receive(createSubmission("b"))).toEqual(refusal);
    expect(await readStatus()).toBe("refused");
    expect(keys).toHaveLength(3);
  });

  test("a backend that never responds doesn't delay the visitor", async () => {
    const receive = createTestReceiver(() => new Promise(() => {}));
    expect(await receive(createSubmission("a"))).toMatchObject({ status: "received" });
  });

  test("the attempt of a killed process counts, and another process continues after its lease without giving up", async () => {
    const sending = Promise.withResolvers<void>();
    const failingReceiver = createTestReceiver(() => {
      sending.resolve();
      return new Promise(() => {});
    });
    void failingReceiver(createSubmission("a"));
    await sending.promise;
    let callCount = 0;
    let deliveryResult: DeliveryResult | undefined;
    const otherReceiver = createTestReceiver(async () => {
      callCount++;
      if (deliveryResult) return deliveryResult;
      throw new Error("refused connection");
    });
    const countAttempts = async () =>
      (await database.selectFrom("delivery").select("attempts").executeTakeFirst())?.attempts;
    expect(await otherReceiver.delivery.deliverDue()).toEqual([]);
    expect(await countAttempts()).toBe(1);
    clock += 61_000;
    await otherReceiver.delivery.deliverDue();
    expect([callCount, await countAttempts()]).toEqual([1, 2]);
    for (let hour = 0; hour < 26; hour++) {
      clock += 61 * minuteMs;
      await otherReceiver.delivery.deliverDue();
    }
    const [failedSubmission] = await otherReceiver.repository.list({ status: "failed" });
    expect(failedSubmission).toBeDefined();
    expect((await otherReceiver.repository.find(failedSubmission!.reference))?.messages).toEqual([
      "api: refused connection",
    ]);
    const callsBefore = callCount;
    for (let day = 0; day < 30; day++) {
      clock += 24 * 60 * minuteMs;
      await otherReceiver.delivery.deliverDue();
    }
    expect([callCount, (await otherReceiver.repository.list())[0]!.status]).toEqual([callsBefore + 30, "failed"]);
    expect(await otherReceiver.repository.retry(failedSubmission!.id)).toBe(true);
    deliveryResult = { status: "delivered" };
    await otherReceiver.delivery.deliverDue();
    expect((await otherReceiver.repository.list())[0]!.status).toBe("delivered");
  });
});
