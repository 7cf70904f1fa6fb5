import { expect, test } from "vitest";
import { normaliseItemNumber, toItemKey } from "./item-number.ts";

test.each([
  ["货号：QG-P-0101", "QG-P-0101"],
  ["编号 QG-P-0101", "QG-P-0101"],
  ["Item No.: QG-P-0101", "QG-P-0101"],
  ["item: QG-P-0101", "QG-P-0101"],
  ["SKU QG-P-0101", "QG-P-0101"],
  // `ITEM` without punctuation after it, and a label that isn't at the beginning, belong to the number.
  ["ITEM1", "ITEM1"],
  ["QG货号1", "QG货号1"],
])("the item number %j is normalised to %j", (input, number) => {
  expect(normaliseItemNumber(input)).toBe(number);
});

test("item numbers are compared without label, case, spaces and hyphens, and O counts as 0", () => {
  for (const number of ["货号：qg p o101", "QG-P-0101"]) expect(toItemKey(number)).toBe("QGP0101");
});
