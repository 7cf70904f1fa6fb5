import { expect, test } from "vitest";
import { english, row } from "../../../tests/setup/product-table.ts";
import { readHeadings } from "./columns.ts";
import { productOf } from "./product-row.ts";

const columns = readHeadings(english).found;

/** What is said of a row's cells: `field: sentence`. */
function said(changes: Record<string, string>): string[] {
  const cells = row(changes).map(String);
  const { problems } = productOf({ line: 2, cells }, columns, { herbs: new Map(), categories: {} }, "2026-11-20");
  return problems.map(({ field, message }) => `${field}: ${message}`);
}

test.each([
  ["-", "is “-”: a hyphen stands alone between letters or digits"],
  ["--x", "is “--x”: a hyphen stands alone between letters or digits"],
  ["x-", "is “x-”: a hyphen stands alone between letters or digits"],
  ["x".repeat(81), "has 81 characters: write at most 80"],
])("the id %s is refused", (id, sentence) => expect(said({ id })).toEqual([`id: ${sentence}`]));

test("an id may be as long as that, with hyphens within", () =>
  expect(said({ id: "x-".repeat(39) + "x2" })).toEqual([]));

test.each([
  ["\u200B切片", "has a character that can't be seen (U+200B): type the text anew"],
  ["一批\u202E黄芪", "has a character that can't be seen (U+202E, behind “一批”): type the text anew"],
])("a character without a shape is refused where it stands", (summary, sentence) =>
  expect(said({ "summary (cn)": summary })).toEqual([`summary: ${sentence}`]),
);

test.each([
  ["1026-03-05", ["date: is 1026-03-05, before 1900: mend the year"]],
  ["2027/11/21", ["date: is 2027-11-21, more than a year ahead: it would stay first in every list"]],
  ["2027-11-20", []],
])("the date %s is looked at from today", (date, sentences) => expect(said({ date })).toEqual(sentences));
