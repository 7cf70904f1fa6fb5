import { readFileSync } from "node:fs";
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { expect, test } from "vitest";
import { setUpTableImport } from "../../../../tests/setup/table-import.ts";
import { chinese, csv, english, row } from "../../../../tests/setup/product-table.ts";
import { createWorkbook } from "../../../../tests/setup/workbook.ts";
import { readTable, tableLimits } from "./read-table.ts";

const { inFolder, inContent, save, run: runTable } = setUpTableImport();
const run = (file: string, isWriting = false) => runTable("product", file, isWriting);
const anyHeading = () => true;

/** Encodes characters that have one or two bytes in GB18030, because Node can only decode it. */
function encodeGb18030(text: string): Uint8Array {
  const pairs = Array.from({ length: 126 * 191 }, (_, index) => [0x81 + Math.floor(index / 191), 0x40 + (index % 191)]);
  const decoder = new TextDecoder("gb18030");
  const bytesOf = new Map(pairs.map((pair) => [decoder.decode(new Uint8Array(pair)), pair] as const));
  return new Uint8Array(
    [...text].flatMap((character) =>
      character.charCodeAt(0) < 128 ? [character.charCodeAt(0)] : bytesOf.get(character)!,
    ),
  );
}

const text = csv([chinese, row()]);
test.each<[string, string | Uint8Array]>([
  ["UTF-8", text],
  ["UTF-8 with its mark", `\uFEFF${text}`],
  ["GB18030, as a Chinese Excel saves", encodeGb18030(text)],
  ["UTF-16, as Excel's “Unicode text”", Buffer.from(`\uFEFF${csv([chinese, row()], "\t")}`, "utf16le")],
  ["UTF-16 in the other order", Buffer.from(`\uFEFF${text}`, "utf16le").swap16()],
  ["semicolons", csv([chinese, row()], ";")],
  ["tabs", csv([chinese, row()], "\t")],
  ["Excel's line of the separator", `sep=;\r\n${csv([chinese, row()], ";")}`],
  ["spaces and line breaks around cells", csv([chinese, row().map((cell) => `  ${String(cell)}\r\n`)])],
  ["empty rows", csv([[], ["", ""], chinese, [], row(), ["", "", ""]])],
  ["an Excel file", createWorkbook([chinese, row()])],
])("in %s is read", async (_what, data) => {
  const { headings, rows } = await readTable(save("table", data), anyHeading);
  expect(headings.slice(0, chinese.length)).toEqual(chinese);
  expect(rows.map(({ cells }) => cells.slice(0, chinese.length))).toEqual([row()]);
});

test.each<[string, string | Uint8Array]>([
  ["English headings", csv([english, row()])],
  ["headings in another spelling", text.replace("网址名", " ID ").replace("英文名称", "Title（EN）")],
  ["columns in another order", csv([[...chinese].reverse(), row().reverse()])],
  [
    "empty columns, and days and numbers",
    createWorkbook([
      ["", ...chinese],
      ["", ...row({ date: new Date("2026-03-05T00:00:00Z"), sku: 1 })],
    ]),
  ],
])("with %s is a product", async (_what, data) => {
  const { created, problems, isWritten } = await run(save("table", data), true);
  expect([problems, isWritten]).toEqual([[], true]);
  expect(created).toEqual([{ line: 2, id: "imported-1", title: "进口黄芪 1" }]);
  expect(readFileSync(inContent("product/imported-1/item.yaml"), "utf8")).toContain("date: 2026-03-05");
  expect(readFileSync(inContent("product/imported-1/en.md"), "utf8")).toContain("title: Astragalus 1");
});

test("every minute of a day in an Excel file is the minute that was typed", async () => {
  const minutes = Array.from({ length: 24 * 60 }, (_, minute) => new Date(Date.UTC(2027, 0, 4, 0, minute)));
  const { rows } = await readTable(
    save("times.xlsx", createWorkbook([["上架时间"], ...minutes.map((time) => [time])])),
    anyHeading,
  );
  const typedTimes = minutes.map((time) => time.toISOString().slice(0, 16).replace("T", " "));
  expect(rows.map(({ cells }) => cells[0])).toEqual(["2027-01-04", ...typedTimes.slice(1)]);
});

