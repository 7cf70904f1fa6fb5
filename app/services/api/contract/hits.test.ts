import { expect, test } from "vitest";
import { compareHits } from "./hits.ts";

const hit = (rank: number, title: string) => ({ title, hit: { rank } });

test("the better hit is first, then the shorter title, then items without hits, and missing items last", () => {
  const order = [hit(0, "b"), hit(1, "a"), hit(1, "aa"), { title: "c" }, undefined];
  for (const [index, first] of order.entries()) {
    for (const [other, second] of order.entries())
      expect([index, other, Math.sign(compareHits(first, second))]).toEqual([index, other, Math.sign(index - other)]);
  }
});
