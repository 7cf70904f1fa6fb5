import { expect, test } from "vitest";
import { z } from "zod";
import { maxListLength, optionalList, rowList, strictList } from "./liberal.ts";

test("a list that is far too long is truncated, but a formula's ingredients are all dropped", () => {
  const numbers = Array.from({ length: 200_000 }, (_, n) => n);
  expect(rowList(z.number()).parse(numbers)).toHaveLength(maxListLength);
  expect(optionalList(z.number()).parse(numbers)).toHaveLength(maxListLength);
  expect(strictList(z.number()).parse(numbers)).toEqual([]);
});