test.each(["#REF!", "#DIV/0!", "#SPILL!", "#N/A"])(
  "a formula that shows %s in an Excel file is said to be one",
  async (shown) => {
    const parts = unzipSync(createWorkbook([chinese, row({ "summary (cn)": "shown" })]));
    const sheet = strFromU8(parts["xl/worksheets/sheet1.xml"]!);
    const failed = sheet.replace(/t="inlineStr"><is><t[^>]*>shown<\/t><\/is>/, `t="e"><f>A1</f><v>${shown}</v>`);
    expect(failed).not.toBe(sheet);
    const file = save("table.xlsx", zipSync({ ...parts, "xl/worksheets/sheet1.xml": strToU8(failed) }));
    const { problems } = await run(file);
    expect(problems).toEqual([
      { line: 2, column: "摘要", reason: `shows ${shown}: correct the formula, or write the value` },
    ]);
  },
);

test("has the row numbers of a spreadsheet, which counts empty rows, and a cell of several lines once", async () => {
  const long = row({ "text (cn)": "第一段。\n\n## 小标题\n\n第二段。" });
  const file = save("table.csv", `${csv([chinese, long])}\r\n\r\n${csv([row({ herb: "无此药" }, 2)])}`);
  const { created, problems } = await run(file);
  expect(created.map(({ line }) => line)).toEqual([2, 4]);
  expect(new Set(problems.map(({ line }) => line))).toEqual(new Set([4]));
});

test.each<[string, string | Uint8Array, RegExp]>([
  ["nothing but headings", csv([chinese]), /has no rows below its headings/],
  [
    "a heading twice",
    csv([
      [...chinese, "货号"],
      [...row(), "x"],
    ]),
    /The column “货号” is in the table twice/,
  ],
  ["a missing column", csv([chinese.slice(1), row().slice(1)]), /A column is missing: “网址名”, or in English “id”/],
  ["an open quote", `${csv([chinese])}\r\n"a,b\r\nc,d\r\n`, /line 2: a quote is opened and never closed/],
  [
    "quotes within a cell",
    `${csv([chinese])}\r\na "x" b,c`,
    /line 2: .*put the whole cell between quotes and double those inside, such as "a ""x"" b"\.$/,
  ],
  ["an open quote before another", `id,sku\n"a ""b"",c\nd,"e"\n`, /line 2: quotes stand within a cell/],
  [
    "a title above its headings",
    csv([["2026 年产品"], chinese, row()]),
    /The first line must have the headings of this table, and is “2026 年产品”/,
  ],
  ["neither encoding", new Uint8Array([0x61, 0xff, 0xff, 0x0a]), /is neither UTF-8 nor GB18030/],
  ["a picture", new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1]), /isn't a table: open it in Excel, and save it as/],
  ["a web page", Buffer.from("\uFEFF \n<html><table>"), /isn't a table: open it in Excel, and save it as/],
  ["an old Excel file", new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 1]), /is a file of an old Excel, or has a password/],
  ["a broken Excel file", new Uint8Array([0x50, 0x4b, 3, 4, 0]), /can't be read as an Excel file/],
])("with %s is refused with a reason", async (_what, data, sentence) => {
  await expect(run(save("table", data))).rejects.toThrow(sentence);
});

