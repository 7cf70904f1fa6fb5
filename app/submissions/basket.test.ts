import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createBaskets, withItem } from "./basket.ts";
import { openSqlite } from "./sqlite.ts";
import { migrate } from "./tables.ts";

test("a basket is kept for 30 days after its last change", async () => {
  const folder = mkdtempSync(join(tmpdir(), "basket-"));
  const database = openSqlite(join(folder, "site.sqlite"));
  await migrate(database);
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
  await database.destroy();
  rmSync(folder, { recursive: true });
});

test("an item that is there already gets more of it, up to the limits", () => {
  const one = withItem([], { id: "a", quantity: 5 });
  expect(withItem(one, { id: "a", quantity: 3 })).toEqual([{ id: "a", quantity: 8 }]);
  expect(withItem(one, { id: "a", quantity: 999_999 })).toEqual([{ id: "a", quantity: 999_999 }]);
  expect(withItem(one, { id: "b", quantity: 1 })).toHaveLength(2);
  const full = Array.from({ length: 200 }, (_, index) => ({ id: `${index}`, quantity: 1 }));
  expect(withItem(full, { id: "one too many", quantity: 1 })).toEqual(full);
});
