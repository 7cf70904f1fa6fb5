import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { rowMutations } from "./row-mutations.ts";
import { findRowTests, listRowTests, rows, type RowTest } from "./row-tests.ts";

const compare = (a: RowTest, b: RowTest) => `${a.file} ${a.name}`.localeCompare(`${b.file} ${b.name}`);

/** The sections of the document, each with the tests that it lists. */
const sections = readFileSync("docs/specification.md", "utf8")
  .split(/^## /m)
  .slice(1)
  .map((text) => ({
    row: /^S\d+/.exec(text)?.[0],
    tests: [...text.matchAll(/^- (S\d+.*): `([^`]+)`$/gm)].map(([, name, file]) => ({ name: name!, file: file! })),
  }));

test("the specification has every row, in order", () => {
  expect(sections.map(({ row }) => row)).toEqual(rows);
});

test("the specification lists each test that is named after a row, and no others", () => {
  expect(sections.flatMap(({ tests }) => tests).sort(compare)).toEqual(listRowTests().sort(compare));
});

test.each(rows)("%s has a test whose name begins with this row", (row) => {
  const names = sections.find((section) => section.row === row)?.tests.map(({ name }) => name) ?? [];
  expect(names.filter((name) => name.split(" ")[0] === row)).not.toEqual([]);
});

test.each([
  `test.skip("S1 a", () => {})`,
  `test.todo("S1 a")`,
  `test.only("S1 a", () => {})`,
  `test.fails("S1 a", () => {})`,
  `test.skipIf(true)("S1 a", () => {})`,
  `test.each([1]).skip("S1 a", () => {})`,
  `test("S1 a", { skip: true }, () => {})`,
  `test("S1 a", ({ skip }) => skip())`,
  `test("S1 a", () => {}); test.only("another", () => {})`,
  `describe.skip("a group", () => { test("S1 a", () => {}) })`,
  `describeUnless("a reason")("a group", () => { test("S1 a", () => {}) })`,
  `// test("S1 a", () => {})`,
])("%s doesn't count as a row's test", (text) => {
  expect(findRowTests(text)).toEqual([]);
});

test("a plain test, one with several cases and one in a group count as a row's test", () => {
  const cases = [
    `test("S1 a", run)`,
    `test.each([1])("S1 a", run)`,
    `describe("a group", () => { test("S1 a", run) })`,
  ];
  expect(cases.flatMap((text) => findRowTests(text))).toEqual(["S1 a", "S1 a", "S1 a"]);
});

test("each row has a mutation, whose text occurs once in its file", () => {
  expect([...new Set(rowMutations.map(({ row }) => row))]).toEqual(rows);
  const counts = rowMutations.map(({ file, text }) => [file, text, readFileSync(file, "utf8").split(text).length - 1]);
  expect(counts.filter(([, , count]) => count !== 1)).toEqual([]);
});
