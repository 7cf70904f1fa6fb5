import { expect, test } from "vitest";
import { addItem, readFormItems } from "./basket.ts";

test("adding an item increases its quantity, up to the limits", () => {
  const items = addItem([], { id: "a", quantity: 5 });
  expect(addItem(items, { id: "a", quantity: 3 })).toEqual([{ id: "a", quantity: 8 }]);
  expect(addItem(items, { id: "a", quantity: 999_999 })).toEqual([{ id: "a", quantity: 999_999 }]);
  expect(addItem(items, { id: "b", quantity: 1 })).toHaveLength(2);
  const fullBasket = Array.from({ length: 200 }, (_, index) => ({ id: `${index}`, quantity: 1 }));
  expect(addItem(fullBasket, { id: "new", quantity: 1 })).toEqual(fullBasket);
});

test("rows keep their order, and repeated and invalid ids are dropped", () => {
  const form = new URLSearchParams("item=a&quantity=1&item=b&quantity=2&item=a&quantity=9&item=&quantity=3&item=c");
  expect(readFormItems(form)).toEqual({
    rows: [
      { id: "a", quantity: "1" },
      { id: "b", quantity: "2" },
      { id: "c", quantity: "" },
    ],
    isTruncated: false,
  });
});

test("rows beyond the limit and rows with invalid ids are dropped", () => {
  const form = new URLSearchParams(Array.from({ length: 7300 }, (_, n) => ["item", `item-${n}`]));
  const { rows, isTruncated } = readFormItems(form);
  expect([rows.length, rows[0]!.id, rows[199]!.id, isTruncated]).toEqual([200, "item-0", "item-199", true]);
  const repeatedRows = Array.from({ length: 400 }, (_, n) => ["item", `item-${n % 200}`]);
  expect(readFormItems(new URLSearchParams(repeatedRows)).isTruncated).toBe(false);
  const invalidRows = new URLSearchParams([
    ["item", "x".repeat(201)],
    ["item", "a\u0000b"],
    ["item", "a\nb"],
    ["item", "valid"],
    ["quantity", "1"],
    ["quantity", "1"],
    ["quantity", "1"],
    ["quantity", "9".repeat(60_000)],
  ]);
  expect(readFormItems(invalidRows)).toEqual({ rows: [{ id: "valid", quantity: "9".repeat(40) }], isTruncated: false });
});
