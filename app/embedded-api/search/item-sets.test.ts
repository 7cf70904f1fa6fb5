import { expect, test } from "vitest";
import { joinItems, toItemSet, uniteItems } from "./item-sets.ts";

test("a set has each number once, in ascending order", () => {
  expect([...toItemSet([10, 2, 10, 1])]).toEqual([1, 2, 10]);
});

test.each([
  [[], [], []],
  [[1, 3], [], [1, 3]],
  [[], [2], [2]],
  [
    [1, 3, 5],
    [0, 3, 4, 9],
    [0, 1, 3, 4, 5, 9],
  ],
])("%j and %j are %j together", (first, second, both) => {
  expect([...uniteItems(Uint32Array.from(first), Uint32Array.from(second))]).toEqual(both);
});

test("pieces are joined in their order", () => {
  expect([...joinItems([Uint32Array.of(1, 2), new Uint32Array(), Uint32Array.of(7)])]).toEqual([1, 2, 7]);
});
