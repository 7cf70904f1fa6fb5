import { sql, type Kysely } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createDelivery, type Destination, type Outcome } from "../../../app/submissions/delivery.ts";
import { createRateLimiter } from "../../../app/submissions/rate-limit.ts";
import { createReceiver } from "../../../app/submissions/receive.ts";
import { createRepository } from "../../../app/submissions/repository.ts";
import type { Tables } from "../../../app/submissions/tables.ts";
import { freshDatabase, storages, type FreshDatabase } from "../../setup/databases.ts";
import { recordingLog } from "../../setup/recording-log.ts";

const minute = 60_000;
const sending = (content: string, sender = "1.2.3.4", key: string | null = null) => ({
  ...{ kind: "guestbook" as const, payload: { content }, contact: "a@b.cn", sender, key },
});

describe.each(storages)("%s", (storage) => {
  let fresh: FreshDatabase;
  let database: Kysely<Tables>;
  let clock: number;
  beforeEach(async () => {
    fresh = await freshDatabase(storage);
    database = await fresh.open();
    clock = 1_800_000_000_000;
  });
  afterEach(() => fresh.remove());

  function receiver(api?: Destination, process = database) {
    const now = () => clock;
    const destinations = api ? { api } : {};
    const repository = createRepository(process, api ? ["api"] : [], now);
    const delivery = createDelivery(process, destinations, recordingLog(), { now });
    const limiter = createRateLimiter(process, now);
    const receive = createReceiver({ database: process, repository, delivery, limiter, now });
    return Object.assign(receive, { repository, delivery });
  }
  const kept = async () => (await createRepository(database).list()).length;

  /** What another process has opened; SQLite waits without letting go of the thread, which here is that of both. */
  const other = async () => (storage.startsWith("SQLite") ? database : fresh.open());

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

  test("somebody else's key neither tells what is kept under it nor stands in the way, over two processes", async () => {
    const [receive, another] = [receiver(), receiver(undefined, await other())];
    const key = "0f8fad5b-d9cb-469f-a165-70867728950e";
    const first = await receive(sending("a", "1.2.3.4", key));
    const stranger = await another(sending("b", "5.6.7.8", key));
    expect(stranger).toMatchObject({ outcome: "received" });
    expect(JSON.stringify(stranger)).not.toContain((first as { reference: string }).reference);
    // What is theirs is kept once, and told to them.
    expect(await receive(sending("b", "5.6.7.8", key))).toEqual(stranger);
    expect(await receive(sending("c", "5.6.7.8", key))).toEqual({ ...stranger, outcome: "changed" });
    expect(await receive(sending("c", "1.2.3.4", key))).toEqual({ ...first, outcome: "changed" });
    // The very same form, sent again from another network, is the same submission.
    expect(await another(sending("a", "2001:db8::1", key))).toEqual(first);
    expect(await receive(sending("a", "1.2.3.4", key))).toEqual(first);
    expect(await kept()).toBe(2);
  });

  test("strangers who use one key at once are each kept", async () => {
    const key = "0f8fad5b-d9cb-469f-a165-70867728950e";
    const both = [receiver(), receiver(undefined, await other())];
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, n) => both[n % 2]!(sending(`${n % 10}`, `1.2.3.${n % 10}`, key))),
    );
    expect(new Set(all.map((one) => "reference" in one && one.reference)).size).toBe(10);
    expect(await kept()).toBe(10);
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

  test("all addresses of a /64 are one sender, of submissions without a key too", async () => {
    const receive = receiver();
    const first = await receive(sending("0", "2001:db8:1:2::1"));
    expect(await receive(sending("0", "2001:db8:1:2:ffff::2"))).toEqual(first);
    for (let n = 1; n < 10; n++) await receive(sending(`${n}`, `2001:db8:1:2::${n}`));
    expect(await receive(sending("more", "2001:db8:1:2::99"))).toMatchObject({ outcome: "limited" });
    expect(await receive(sending("more", "2001:db8:1:3::99"))).toMatchObject({ outcome: "received" });
  });

  test("what is repeated uses nothing up and is answered beyond the limit; what is changed does, and isn't", async () => {
    const receive = receiver();
    const key = "0f8fad5b-d9cb-469f-a165-70867728950e";
    const first = await receive(sending("0", "1.2.3.4", key));
    for (let n = 0; n < 20; n++) expect(await receive(sending("0", "1.2.3.4", key))).toEqual(first);
    for (let n = 1; n < 9; n++) expect(await receive(sending(`${n}`))).toMatchObject({ outcome: "received" });
    expect(await receive(sending("x", "1.2.3.4", key))).toMatchObject({ outcome: "changed" });
    for (const another of [null, key]) {
      expect(await receive(sending("y", "1.2.3.4", another))).toMatchObject({ outcome: "limited" });
    }
    expect(await receive(sending("0", "1.2.3.4", key))).toEqual(first);
    expect(await receive(sending("8"))).toMatchObject({ outcome: "received" });
    expect(await kept()).toBe(9);
  });

  test.each(["0f8fad5b-d9cb-469f-a165-70867728950e", null])(
    "fifty equal ones at once over two processes, with the key %s: one row, one reference",
    async (key) => {
      const both = [receiver(), receiver(undefined, await other())];
      const all = await Promise.all(Array.from({ length: 50 }, (_, n) => both[n % 2]!(sending("a", "1.2.3.4", key))));
      expect(new Set(all.map((one) => "reference" in one && one.reference)).size).toBe(1);
      expect(new Set(all.map(({ outcome }) => outcome))).toEqual(new Set(["received"]));
      expect(await kept()).toBe(1);
    },
  );

  test("twenty different ones at once over two processes: ten are kept", async () => {
    const both = [receiver(), receiver(undefined, await other())];
    const all = await Promise.all(Array.from({ length: 20 }, (_, n) => both[n % 2]!(sending(`${n}`))));
    expect(all.filter(({ outcome }) => outcome === "received")).toHaveLength(10);
    expect(all.filter(({ outcome }) => outcome === "limited")).toHaveLength(10);
    expect(await kept()).toBe(10);
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

  test("what a killed process had begun is counted, taken up by another when its lease is over, and never given up", async () => {
    const dying = receiver(() => new Promise(() => {}));
    void dying(sending("a"));
    await new Promise((done) => setTimeout(done, 50));
    let tries = 0;
    let says: Outcome | undefined;
    const other = receiver(async () => {
      tries++;
      if (says) return says;
      throw new Error("refused connection");
    });
    const attempts = async () =>
      (await database.selectFrom("delivery").select("attempts").executeTakeFirst())?.attempts;
    expect(await other.delivery.deliverDue()).toEqual([]);
    expect(await attempts()).toBe(1);
    clock += 61_000;
    await other.delivery.deliverDue();
    expect([tries, await attempts()]).toEqual([1, 2]);
    for (let hour = 0; hour < 26; hour++) {
      clock += 61 * minute;
      await other.delivery.deliverDue();
    }
    const [failed] = await other.repository.list({ status: "failed" });
    expect(failed).toBeDefined();
    expect((await other.repository.find(failed!.reference))?.messages).toEqual(["api: refused connection"]);
    const before = tries;
    for (let day = 0; day < 30; day++) {
      clock += 24 * 60 * minute;
      await other.delivery.deliverDue();
    }
    expect([tries, (await other.repository.list())[0]!.status]).toEqual([before + 30, "failed"]);
    expect(await other.repository.retry(failed!.id)).toBe(true);
    says = { is: "delivered" };
    await other.delivery.deliverDue();
    expect((await other.repository.list())[0]!.status).toBe("delivered");
  });

  test("what an earlier version gave up is taken up again at start", async () => {
    const receive = receiver(async () => ({ is: "later", message: "down" }));
    await receive(sending("a"));
    await sql`update delivery set status = 'failed', attempts = 40`.execute(database);
    const restarted = receiver(async () => ({ is: "delivered" }), await fresh.open());
    expect(await restarted.delivery.deliverDue()).toEqual([{ is: "delivered" }]);
  });
});
