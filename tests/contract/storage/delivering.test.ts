import { expect, test } from "vitest";
import type { DestinationName } from "#app/services/submissions/database/tables.ts";
import { createDelivery, type DeliveryResult, type Destination } from "#app/services/submissions/outbox/delivery.ts";
import { listLastAnnouncements, storeAnnouncement } from "#app/services/submissions/outbox/search-engines.ts";
import { createRepository } from "#app/services/submissions/received/repository.ts";
import { describeEachDatabase } from "#tests/setup/database/databases.ts";
import { createRecordingLog } from "#tests/setup/fakes/recording-log.ts";

const deliveredResult: DeliveryResult = { status: "delivered" };
const hourMs = 60 * 60 * 1000;

describeEachDatabase((storage) => {
  const { now } = storage;

  function createOutbox(
    destinations: Partial<Record<DestinationName, Destination>>,
    database = storage.database,
    maxCallMs = 0,
  ) {
    const log = createRecordingLog();
    const { deliverDue } = createDelivery(database, destinations, log, { now, maxCallMs });
    const names = Object.keys(destinations) as DestinationName[];
    return { deliverDue: async () => (await Promise.all(names.map(deliverDue))).flat(), deliverTo: deliverDue, log };
  }

  async function storeSubmission(count: number, destinations: DestinationName[]) {
    const repository = createRepository(storage.database, destinations, now);
    for (let n = 0; n < count; n++) {
      await repository.store({ kind: "guestbook", payload: { n }, contact: "a@b.cn", idempotencyKey: `k${n}` });
    }
    storage.time += 6000;
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
    const outboxes = [createOutbox(destinations), createOutbox(destinations, await storage.open())];
    for (let round = 0; round < 8; round++) await Promise.all(outboxes.map((outbox) => outbox.deliverDue()));
    expect(deliveredKeys).toHaveLength(60);
    expect(new Set(deliveredKeys).size).toBe(60);
  });

  test("a release is announced once, in calls of up to 500 addresses, and each engine's last answer is stored", async () => {
    const urls = Array.from({ length: 501 }, (_, n) => `https://www.example/${n}`);
    const databases = [storage.database, await storage.open()];
    for (const database of databases)
      await storeAnnouncement(database, ["indexnow", "baidu"], { release: "r1", urls }, storage.now());
    const counts: number[] = [];
    const { deliverDue } = createOutbox({
      indexnow: async ({ payload }) => (counts.push((payload["urls"] as string[]).length), deliveredResult),
      baidu: async () => ({ status: "refused", message: "token is not valid" }),
    });
    await deliverDue();
    await deliverDue();
    expect(counts.sort()).toEqual([1, 500]);
    expect(await listLastAnnouncements(storage.database)).toMatchObject([
      { engine: "indexnow", status: "delivered", message: null },
      { engine: "baidu", status: "refused", message: "token is not valid" },
    ]);
    const { list } = createRepository(storage.database);
    expect(JSON.stringify(await list({}))).not.toContain("https://www.example");
  });

  test("each destination of a submission has its own retry time", async () => {
    const attempts = { api: 0, webhook: 0 };
    await storeSubmission(1, ["api", "webhook"]);
    const { deliverDue } = createOutbox({
      api: async () => (++attempts.api, { status: "retry", message: "busy", retryAfter: 60_000 }),
      webhook: async () => (++attempts.webhook, { status: "retry", message: "busy", retryAfter: 20_000 }),
    });
    await deliverDue();
    storage.time += 30_000;
    await deliverDue();
    expect(attempts).toEqual({ api: 1, webhook: 2 });
    storage.time += 31_000;
    await deliverDue();
    expect(attempts).toEqual({ api: 2, webhook: 3 });
  });

  test("a destination that doesn't respond doesn't delay deliveries to others", async () => {
    const names = ["api", "mail"] as const;
    await storeSubmission(12, [...names]);
    const answer = Promise.withResolvers<DeliveryResult>();
    const { deliverTo } = createOutbox({ api: () => answer.promise, mail: async () => deliveredResult });
    const slowDelivery = deliverTo("api");
    expect([...(await deliverTo("mail")), ...(await deliverTo("mail"))]).toHaveLength(12);
    answer.resolve(deliveredResult);
    expect(await slowDelivery).toHaveLength(10);
  });

  test("S18 a submission is stored with one warning, and isn't retried, if the destination has no call for it", async () => {
    const repository = await storeSubmission(1, ["api"]);
    const { deliverDue, log } = createOutbox({ api: async () => ({ status: "stored", message: "no such call" }) });
    expect(await deliverDue()).toHaveLength(1);
    storage.time += 100 * hourMs;
    expect(await deliverDue()).toEqual([]);
    expect((await repository.list())[0]!.status).toBe("stored");
    expect(log.lines).toMatchObject([{ level: "warn", fields: { destination: "api", reason: "no such call" } }]);
  });

  test("a lease is longer than the longest call, and a call that fails after the lease has ended changes nothing", async () => {
    const repository = await storeSubmission(1, ["api"]);
    const attempt = Promise.withResolvers<void>();
    const result = Promise.withResolvers<DeliveryResult>();
    const deliverToApi: Destination = () => {
      attempt.resolve();
      return result.promise;
    };
    const slowDelivery = createOutbox({ api: deliverToApi }, storage.database, 120_000).deliverDue();
    await attempt.promise;
    const otherOutbox = createOutbox({ api: () => Promise.resolve(deliveredResult) }, await storage.open());
    storage.time += 120_000;
    expect(await otherOutbox.deliverDue()).toEqual([]);
    storage.time += 11_000;
    expect(await otherOutbox.deliverDue()).toEqual([deliveredResult]);
    result.resolve({ status: "retry", message: "too late" });
    await slowDelivery;
    expect(await repository.list({ status: "delivered" })).toHaveLength(1);
  });

  test("the attempt of a killed process counts, and another process retries once the lease has ended", async () => {
    const repository = await storeSubmission(1, ["api"]);
    const attempt = Promise.withResolvers<void>();
    const hang: Destination = () => (attempt.resolve(), new Promise(() => {}));
    void createOutbox({ api: hang }).deliverDue();
    await attempt.promise;
    let callCount = 0;
    let result: DeliveryResult | undefined;
    const { deliverDue } = createOutbox({
      api: async () => {
        callCount++;
        if (result) return result;
        throw new Error("refused connection");
      },
    });
    expect(await deliverDue()).toEqual([]);
    storage.time += 61_000;
    await deliverDue();
    const { attempts } = await storage.database.selectFrom("delivery").select("attempts").executeTakeFirstOrThrow();
    expect([callCount, attempts]).toEqual([1, 2]);
    for (let hour = 0; hour < 26; hour++) {
      storage.time += 1.1 * hourMs;
      await deliverDue();
    }
    const [failedSubmission] = await repository.list({ status: "failed" });
    expect((await repository.find(failedSubmission!.reference))?.messages).toEqual(["api: refused connection"]);
    const callsBefore = callCount;
    for (let day = 0; day < 30; day++) {
      storage.time += 24 * hourMs;
      await deliverDue();
    }
    expect([callCount, (await repository.list())[0]!.status]).toEqual([callsBefore + 30, "failed"]);
    expect(await repository.retry(failedSubmission!.id)).toBe(true);
    result = deliveredResult;
    await deliverDue();
    expect((await repository.list())[0]!.status).toBe("delivered");
    expect(await repository.retry(failedSubmission!.id)).toBe(false);
  });
});
