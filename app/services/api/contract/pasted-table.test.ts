import { expect, test } from "vitest";
import { findColumn, findUnit, readRows, type Headings } from "./pasted-table.ts";

test.each<[text: string, ...rows: string[]]>([
  // Line breaks of every system, rows without content, and a break within a number
  ["a\r\nb\rc\u2028d\u2029e\u0085f\vg\fh", "a", "b", "c", "d", "e", "f", "g", "h"],
  ["a 1\n\n---\n…\nb 2", "a 1", "b 2"],
  ["QG-P-\n0101 5", "QG-P-0101 5"],
  ["🌿\nb", "🌿", "b"],
  // Cells
  ["a\tb  c,d", "a / b  c,d"],
  [" | a | b | ", "a / b"],
  ["｜a｜b", "a / b"],
  ["a|b", "a / b"],
  ["x | a | b", "x / a / b"],
  ["  a   b  ", "a / b"],
  ["a　b", "a / b"],
  ["a,b", "a,b"],
  ["a,b,c", "a / b / c"],
  ["a,b\nc,d", "a / b", "c / d"],
  ["a；b\nc；d", "a / b", "c / d"],
  ["a,b\nno comma", "a,b", "no comma"],
  ["a,b,c\nno comma", "a / b / c", "no comma"],
  ["a,b,c\nd,e", "a,b,c", "d,e"],
  ["a,b\nc,d\nx\ty", "a / b", "c / d", "x / y"],
  ["a  b, c\nd  e, f", "a  b / c", "d  e / f"],
  ["a  b  c, d\ne  f  g, h", "a / b / c, d", "e / f / g, h"],
  // Quoted cells, and the placeholder that replaces them
  ['"a ""b""\n\n c"\td', 'a "b" c / d'],
  ['a\t"b,c"\n"d"\t"e"', "a / b,c", "d / e"],
  ['a,"b, c",d\ne,f,g', "a / b, c / d", "e / f / g"],
  ['"-"\nb', "b"],
  ["a\u{f0000}b", "ab"],
])("%j is divided into rows and cells", (text, ...rows) => {
  expect(readRows(text).map(({ cells }) => cells.join(" / "))).toEqual(rows);
});

test("a row's line is its text without the quotes around cells; quotes after a space stay", () => {
  expect(readRows('"a\nb"\t"c"\n "d"\t"e"').map(({ line }) => line)).toEqual(["a b\tc", '"d"\te']);
});

const headings: Headings<string> = [
  ["item", /^(?:检验项目|项目|test items?|item no)$/],
  ["quantity", /^(?:数量|quantity|qty)$/],
];

test.each([
  ["Quantity", "quantity"],
  ["QTY.", "quantity"],
  ["Item\nno.", "item"],
  ["ＱＴＹ", "quantity"],
  ["Test-Items", "item"],
  ["數量(kg)", "quantity"],
  ["Quantity [kg", "quantity"],
  ["Quantity (kg) ", "quantity"],
  ["Test (of) items", "item"],
  ["检验项目 Test Item", "item"],
  ["檢驗項目", "item"],
  ["Quantity 2", undefined],
  ["40", undefined],
  ["", undefined],
  ["Colour", undefined],
  [`Quantity${" ".repeat(52)}`, "quantity"],
  [`Quantity${" ".repeat(53)}`, undefined],
])("the heading %j names the column %s", (heading, column) => {
  expect(findColumn(heading, headings)).toBe(column);
});

test.each([
  ["Quantity (kg)", "kg"],
  ["数量（ 公斤 ） ", "公斤"],
  ["Quantity [ kg ]", "kg"],
  ["Quantity", undefined],
  ["Quantity (kg) each", undefined],
  ["数量 (Quantity)", undefined],
  [`Quantity (${"a".repeat(21)})`, undefined],
])("the heading %j has the unit %s", (heading, unit) => {
  expect(findUnit(heading, headings)).toBe(unit);
});
