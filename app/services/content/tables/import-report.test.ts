import { expect, test } from "vitest";
import { formatImportReport } from "./import-report.ts";
import type { ImportResult } from "./import-table.ts";

const result: ImportResult = {
  table: "product",
  file: "table.csv",
  rows: 3,
  unchanged: 0,
  changed: [
    {
      line: 2,
      id: "huang-qi",
      title: "黄芪",
      fields: [
        { column: "货号", before: "A", after: "B" },
        { column: "相关", before: "product/x", after: "" },
        {
          column: "正文",
          before: `${"前".repeat(200)}旧\n${"后".repeat(200)}`,
          after: `${"前".repeat(200)}新\n${"后".repeat(200)}`,
        },
      ],
    },
  ],
  created: [{ line: 3, id: "bai-shao-slices", title: "白芍片" }],
  leftOut: [{ line: 4, id: "dang-gui", reason: "dang-gui has been changed since the export" }],
  missing: 2,
  notes: ["The column “价格” is not known here and is left out."],
  problems: [],
  contentProblems: [],
  isWritten: false,
};

test("a dry run reports each changed field, what is left out, and what to do next", () => {
  expect(formatImportReport(result)).toBe(
    [
      "table.csv: 3 rows: 1 changed, 1 new, 0 unchanged, 1 left out.",
      "",
      "row 2  product/huang-qi  黄芪",
      "  货号: A → B",
      "  相关: product/x → (empty)",
      `  正文: …${"前".repeat(20)}旧⏎${"后".repeat(19)}… → …${"前".repeat(20)}新⏎${"后".repeat(19)}…`,
      "",
      "New:",
      "  row 3  product/bai-shao-slices  白芍片",
      "",
      "Left out:",
      "  row 4: dang-gui has been changed since the export",
      "  The column “价格” is not known here and is left out.",
      "",
      "2 items of the content have no row: nothing is deleted.",
      "",
      "Nothing was written: this was a dry run. To write the changes: npm run import -- product table.csv --write",
    ].join("\n"),
  );
});

test("mistakes are listed with their row and column, and nothing is written", () => {
  const problems = [
    { line: 3, column: "药材", reason: "is missing" },
    { line: 3, column: "", reason: "the row has more cells than there are headings" },
  ];
  expect(formatImportReport({ ...result, problems, contentProblems: ["menu/en.yaml:3  path  leads nowhere"] })).toMatch(
    /\nMistakes:\n {2}row 3, 药材: is missing\n {2}row 3: the row has .*\n {2}menu\/en\.yaml:3 .*\n\nNothing was written: correct/,
  );
});

test("an import reports the number of changes, or that there are none", () => {
  expect(formatImportReport({ ...result, isWritten: true })).toMatch(
    /\n2 items written to the content\. Export the table/,
  );
  expect(formatImportReport({ ...result, changed: [], created: [] })).toMatch(/there is nothing to change\.$/);
});
