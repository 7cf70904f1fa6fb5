import { expect, test } from "vitest";
import { importReport } from "./import-report.ts";

const accepted = [{ line: 2, id: "bai-shao-slices", title: "白芍片" }];
const refused = [
  { line: 3, column: "药材", reason: "is missing" },
  { line: 3, column: "", reason: "has a cell too many" },
];
const result = { file: "table.csv", rows: 2, accepted, refused, isWritten: false };

test("a trial says what would be written, what not and why, and what to do next", () => {
  expect(importReport(result)).toBe(
    [
      "table.csv: 2 rows, 1 accepted, 1 refused.",
      "  line 2  product/bai-shao-slices  白芍片",
      "",
      "Refused:",
      "  line 3, 药材: is missing",
      "  line 3: has a cell too many",
      "",
      "Nothing was written: this was a trial. To write what is accepted: npm run import-products -- table.csv --write",
    ].join("\n"),
  );
});

test("what is written is counted; where nothing is, that is said", () => {
  expect(importReport({ ...result, refused: [], isWritten: true })).toMatch(
    /\n1 product written to content\/product\. /,
  );
  expect(importReport({ ...result, accepted: [] })).toMatch(/\nNothing was written\.$/);
});
