import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Kysely } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { recordingLog } from "../../tests/setup/recording-log.ts";
import { createDelivery, type Destination, type Outcome } from "./delivery.ts";
import { createReceiver } from "./receive.ts";
import { createRepository } from "./repository.ts";
import { openSqlite } from "./sqlite.ts";
import { migrate, type Tables } from "./tables.ts";

let folder: string;
let database: Kysely<Tables>;
let clock: number;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "receive-"));
  database = openSqlite(join(folder, "site.sqlite"));
  await migrate(database);
  clock = 1_800_000_000_000;
});
afterEach(async () => {
  await database.destroy();
  rmSync(folder, { recursive: true });
});

const minute = 60_000;
const sending = (content: string, sender = "1.2.3.4", key: string | null = null) => ({
  ...{ kind: "guestbook" as const, payload: { content }, contact: "a@b.cn", sender, key },
});
function receiver(api?: Destination) {
  const now = () => clock;
  const destinations = api ? { api } : {};
  const repository = createRepository(database, api ? ["api"] : [], now);
  const delivery = createDelivery(database, destinations, recordingLog(), now);
  return Object.assign(createReceiver({ database, repository, delivery, now }), { repository, delivery });
}
const kept = async () => (await createRepository(database).list()).length;

test("the same form without a key is one submission for ten minutes, across the windows, and then another", async () => {
  const receive = receiver();
  const first = await receive(sending("a"));
  for (let time = 0; time < 9; time++) {
    clock += minute;
    expect(await receive(sending("a"))).toEqual(first);
  }
  clock += 2 * minute;
  expect(await receive(sending("a"))).not.toEqual(first);
  expect(await kept()).toBe(2);
});

test("another text or another sender is another submission", async () => {
  const receive = receiver();
  await receive(sending("a"));
  await receive(sending("b"));
  await receive(sending("a", "5.6.7.8"));
  expect(await kept()).toBe(3);
});

test("a key for another text is told so", async () => {
  const receive = receiver();
  const key = "0f8fad5b-d9cb-469f-a165-70867728950e";
  const first = await receive(sending("a", "1.2.3.4", key));
  expect(await receive(sending("b", "1.2.3.4", key))).toEqual({ ...first, outcome: "changed" });
});

test("the eleventh in ten minutes from one address waits, others don't", async () => {
  const receive = receiver();
  for (let n = 0; n < 10; n++) expect(await receive(sending(`${n}`))).toMatchObject({ outcome: "received" });
  clock += 4 * minute;
  expect(await receive(sending("more"))).toEqual({ outcome: "limited", retryAfterSeconds: 360 });
  expect(await receive(sending("more", "5.6.7.8"))).toMatchObject({ outcome: "received" });
  clock += 6 * minute;
  expect(await receive(sending("more"))).toMatchObject({ outcome: "received" });
});

test("a backend that takes it, refuses it, or can't now: delivered, said to the visitor, tried again with the same key", async () => {
  const keys: string[] = [];
  let says: Outcome = { is: "later", message: "down", retryAfter: 30_000 };
  const receive = receiver(async ({ idempotencyKey }) => {
    keys.push(idempotencyKey);
    return says;
  });
  const status = async () => (await receive.repository.list())[0]!.status;
  expect(await receive(sending("a"))).toMatchObject({ outcome: "received" });
  expect(await status()).toBe("pending");
  clock += 29_000;
  expect(await receive.delivery.deliverDue()).toEqual([]);
  clock += 10_000;
  says = { is: "delivered" };
  await receive.delivery.deliverDue();
  expect(await status()).toBe("delivered");
  expect(keys).toEqual([keys[0], keys[0]]);
  clock += 1000;
  says = { is: "refused", message: "电话号码已停用" };
  const refused = { outcome: "refused", message: "电话号码已停用" };
  expect(await receive(sending("b"))).toEqual(refused);
  expect(await receive(sending("b"))).toEqual(refused);
  expect(await status()).toBe("refused");
  expect(keys).toHaveLength(3);
});

test("a slow backend never makes the visitor wait for more than three seconds", async () => {
  const receive = receiver(() => new Promise(() => {}));
  const start = performance.now();
  expect(await receive(sending("a"))).toMatchObject({ outcome: "received" });
  expect(performance.now() - start).toBeLessThan(3900);
});

test("what a killed process had begun is taken up by another when its lease is over, and given up after a day", async () => {
  const dying = receiver(() => new Promise(() => {}));
  void dying(sending("a"));
  await new Promise((done) => setTimeout(done, 50));
  let tries = 0;
  const other = receiver(async () => {
    tries++;
    throw new Error("refused connection");
  });
  expect(await other.delivery.deliverDue()).toEqual([]);
  clock += 61_000;
  await other.delivery.deliverDue();
  expect(tries).toBe(1);
  for (let hour = 0; hour < 26; hour++) {
    clock += 61 * minute;
    await other.delivery.deliverDue();
  }
  const [failed] = await other.repository.list({ status: "failed" });
  expect(failed).toBeDefined();
  expect((await other.repository.find(failed!.reference))?.messages).toEqual(["api: refused connection"]);
  expect(await other.repository.retry(failed!.id)).toBe(true);
  expect((await other.repository.list())[0]!.status).toBe("pending");
});

test("two processes on one database deliver each submission once", async () => {
  const seen: string[] = [];
  const api: Destination = async ({ reference }) => {
    seen.push(reference);
    await new Promise((done) => setTimeout(done, 5));
    return { is: "delivered" };
  };
  const store = createRepository(database, ["api"], () => clock);
  for (let n = 0; n < 30; n++) {
    await store.accept({ ...{ kind: "guestbook", payload: { n }, contact: "a@b.cn" }, idempotencyKey: `k${n}` });
  }
  clock += 6000;
  const second = openSqlite(join(folder, "site.sqlite"));
  const both = [database, second].map((one) => createDelivery(one, { api }, recordingLog(), () => clock));
  for (let round = 0; round < 4; round++) await Promise.all(both.map((delivery) => delivery.deliverDue()));
  expect(seen).toHaveLength(30);
  expect(new Set(seen).size).toBe(30);
  await second.destroy();
});
