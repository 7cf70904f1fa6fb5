import { expect, test } from "vitest";
import { formatCell, maxCellLength, parseCell } from "./cells.ts";
import { joinNames, joinPairs, splitNames, splitPairs } from "./cell-lists.ts";
import type { CellFormat, Column } from "./columns.ts";
import { guardCell, unguardCell } from "./guard-cells.ts";

const ids = new Map([
  ["黄芪", "huang-qi"],
  ["当归", "dang-gui"],
  ["honey-fried root", "zhi-gan-cao"],
]);
const herbs = {
  idOf: (name: string) => ids.get(name) ?? name,
  nameOf: (id: string) => [...ids].find(([, other]) => other === id)?.[0] ?? id,
  didYouMean: () => "",
};
const names = { herbs, categories: herbs };
const column = (format: CellFormat): Column => ({ ...format, path: ["field"], headings: ["字段", "field"] });

test.each([
  [["a", "b"]],
  [["a, b"]],
  [["a；b", "c"]],
  [['"quoted" name', "b"]],
  [['"', '""', "a\nb"]],
  [[" a ", '2" pipe']],
  [["顿号、逗号"]],
  [["“清热，凉”", "“开”头"]],
])("the list %j is read back exactly", (list) => {
  for (const separator of ["、", "; "]) expect(splitNames(joinNames(list, separator))).toEqual(list);
});

test.each<[[string, string][]]>([
  [[["产地", "甘肃"]]],
  [
    [
      ["产地", "甘肃；陇西, 岷县"],
      ["Assay: HPLC", "0.08%: at least"],
    ],
  ],
  [[["one", "a; b"]]],
  [[['"A" grade', '"x"']]],
  [
    [
      ["lines", "1\n2"],
      ["q", '"'],
    ],
  ],
  [
    [
      ["采收", "青翘：秋初；老翘：果实熟透时"],
      ["“道地”", "“甘肃；"],
    ],
  ],
])("the pairs %j are read back exactly", (pairs) => {
  for (const separator of ["：", ": "]) expect(splitPairs(joinPairs(pairs, separator))).toEqual(pairs);
});

test.each([
  ["养血、亳州,b，c；d;e", ["养血", "亳州", "b", "c", "d", "e"]],
  ["a, b\nc", ["a, b", "c"]],
  [' "a;b" ; c', ["a;b", "c"]],
  ['"never closed; b', ['"never closed', "b"]],
  ["解表；\n温经;\n散寒、", ["解表", "温经", "散寒"]],
  ["解表；温经\n散寒", ["解表", "温经", "散寒"]],
  ["补气, 固表,\n陇西", ["补气", "固表", "陇西"]],
  ["“清热，凉”、补气", ["清热，凉", "补气"]],
  ["“道地”药材、补气", ["“道地”药材", "补气"]],
])("%j is read as a list", (cell, list) => expect(splitNames(cell)).toEqual(list));

test.each([
  ["黄芪 15 君; 当归 10.5 臣", 15],
  ["黄芪１５克君药；当归 10.5g 臣", 15],
  ["huang-qi 15 Monarch\ndang-gui 10.5 g minister\n", 15],
  ["黄芪 0.30000000000000004 君、当归 10.5 臣", 0.3],
  ["黄芪 15 君；\n当归 10.5 臣；", 15],
  ["黄芪 15 君;\n当归 10.5 臣", 15],
])("the composition %j is read", (cell, dose) => {
  expect(parseCell(cell, column({ format: "composition" }), names)).toEqual({
    value: [
      { herb: "huang-qi", dose, role: "monarch" },
      { herb: "dang-gui", dose: 10.5, role: "minister" },
    ],
  });
});

test.each(["产地：内蒙古；\n规格：厚片；", "产地: 内蒙古 ;\n规格: 厚片;\n", "产地：内蒙古；规格：厚片；"])(
  "the specifications %j are read",
  (cell) => {
    expect(splitPairs(cell)).toEqual([
      ["产地", "内蒙古"],
      ["规格", "厚片"],
    ]);
  },
);