test("that doesn't exist is reported", async () => {
  await expect(run(inFolder("none.csv"))).rejects.toThrow(/none\.csv isn't there\./);
});

test("with unknown headings is read without these columns, which are reported", async () => {
  const table = csv([
    [...chinese, "价格", "herbs"],
    [...row(), "9", "x"],
  ]);
  const { created, notes, problems } = await run(save("table.csv", table));
  expect([created.length, problems]).toEqual([1, []]);
  expect(notes).toEqual([
    "The column “价格” is not known here and is left out.",
    "The column “herbs” is not known here and is left out: did you mean herb?",
  ]);
});

/** Changes the first sheet of an Excel file. */
function withSheet(bytes: Uint8Array, change: (xml: string) => string): Uint8Array {
  const parts = unzipSync(bytes);
  const sheet = strFromU8(parts["xl/worksheets/sheet1.xml"]!);
  expect(change(sheet)).not.toBe(sheet);
  return zipSync({ ...parts, "xl/worksheets/sheet1.xml": strToU8(change(sheet)) });
}

test("a formula is read as its value, and one without a value is reported", async () => {
  const cells = createWorkbook([chinese, row({ "summary (cn)": "shown" }), row({ "summary (cn)": "none" }, 2)]);
  const changed = withSheet(cells, (xml) =>
    xml
      .replace(/t="inlineStr"><is><t[^>]*>shown<\/t><\/is>/, 't="str"><f>A1&amp;"x"</f><v>computed</v>')
      .replace(/t="inlineStr"><is><t[^>]*>none<\/t><\/is>/, "><f>A1</f><v></v>"),
  );
  const { problems } = await run(save("table.xlsx", changed));
  expect(problems).toEqual([
    {
      line: 3,
      column: "摘要",
      reason: "has a formula without a value: open the file in a spreadsheet program and save it",
    },
  ]);
});

test("cells that are merged downwards count for each row, and cells that are merged across columns are refused", async () => {
  const cells = createWorkbook([chinese, row({}, 1), row({ category: "" }, 2)]);
  const place = String.fromCharCode(65 + chinese.indexOf("分类"));
  const merge = (ref: string) =>
    withSheet(cells, (xml) =>
      xml.replace("</sheetData>", `</sheetData><mergeCells count="1"><mergeCell ref="${ref}"/></mergeCells>`),
    );
  const { created, problems } = await run(save("down.xlsx", merge(`${place}2:${place}3`)));
  expect([created.length, problems]).toEqual([2, []]);
  await expect(run(save("across.xlsx", merge("B2:C2")))).rejects.toThrow(/has merged cells in B2:C2.*unmerge them/);
});

test("a hidden column is read, numbers are as typed, and a date in a column of texts is reported", async () => {
  const cells = createWorkbook([chinese, row({ sku: 0.1 + 0.2, "packaging (cn)": new Date("2026-03-05T00:00:00Z") })]);
  const hidden = withSheet(cells, (xml) =>
    xml.replace("<sheetData>", '<cols><col min="1" max="3" width="0" hidden="1"/></cols><sheetData>'),
  );
  const { problems } = await run(save("table.xlsx", hidden));
  expect(problems).toEqual([
    {
      line: 2,
      column: "包装",
      reason: "is a date for the spreadsheet (2026-03-05): set the format of the cell to “text” and type it again",
    },
  ]);
  const { rows } = await readTable(inFolder("table.xlsx"), anyHeading);
  expect(rows[0]!.cells[chinese.indexOf("货号")]).toBe("0.3");
});

test("of several sheets the one with the headings is read, and the others are reported", async () => {
  const [notes, table] = [createWorkbook([["notes"], ["call"]]), createWorkbook([chinese, row()])].map((one) =>
    unzipSync(one),
  );
  const relation = (id: string, target: string) =>
    `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/${target}.xml"/>`;
  const change = (part: string, from: string, to: string) => strToU8(strFromU8(notes![part]!).replace(from, to));
  const both = zipSync({
    ...notes!,
    "xl/worksheets/sheet2.xml": table!["xl/worksheets/sheet1.xml"]!,
    "xl/workbook.xml": change("xl/workbook.xml", "</sheets>", '<sheet name="表2" sheetId="2" r:id="rId9"/></sheets>'),
    "xl/_rels/workbook.xml.rels": change(
      "xl/_rels/workbook.xml.rels",
      "</Relationships>",
      `${relation("rId9", "sheet2")}</Relationships>`,
    ),
    "[Content_Types].xml": change(
      "[Content_Types].xml",
      "</Types>",
      '<Override PartName="/xl/worksheets/sheet2.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>',
    ),
  });
  const result = await run(save("table.xlsx", both));
  expect([result.created.length, result.notes]).toEqual([1, ["The sheet “产品” is left out: “表2” is read."]]);
});

test("that is too large is refused before it is read: in bytes, rows, columns, or unpacked bytes", async () => {
  await expect(run(save("big.csv", Buffer.alloc(tableLimits.fileBytes + 1)))).rejects.toThrow(
    /has 51 MB: 50 MB at most/,
  );
  const rows = `id,sku\n${"a,b\n".repeat(tableLimits.rows + 1)}`;
  await expect(run(save("rows.csv", rows))).rejects.toThrow(/has 100,001 rows: 100,000 at most/);
  const wide = `id${",x".repeat(tableLimits.columns)}\na,b\n`;
  await expect(run(save("wide.csv", wide))).rejects.toThrow(/has more than 500 columns/);
  const zeros = new Uint8Array(100_000_000);
  const bomb = zipSync({ "xl/a.xml": zeros, "xl/b.xml": zeros, "xl/c.xml": zeros, "xl/d.xml": zeros });
  expect(bomb.length).toBeLessThan(1_000_000);
  await expect(run(save("bomb.xlsx", bomb))).rejects.toThrow(/is larger than 300 MB when it is unpacked/);
});
