import { expect, test } from "vitest";
import { withItem } from "./basket.ts";

test("an item that is there already gets more of it, up to the limits", () => {
  const one = withItem([], { id: "a", quantity: 5 });
  expect(withItem(one, { id: "a", quantity: 3 })).toEqual([{ id: "a", quantity: 8 }]);
  expect(withItem(one, { id: "a", quantity: 999_999 })).toEqual([{ id: "a", quantity: 999_999 }]);
  expect(withItem(one, { id: "b", quantity: 1 })).toHaveLength(2);
  const full = Array.from({ length: 200 }, (_, index) => ({ id: `${index}`, quantity: 1 }));
  expect(withItem(full, { id: "one too many", quantity: 1 })).toEqual(full);
});
