import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createBaskets } from "../../../app/services/submissions/basket.ts";
import { createFreshDatabase, storages, type FreshDatabase } from "../../setup/databases.ts";

describe.each(storages)("%s", (storage) => {
  let freshStorage: FreshDatabase;
  beforeEach(async () => {
    freshStorage = await createFreshDatabase(storage);
  });
  afterEach(() => freshStorage.remove());

  test("a basket is kept for 30 days after its last change", async () => {
    const database = await freshStorage.open();
    let clock = 1_800_000_000_000;
    const dayMs = 24 * 60 * 60 * 1000;
    const baskets = createBaskets(database, () => clock);
    const id = await baskets.write(undefined, [{ id: "huang-qi", quantity: 2 }]);
    clock += 20 * dayMs;
    expect(await baskets.write(id, [{ id: "huang-qi", quantity: 3 }])).toBe(id);
    clock += 29 * dayMs;
    expect(await baskets.read(id)).toEqual([{ id: "huang-qi", quantity: 3 }]);
    clock += 2 * dayMs;
    expect(await baskets.read(id)).toEqual([]);
    for (const unknownId of [undefined, "", "x' or 1=1", "0f8fad5b-d9cb-469f-a165-70867728950e"]) {
      expect(await baskets.read(unknownId)).toEqual([]);
    }
  });

  test("stored baskets are bounded, including those of earlier versions, and empty ones are deleted", async () => {
    const database = await freshStorage.open();
    const baskets = createBaskets(database);
    const manyItems = Array.from({ length: 7300 }, (_, n) => ({ id: `item-${n}`, quantity: 1 }));
    const id = await baskets.write(undefined, manyItems);
    const storedRow = await database.selectFrom("basket").select("items").executeTakeFirstOrThrow();
    expect(JSON.parse(storedRow.items)).toHaveLength(200);
    for (const [storedItems, count] of [
      [JSON.stringify(manyItems), 200],
      [JSON.stringify([{ id: "x".repeat(65_000), quantity: 1 }, { id: "a\nb", quantity: 1 }, { id: "a" }, null]), 0],
      [
        JSON.stringify([
          { id: "a", quantity: 1, more: "x" },
          { id: "a", quantity: 2 },
        ]),
        1,
      ],
      ['{"not": "a list"}', 0],
      ["not JSON", 0],
    ] as const) {
      await database.updateTable("basket").set({ items: storedItems }).execute();
      expect(await baskets.read(id)).toHaveLength(count);
    }
    await baskets.write(id, []);
    await baskets.write(undefined, []);
    expect(await database.selectFrom("basket").selectAll().execute()).toEqual([]);
  });
});
