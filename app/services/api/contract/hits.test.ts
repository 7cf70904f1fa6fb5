import { expect, test } from "vitest";
import { compareHits } from "./hits.ts";

const createItem = (rank: number, title: string) => ({ title, hit: { rank } });

test("the better hit is first, then the shorter title, then items without hits, and missing items last", () => {
  const order = [createItem(0, "b"), createItem(1, "a"), createItem(1, "aa"), { title: "c" }, undefined];
  for (const [index, first] of order.entries()) {
    for (const [otherIndex, second] of order.entries())
      expect([index, otherIndex, Math.sign(compareHits(first, second))]).toEqual([
        index,
        otherIndex,
        Math.sign(index - otherIndex),
      ]);
  }
});
