import { expect, test } from "vitest";
import { isBrowserId } from "./headers.ts";

test.each([
  ["a".repeat(15), false],
  ["a".repeat(16), true],
  ["-_Az09".repeat(10), true],
  ["a".repeat(64), true],
  ["a".repeat(65), false],
  [`${"a".repeat(20)} `, false],
  [` ${"a".repeat(20)}`, false],
  ["", false],
  [null, false],
  [undefined, false],
])("isBrowserId(%j) is %s", (text, expected) => {
  expect(isBrowserId(text)).toBe(expected);
});
