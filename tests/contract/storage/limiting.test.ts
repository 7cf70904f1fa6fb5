import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import {
  actionLimits,
  createRateLimiter,
  maxCodesWithoutGuard,
  type LimitedAction,
} from "#app/services/submissions/database/rate-limit.ts";
import { addItem, createBaskets, setItems } from "#app/services/submissions/orders/basket.ts";
import { describeEachDatabase } from "#tests/setup/database/databases.ts";

describeEachDatabase((storage) => {
  const createLimiter = () => createRateLimiter(storage.database, storage.now);

  /** Counts how many of `count` attempts pass. The n-th comes from the address `getAddress(n)`. */
  async function countPassing(
    action: LimitedAction,
    count: number,
    getAddress: (n: number) => string,
  ): Promise<number> {
    const { countAttempt } = createLimiter();
    let passedCount = 0;
    for (let n = 0; n < count; n++) if ((await countAttempt(action, getAddress(n))) === 0) passedCount++;
    return passedCount;
  }

  test("the addresses of a /64 are one sender, and a /48 has the limit of ten senders", async () => {
    const { maxPerSender } = actionLimits.code;
    expect(await countPassing("code", maxPerSender + 5, (n) => `2001:db8:1:1::${n.toString(16)}`)).toBe(maxPerSender);
    const passedInNetwork = await countPassing(
      "code",
      10 * maxPerSender,
      (n) => `2001:db8:1:${(n + 2).toString(16)}::1`,
    );
    expect(passedInNetwork).toBe(9 * maxPerSender);
    expect(await countPassing("code", 1, () => "2001:db8:2::1")).toBe(1);
    const getAddress = (n: number) => ["9.9.9.9", "::ffff:9.9.9.9"][n % 2]!;
    expect(await countPassing("code", maxPerSender + 5, getAddress)).toBe(maxPerSender);
  });

  test("if the clock is set back, no sender waits longer than the limit's window", async () => {
    const { maxPerSender, windowMs } = actionLimits.submission;
    await countPassing("submission", maxPerSender, () => "1.2.3.4");
    storage.time -= 2 * 60 * 60 * 1000;
    expect(await countPassing("submission", maxPerSender + 1, () => "1.2.3.4")).toBe(maxPerSender);
    const wait = await createLimiter().countAttempt("submission", "1.2.3.4");
    expect([wait > 0, wait <= windowMs / 1000]).toEqual([true, true]);
  });

  test("the whole site has a limit, which rejected senders don't use up", async () => {
    const { maxPerSender, maxPerSite } = actionLimits.code;
    expect(await countPassing("code", 3 * maxPerSender, () => "1.2.3.4")).toBe(maxPerSender);
    expect(await countPassing("code", maxPerSite, (n) => `10.0.${n >> 8}.${n & 255}`)).toBe(maxPerSite - maxPerSender);
    storage.time += actionLimits.code.windowMs;
    // An attempt that the site's limit rejects isn't counted for its sender.
    expect(await countPassing("code", maxPerSender, () => "10.0.1.255")).toBe(maxPerSender);
  });

  test.each(["lookup", "basket"] as const)(
    "senders who use up the site's %s limit leave others their first attempts",
    async (action) => {
      const { maxPerSender, maxPerSite, reserved } = actionLimits[action];
      const { countAttempt } = createLimiter();
      const countedPerSender = maxPerSender - reserved;
      for (let n = 0; n * countedPerSender < maxPerSite; n++) {
        expect(await countAttempt(action, `10.0.0.${n}`, reserved)).toBe(0);
        await countAttempt(action, `10.0.0.${n}`, Math.min(countedPerSender, maxPerSite - n * countedPerSender));
      }
      expect(await countPassing(action, reserved + 5, () => "10.1.0.1")).toBe(reserved);
      expect(await countAttempt(action, "10.1.0.2", reserved + 1)).toBeGreaterThan(0);
    },
  );

  test("a site without guarded pages sends few codes", async () => {
    const { countCode } = createRateLimiter(storage.database, storage.now, maxCodesWithoutGuard);
    let sentCount = 0;
    for (let n = 0; n < 100; n++) if ((await countCode(`a${n}@example.com`, `10.0.0.${n}`)) === 0) sentCount++;
    expect(sentCount).toBe(maxCodesWithoutGuard);
  });

  test("concurrent attempts in two processes count once each", async () => {
    const limiters = [createLimiter(), createRateLimiter(await storage.openOther(), storage.now)];
    const waits = await Promise.all(
      Array.from({ length: 30 }, (_, n) => limiters[n % 2]!.countAttempt("code", "1.2.3.4")),
    );
    expect(waits.filter((wait) => wait === 0)).toHaveLength(actionLimits.code.maxPerSender);
  });

  test("attempts from invalid addresses pass, and the table contains no address or account", async () => {
    const { countCode } = createLimiter();
    for (const address of ["", "nonsense", "1.2.3", ":::", "2001:db8::1", "1.2.3.4"]) {
      expect(await countCode(`${address}@b.cn`, address)).toBe(0);
    }
    const rows = await storage.database.selectFrom("rate_limit").selectAll().execute();
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) {
      expect(Object.keys(row).sort()).toEqual(["count", "key", "started_at"]);
      expect(row.key).toMatch(/^[0-9a-f]{64}$/);
    }
  });

  test("a basket is kept for 30 days after its last change", async () => {
    const dayMs = 24 * 60 * 60 * 1000;
    const baskets = createBaskets(storage.database, storage.now);
    const { id } = await baskets.change(undefined, () => [{ id: "huang-qi", quantity: 2 }]);
    storage.time += 20 * dayMs;
    expect((await baskets.change(id, () => [{ id: "huang-qi", quantity: 3 }])).id).toBe(id);
    storage.time += 29 * dayMs;
    expect((await baskets.open(id)).items).toEqual([{ id: "huang-qi", quantity: 3 }]);
    storage.time += 2 * dayMs;
    expect((await baskets.open(id)).items).toEqual([]);
    for (const unknownId of [undefined, "", "x' or 1=1", "0f8fad5b-d9cb-469f-a165-70867728950e"]) {
      expect((await baskets.open(unknownId)).items).toEqual([]);
    }
  });

  test("concurrent changes of a basket are all kept, even if the basket doesn't exist yet", async () => {
    const id = randomUUID();
    const stores = await Promise.all(Array.from({ length: 4 }, () => storage.openOther()));
    const baskets = stores.map((database) => createBaskets(database, storage.now));
    const add = (item: string, index: number) =>
      baskets[index % 4]!.change(id, (items) => addItem(items, { id: item, quantity: 2 }));
    const names = Array.from({ length: 12 }, (_, n) => `item-${n}`);
    const results = await Promise.all([...names, "item-0"].map(add));
    expect(
      results
        .map(({ items }) => items.length)
        .sort((a, b) => a - b)
        .at(-1),
    ).toBe(12);
    const set = (quantity: number, index: number) =>
      baskets[index]!.change(id, (items) => setItems(items, [{ id: names[index]!, quantity }], [names[index + 8]!]));
    await Promise.all([5, 6, 7, 8].map(set));
    const items = (await baskets[0]!.open(id)).items;
    expect(items.map((item) => item.id).sort()).toEqual(names.slice(0, 8).sort());
    expect(items.map(({ quantity }) => quantity).sort()).toEqual([2, 2, 2, 2, 5, 6, 7, 8]);
  });

  test("a change of an expired basket starts with an empty basket", async () => {
    const baskets = createBaskets(storage.database, storage.now);
    const { id } = await baskets.change(undefined, () => [{ id: "huang-qi", quantity: 2 }]);
    storage.time += 31 * 24 * 60 * 60 * 1000;
    const { items } = await baskets.change(id, (all) => addItem(all, { id: "ren-shen", quantity: 1 }));
    expect(items).toEqual([{ id: "ren-shen", quantity: 1 }]);
  });

  test("a basket has at most 200 items when stored and when read, and an empty basket is deleted", async () => {
    const { database } = storage;
    const baskets = createBaskets(database);
    const manyItems = Array.from({ length: 7300 }, (_, n) => ({ id: `item-${n}`, quantity: 1 }));
    const { id } = await baskets.change(undefined, () => manyItems);
    const storedRow = await database.selectFrom("basket").select("items").executeTakeFirstOrThrow();
    expect(JSON.parse(storedRow.items)).toHaveLength(200);
    for (const [storedItems, count] of [
      [JSON.stringify(manyItems), 200],
      [JSON.stringify([{ id: "x".repeat(65_000), quantity: 1 }, { id: "a\nb", quantity: 1 }, { id: "a" }, null]), 0],
      ['[{"id":"a","quantity":1,"more":"x"},{"id":"a","quantity":2}]', 1],
      ['{"not": "a list"}', 0],
      ["not JSON", 0],
    ] as const) {
      await database.updateTable("basket").set({ items: storedItems }).execute();
      expect((await baskets.open(id)).items).toHaveLength(count);
    }
    await baskets.change(id, () => []);
    await baskets.change(undefined, () => []);
    expect(await database.selectFrom("basket").selectAll().execute()).toEqual([]);
  });
});
