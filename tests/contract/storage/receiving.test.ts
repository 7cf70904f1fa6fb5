import { expect, test } from "vitest";
import { createRateLimiter } from "#app/services/submissions/database/rate-limit.ts";
import { createDelivery, type DeliveryResult, type Destination } from "#app/services/submissions/outbox/delivery.ts";
import { createReceiver } from "#app/services/submissions/received/receive.ts";
import { createRepository } from "#app/services/submissions/received/repository.ts";
import { describeEachDatabase } from "#tests/setup/database/databases.ts";
import { createRecordingLog } from "#tests/setup/fakes/recording-log.ts";

const minuteMs = 60_000;
const key = "0f8fad5b-d9cb-469f-a165-70867728950e";
const createSubmission = (content: string, sender = "1.2.3.4", submissionKey: string | null = null) => ({
  ...{ kind: "guestbook" as const, payload: { content }, contact: "a@b.cn", address: sender, key: submissionKey },
});

describeEachDatabase((storage) => {
  const { now } = storage;

  function createTestReceiver(api?: Destination, database = storage.database) {
    const repository = createRepository(database, api ? ["api"] : [], now);
    const delivery = createDelivery(database, api ? { api } : {}, createRecordingLog(), { now });
    const limiter = createRateLimiter(database, now);
    const receive = createReceiver({ database, repository, delivery, limiter, now });
    return Object.assign(receive, { repository, delivery });
  }
  const createTwoReceivers = async () => [
    createTestReceiver(),
    createTestReceiver(undefined, await storage.openOther()),
  ];
  const listStored = () => createRepository(storage.database).list();
  const getReference = (result: object) => "reference" in result && result.reference;

  test("a received submission is read unchanged through another connection", async () => {
    const content = "  第一行\n第二行\t🌿  =SUM(A1) <b>'\"\\ ";
    const result = await createTestReceiver()(createSubmission(content));
    const [submission] = await createRepository(await storage.open()).list();
    expect([submission?.reference, submission?.payload]).toEqual([getReference(result), { content }]);
    expect(submission?.createdAt).toBe("2027-01-15T08:00:00.000Z");
  });

  test("repeating a form without a key makes no new submission for ten minutes, but makes one afterwards", async () => {
    const receive = createTestReceiver();
    const first = await receive(createSubmission("a"));
    for (let time = 0; time < 9; time++) {
      storage.time += minuteMs;
      expect(await receive(createSubmission("a"))).toEqual(first);
    }
    storage.time += 2 * minuteMs;
    expect(await receive(createSubmission("a"))).not.toEqual(first);
    await receive(createSubmission("b"));
    await receive(createSubmission("a", "5.6.7.8"));
    expect(await listStored()).toHaveLength(4);
  });

  test("using another sender's idempotency key reveals nothing and blocks nothing, even in two processes", async () => {
    const [receive, receiveElsewhere] = await createTwoReceivers();
    const first = await receive!(createSubmission("a", "1.2.3.4", key));
    expect(await receive!(createSubmission("b", "1.2.3.4", key))).toEqual({ ...first, status: "conflict" });
    const strangerResult = await receiveElsewhere!(createSubmission("b", "5.6.7.8", key));
    expect(strangerResult).toMatchObject({ status: "received" });
    expect(getReference(strangerResult)).not.toBe(getReference(first));
    // The stranger's own submission is stored once, and its result is returned again.
    expect(await receive!(createSubmission("b", "5.6.7.8", key))).toEqual(strangerResult);
    expect(await receive!(createSubmission("c", "5.6.7.8", key))).toEqual({ ...strangerResult, status: "conflict" });
    // The same form from another network is the same submission.
    expect(await receiveElsewhere!(createSubmission("a", "2001:db8::1", key))).toEqual(first);
    expect(await listStored()).toHaveLength(2);
  });

  test("if several senders use the same key concurrently, one submission of each sender is stored", async () => {
    const receivers = await createTwoReceivers();
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, n) => receivers[n % 2]!(createSubmission(`${n % 10}`, `1.2.3.${n % 10}`, key))),
    );
    expect(new Set(results.map(getReference)).size).toBe(10);
    expect(await listStored()).toHaveLength(10);
  });

  test.each([key, null])(
    "fifty equal concurrent submissions in two processes with the key %s make one row with one reference",
    async (submissionKey) => {
      const receivers = await createTwoReceivers();
      const results = await Promise.all(
        Array.from({ length: 50 }, (_, n) => receivers[n % 2]!(createSubmission("a", "1.2.3.4", submissionKey))),
      );
      expect(new Set(results.map(getReference)).size).toBe(1);
      expect(new Set(results.map(({ status }) => status))).toEqual(new Set(["received"]));
      expect(await listStored()).toHaveLength(1);
    },
  );

  test("two processes share the rate limit: ten of twenty concurrent submissions are stored, and more after ten minutes", async () => {
    const receivers = await createTwoReceivers();
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, n) => receivers[n % 2]!(createSubmission(`${n}`))),
    );
    expect(results.filter(({ status }) => status === "received")).toHaveLength(10);
    expect(results.filter(({ status }) => status === "rateLimited")).toHaveLength(10);
    expect(await listStored()).toHaveLength(10);
    storage.time += 4 * minuteMs;
    const [receive] = receivers;
    expect(await receive!(createSubmission("more"))).toEqual({ status: "rateLimited", retryAfterSeconds: 360 });
    expect(await receive!(createSubmission("more", "5.6.7.8"))).toMatchObject({ status: "received" });
    storage.time += 6 * minuteMs;
    expect(await receive!(createSubmission("more"))).toMatchObject({ status: "received" });
  });

  test("beyond the limit a repeated submission is still accepted, but a changed one is rejected", async () => {
    const receive = createTestReceiver();
    const first = await receive(createSubmission("0", "1.2.3.4", key));
    for (let n = 0; n < 20; n++) expect(await receive(createSubmission("0", "1.2.3.4", key))).toEqual(first);
    for (let n = 1; n < 9; n++) expect(await receive(createSubmission(`${n}`))).toMatchObject({ status: "received" });
    expect(await receive(createSubmission("x", "1.2.3.4", key))).toMatchObject({ status: "conflict" });
    for (const nextKey of [null, key]) {
      expect(await receive(createSubmission("y", "1.2.3.4", nextKey))).toMatchObject({ status: "rateLimited" });
    }
    expect(await receive(createSubmission("0", "1.2.3.4", key))).toEqual(first);
    expect(await receive(createSubmission("8"))).toMatchObject({ status: "received" });
    expect(await listStored()).toHaveLength(9);
  });

  test("if the backend accepts, refuses or fails, the submission is delivered, refused, or retried with the same key", async () => {
    const keys: string[] = [];
    let deliveryResult: DeliveryResult = { status: "retry", message: "down", retryAfter: 30_000 };
    const receive = createTestReceiver(async ({ idempotencyKey }) => {
      keys.push(idempotencyKey);
      return deliveryResult;
    });
    const readStatus = async () => (await listStored())[0]!.status;
    expect(await receive(createSubmission("a"))).toMatchObject({ status: "received" });
    expect(await readStatus()).toBe("pending");
    storage.time += 29_000;
    expect(await receive.delivery.deliverDue("api")).toEqual([]);
    storage.time += 10_000;
    deliveryResult = { status: "delivered" };
    await receive.delivery.deliverDue("api");
    expect(await readStatus()).toBe("delivered");
    expect(keys).toEqual([keys[0], keys[0]]);
    storage.time += 1000;
    const refusal = { status: "refused" as const, message: "电话号码已停用" };
    deliveryResult = refusal;
    expect(await receive(createSubmission("b"))).toEqual(refusal);
    expect(await receive(createSubmission("b"))).toEqual(refusal);
    expect(await readStatus()).toBe("refused");
    expect(keys).toHaveLength(3);
  });
});
