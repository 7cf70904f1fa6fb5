import { expect, test } from "vitest";
import { addItem } from "./basket.ts";

test("adding an item increases its quantity, up to the limits", () => {
  const items = addItem([], { id: "a", quantity: 5 });
  expect(addItem(items, { id: "a", quantity: 3 })).toEqual([{ id: "a", quantity: 8 }]);
  expect(addItem(items, { id: "a", quantity: 999_999 })).toEqual([{ id: "a", quantity: 999_999 }]);
  expect(addItem(items, { id: "b", quantity: 1 })).toHaveLength(2);
  const fullBasket = Array.from({ length: 200 }, (_, index) => ({ id: `${index}`, quantity: 1 }));
  expect(addItem(fullBasket, { id: "new", quantity: 1 })).toEqual(fullBasket);
});
