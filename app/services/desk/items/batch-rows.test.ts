import { expect, test } from "vitest";
import { createTestFolder } from "#tests/setup/run/test-folder.ts";
import { addKnownWords, formatRow, isTranslated, readResults } from "./batch-rows.ts";
import { readResultText, suggestColumns, type ColumnRole } from "./lab-table.ts";

const moisture = { test: { cn: "水分", en: "Moisture" }, limit: { cn: "≤10.0%" }, result: { cn: "8.1%" } };
const look = { test: { cn: "性状" }, limit: { cn: "应符合规定" }, result: { cn: "符合规定" } };

const readRows = (text: string) =>
  readResultText(text, new Map()).lines.map(({ line, row, reason }) => row ?? [line, reason]);

test("rows typed on a phone are read by position, and an unclear one is reported", () => {
  const text =
    "水分｜Moisture｜≤10.0%｜8.1%\n\n| 性状 | | 应符合规定 | 符合规定 |\n水分 | Moisture | 8.1%\n铅 | ≤5 | 6 | 7 | 8";
  expect(readRows(text)).toEqual([
    moisture,
    look,
    ["水分 | Moisture | 8.1%", "columns"],
    ["铅 | ≤5 | 6 | 7 | 8", "columns"],
  ]);
});

test.each([
  "检验项目\tTest\t限度\t结果\n水分\tMoisture\t≤10.0%\t8.1%",
  "水分\tMoisture\t≤10.0%\t8.1%",
  "性状  应符合规定   符合规定",
  "检测项目 | 检测结果 | 限量要求\n水分 | 8.1% | ≤10.0%",
  "水分 | 8.1% | ≤10.0%",
])("the columns of %j must be chosen", (text) => expect(readResultText(text, new Map()).table).toBeDefined());

test("a column is suggested by its name, or as it was chosen last for the same heading", () => {
  const { table } = readResultText("甲\t结果\n水分\t8.1%", new Map());
  const names = new Map([["结果", "result"]] as const);
  expect(suggestColumns(table!, names)).toEqual({
    heading: "甲\t结果",
    roles: ["ignored", "result"],
    hasHeading: true,
  });
  const choices = [{ heading: "甲\t结果", roles: ["test", "result"] as ColumnRole[] }];
  expect(suggestColumns(table!, names, choices).roles).toEqual(["test", "result"]);
});

test("a cell with words in both languages is split", () => {
  const [row] = readRows("溶液 // Solution | 应澄清 // Clear | 不得过 5 mg / kg");
  expect(row).toEqual({
    test: { cn: "溶液", en: "Solution" },
    limit: { cn: "应澄清", en: "Clear" },
    result: { cn: "不得过 5 mg / kg" },
  });
});

test("a row formatted for the form is parsed to the same row", () => {
  const rows = [moisture, look, { test: { cn: "pH" }, result: { cn: "6.1" } }];
  expect(readRows(rows.map(formatRow).join("\n"))).toEqual(rows);
});

test("English words are taken from the batch itself, or else from the batch with the last number; unknown words stay untranslated", async () => {
  const create = (limit: string) =>
    `product: none\nresults:\n  - test: { cn: 性状, en: Appearance }\n    limit: { cn: 应符合规定, en: ${limit} }\n    result: { cn: 符合规定, en: Complies }\n`;
  const root = createTestFolder({
    "batch/A1.yaml": create("old"),
    "batch/B1.yaml": create("new"),
    "batch/C1.yaml": "results: [",
  });
  const unknownRow = { test: { cn: "新项目" }, result: { cn: "符合规定" } };
  const [known, left] = await addKnownWords(root, [look, unknownRow], []);
  expect(known).toEqual({
    test: { cn: "性状", en: "Appearance" },
    limit: { cn: "应符合规定", en: "new" },
    result: { cn: "符合规定", en: "Complies" },
  });
  expect(left).toEqual({ ...unknownRow, result: { cn: "符合规定", en: "Complies" } });
  expect([known!.test, left!.test, { cn: "9.8%" }].map(isTranslated)).toEqual([true, false, true]);
  const symbols = { test: { cn: "性状（A, b）" }, result: { cn: "7（8）" } };
  expect((await addKnownWords(root, [symbols], []))[0]!.test).toEqual({ cn: "性状（A, b）", en: "Appearance (A, b)" });
  const written = { ...moisture, limit: { cn: "不得过10.0%" } };
  expect((await addKnownWords(root, [written], []))[0]!.limit).toMatchObject({ cn: "不得过10.0%", en: "≤10.0%" });
  const ownRow = { ...look, limit: { cn: "应符合规定", en: "own" } };
  expect((await addKnownWords(root, [look], [ownRow]))[0]!.limit).toEqual(ownRow.limit);
});

test("the results of a file are parsed despite mistakes elsewhere in it", () => {
  expect(readResults("produced: nonsense\nresults: [{ test: { cn: 铅 }, result: { cn: 合格 } }]")).toHaveLength(1);
  expect(readResults("product: a")).toEqual([]);
  expect(readResults("")).toBeUndefined();
  expect(readResults("results: [")).toBeUndefined();
});
