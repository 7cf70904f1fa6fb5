import { expect, test } from "vitest";
import { wholeShares } from "./whole-shares.ts";

test.each([
  [[18, 9, 9, 6, 6, 3, 6, 6]],
  [[9, 9, 9, 6, 6]],
  [[1, 1, 1]],
  [[24, 9, 9, 9, 9, 6, 9]],
  [[0.5, 99.5]],
  [[7]],
])("shares of %j add up to the whole", (amounts) => {
  const shares = wholeShares(amounts);
  expect(shares.reduce((sum, share) => sum + Math.round(share * 100), 0)).toBe(100);
  const total = amounts.reduce((sum, amount) => sum + amount, 0);
  shares.forEach((share, index) => expect(Math.abs(share - amounts[index]! / total)).toBeLessThan(0.01));
});

test("equal amounts differ by one per cent at most, the first ones getting what is left over", () => {
  expect(wholeShares([1, 1, 1])).toEqual([0.34, 0.33, 0.33]);
});