test("a line that may be one specification or two is reported", () => {
  const format = { format: "pairs", keys: ["label", "value"] } as const;
  expect(parseCell("产地：内蒙古；规格：厚片\n等级：一等", column(format), names)).toEqual({
    problem:
      "has “产地：内蒙古；规格：厚片” in one line: write each on a line of its own, or put the line between quotes if it is one",
  });
  expect(parseCell('"采收：青翘：秋初；老翘：熟透时"\n等级：一等', column(format), names)).toEqual({
    value: [
      { label: "采收", value: "青翘：秋初；老翘：熟透时" },
      { label: "等级", value: "一等" },
    ],
  });
});

test("an ingredient without a dose is reported, also after a mixture of separators", () => {
  for (const cell of ["黄芪 12 君;当归 9 臣; 白芍", "黄芪 12 君;\n当归 9 臣; 白芍"])
    expect(parseCell(cell, column({ format: "composition" }), names)).toEqual({
      problem: expect.stringContaining("has “白芍”: write the herb, grams and role"),
    });
});

test.each(["黄芪 1,5 君", "黄芪 1，5 君；\n当归 9 臣"])("a comma in a dose is named: %j", (cell) => {
  expect(parseCell(cell, column({ format: "composition" }), names)).toEqual({
    problem: expect.stringMatching(/^has “1[,，]5”, with a comma between digits: write a point, such as 1\.5$/),
  });
});

test.each(["黄芪", "黄芪 15", "15 君", "黄芪 1.2.3 君", "黄芪 十五 君"])("the ingredient %j is reported", (cell) => {
  expect(parseCell(cell, column({ format: "composition" }), names)).toEqual({
    problem: expect.stringContaining(`has “${cell}”: write the herb, grams and role`),
  });
});

test.each<[CellFormat["format"], string, unknown]>([
  ["date", "2025/3/12", "2025-03-12"],
  ["date", "2025.3.12", "2025-03-12"],
  ["date", "2025年3月12日", "2025-03-12"],
  ["date", "２０２５－３－１２", "2025-03-12"],
  ["date", "45728", "2025-03-12"],
  ["date", "2025-3-12 00:00", "2025-03-12"],
  ["date", "2025/3/12 0:00:00", "2025-03-12"],
  ["date", "2025-03-12T00:00:00", "2025-03-12"],
  ["date", "12", "12"],
  ["dateTime", "2027/1/4 9:00", "2027-01-04T09:00:00+08:00"],
  ["dateTime", "46391.375", "2027-01-04T09:00:00+08:00"],
  ["dateTime", "2027-01-04T09:00:00Z", "2027-01-04T09:00:00Z"],
  ["boolean", "是", true],
  ["boolean", "TRUE", true],
  ["boolean", "否", undefined],
  ["code", "ＱＧ－Ｐ－０１０１", "QG-P-0101"],
  ["code", "“0012”", "0012"],
  ["herb", " 黄芪 ", "huang-qi"],
  ["text", "“quotes” stay", "“quotes” stay"],
])("%s: %j is read as %j", (format, cell, value) => {
  expect(parseCell(cell, column({ format } as CellFormat), names)).toEqual({ value });
});

test("a time in China's time zone is written without it, any other unchanged", () => {
  const moment = column({ format: "dateTime" });
  expect(formatCell("2027-01-04T09:00:00+08:00", moment, names)).toBe("2027-01-04 09:00");
  expect(formatCell("2027-01-04T09:00:00Z", moment, names)).toBe("2027-01-04T09:00:00Z");
});

test.each(["x".repeat(maxCellLength + 1), "a\u0007b", "_x0041_"])(
  "a text that no cell can hold is replaced with a note",
  (text) => {
    expect(formatCell(text, column({ format: "text" }), names)).toMatch(/change this one in its file/);
  },
);

test.each(["=1+1", "+86 10", "-5", "@here", "＝1", "'=x", "''=x", "'quoted'", "plain", "\tx", "2-3", "= "])(
  "%j isn't a formula in a table, and is read back exactly",
  (text) => {
    expect(unguardCell(guardCell(text, "csv"))).toBe(text);
    expect(unguardCell(guardCell(text, "xlsx"))).toBe(text);
    expect(guardCell(text, "csv")).not.toMatch(/^[=+\-@＝\t]/);
  },
);
