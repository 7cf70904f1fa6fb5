import { expect, test } from "vitest";
import { z } from "zod";
import { countInvalidRows, maxListLength, optionalDate, optionalList, rowList, strictList, text } from "./liberal.ts";

test("a list that is far too long is truncated, but a strict list (a formula's ingredients) becomes empty", () => {
  const numbers = Array.from({ length: 200_000 }, (_, n) => n);
  expect(rowList(z.number()).parse(numbers)).toHaveLength(maxListLength);
  expect(optionalList(z.number()).parse(numbers)).toHaveLength(maxListLength);
  expect(strictList(z.number()).parse(numbers)).toEqual([]);
});

test("an empty list stays empty, and a missing list becomes empty only if it is mandatory", () => {
  expect(optionalList(z.string()).parse([])).toEqual([]);
  expect(optionalList(z.string()).parse(null)).toBeUndefined();
  expect(rowList(z.string()).parse(null)).toEqual([]);
});

test("invalid rows are counted only up to the maximum length of a list", () => {
  const rows = Array.from({ length: maxListLength }, (_, n) => n);
  expect(countInvalidRows([...rows.slice(1), "x"], z.number())).toBe(1);
  expect(countInvalidRows([...rows, "x"], z.number())).toBe(0);
  expect(countInvalidRows("x", z.number())).toBe(0);
});

test.each([
  [" a b ", "a b"],
  [7, "7"],
])("the text %j is read as %j", (value, expected) => {
  expect(text.parse(value)).toBe(expected);
});

test.each([
  [" 2025-03-12", "2025-03-12"],
  ["2025-02-28", "2025-02-28"],
  ["2025-02-29", undefined],
  ["2024-02-29", "2024-02-29"],
  ["2025-04-31", undefined],
  ["2025-04-00", undefined],
  ["2025-13-05", undefined],
  ["until 2025-03-12", undefined],
  ["2025-03-123", undefined],
  [99_999_999_999, "5138-11-16"],
  [100_000_000_000, "1973-03-03"],
])("the date or time %j is read as %s", (value, day) => {
  expect(optionalDate.parse(value)).toBe(day);
});
