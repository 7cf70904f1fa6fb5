import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createBaskets } from "../../../app/submissions/basket.ts";
import { freshDatabase, storages, type FreshDatabase } from "../../setup/databases.ts";

describe.each(storages)("%s", (storage) => {
  let fresh: FreshDatabase;
  beforeEach(async () => {
    fresh = await freshDatabase(storage);
  });
  afterEach(() => fresh.remove());

  test("a basket is kept for 30 days after its last change", async () => {
    const database = await fresh.open();
    let clock = 1_800_000_000_000;
    const day = 24 * 60 * 60 * 1000;
    const baskets = createBaskets(database, () => clock);
    const id = await baskets.write(undefined, [{ id: "huang-qi", quantity: 2 }]);
    clock += 20 * day;
    expect(await baskets.write(id, [{ id: "huang-qi", quantity: 3 }])).toBe(id);
    clock += 29 * day;
    expect(await baskets.read(id)).toEqual([{ id: "huang-qi", quantity: 3 }]);
    clock += 2 * day;
    expect(await baskets.read(id)).toEqual([]);
    for (const nobody of [undefined, "", "x' or 1=1", "0f8fad5b-d9cb-469f-a165-70867728950e"]) {
      expect(await baskets.read(nobody)).toEqual([]);
    }
  });
});
