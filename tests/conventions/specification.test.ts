import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { listOwnEntries } from "../setup/own-entries.ts";

const rows = Array.from({ length: 29 }, (_, index) => `S${index + 1}`);

type NamedTest = { name: string; file: string };

const compare = (a: NamedTest, b: NamedTest) => `${a.file} ${a.name}`.localeCompare(`${b.file} ${b.name}`);

/** Lists the tests of `npm test` whose name begins with the number of a row. */
const existingTests = listOwnEntries(".")
  .filter(({ name }) => /\.test\.tsx?$/.test(name) && !name.includes(".long."))
  .flatMap(({ parentPath, name }) => {
    const file = `${parentPath}/${name}`.replace(/^\.\//, "");
    const matches = readFileSync(file, "utf8").matchAll(/\(\s*(["`])(S\d+ (?:(?!\1).)*)\1\s*,/g);
    return [...matches].map((match) => ({ file, name: match[2]! }));
  });

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
  expect(sections.flatMap(({ tests }) => tests).sort(compare)).toEqual(existingTests.sort(compare));
});

test.each(rows)("%s has a test of its name", (row) => {
  const names = sections.find((section) => section.row === row)?.tests.map(({ name }) => name) ?? [];
  expect(names.filter((name) => name.split(" ")[0] === row)).not.toEqual([]);
});
