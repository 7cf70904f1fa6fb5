import { readFileSync, rmSync } from "node:fs";
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { expect, test } from "vitest";
import { importTrial } from "../../../tests/setup/import-trial.ts";
import { chinese, csv, english, row } from "../../../tests/setup/product-table.ts";
import { workbook } from "../../../tests/setup/workbook.ts";
import { readContentFolder } from "../content-folder.ts";
import { template } from "./columns.ts";
import { readTable } from "./read-table.ts";

const { inFolder, inContent, save, copyContent, run } = importTrial();

/** GB18030, as far as two bytes go: there is no encoder for it. */
function gb18030(text: string): Uint8Array {
  const pairs = Array.from({ length: 126 * 190 }, (_, index) => [0x81 + Math.floor(index / 190), 0x40 + (index % 190)]);
  const decoder = new TextDecoder("gb18030");
  const bytesOf = new Map(pairs.map((pair) => [decoder.decode(new Uint8Array(pair)), pair] as const));
  return new Uint8Array(
    [...text].flatMap((sign) => (sign.charCodeAt(0) < 128 ? [sign.charCodeAt(0)] : bytesOf.get(sign)!)),
  );
}

const text = csv([chinese, row()]);
test.each<[string, string | Uint8Array]>([
  ["UTF-8", text],
  ["UTF-8 with its mark", `\uFEFF${text}`],
  ["GB18030, as a Chinese Excel saves", gb18030(text)],
  ["UTF-16, as Excel's “Unicode text”", Buffer.from(`\uFEFF${csv([chinese, row()], "\t")}`, "utf16le")],
  ["semicolons", csv([chinese, row()], ";")],
  ["English headings", csv([english, row()])],
  ["headings in another spelling", text.replace("网址名", " ID ").replace("英文名称", "Title（EN）")],
  ["an Excel file", workbook([chinese, row({ date: new Date("2026-03-05T00:00:00Z"), sku: 1 })])],
  ["columns in another order, and some left out", csv([[...chinese].reverse(), row().reverse()])],
])("in %s is read", async (_what, data) => {
  const { accepted, refused } = await run(save("table", data), true);
  expect(refused).toEqual([]);
  expect(accepted).toEqual([{ line: 2, id: "imported-1", title: "进口黄芪 1" }]);
  expect(readFileSync(inContent("product/imported-1/item.yaml"), "utf8")).toContain("date: 2026-03-05");
  expect(readFileSync(inContent("product/imported-1/en.md"), "utf8")).toContain("title: Astragalus 1");
});

test("every minute of a day in an Excel file is the minute that was typed", async () => {
  const minutes = Array.from({ length: 24 * 60 }, (_, minute) => new Date(Date.UTC(2027, 0, 4, 0, minute)));
  const rows = await readTable(save("times.xlsx", workbook([["上架时间"], ...minutes.map((time) => [time])])));
  const typed = minutes.map((time) => time.toISOString().slice(0, 16).replace("T", " "));
  expect(rows.slice(1).map(({ cells }) => cells[0])).toEqual(["2027-01-04", ...typed.slice(1)]);
});

test.each(["#REF!", "#DIV/0!", "#SPILL!", "#N/A"])(
  "a formula that shows %s in an Excel file is said to be one",
  async (shown) => {
    const parts = unzipSync(workbook([chinese, row({ "summary (cn)": "shown" })]));
    const sheet = strFromU8(parts["xl/worksheets/sheet1.xml"]!);
    const failed = sheet.replace(/t="inlineStr"><is><t[^>]*>shown<\/t><\/is>/, `t="e"><f>A1</f><v>${shown}</v>`);
    expect(failed).not.toBe(sheet);
    const file = save("table.xlsx", zipSync({ ...parts, "xl/worksheets/sheet1.xml": strToU8(failed) }));
    const { refused } = await run(file);
    expect(refused).toEqual([
      { line: 2, column: "摘要", reason: `shows ${shown}: mend the formula, or write the value` },
    ]);
  },
);

test.each(["2026-2-3 00:00", "2026/2/3 0:00:00", "2026-02-03T00:00:00"])(
  "the midnight behind a day is left out: %s",
  async (date) => {
    const { refused } = await run(save("table.csv", csv([chinese, row({ date })])), true);
    expect(refused).toEqual([]);
    expect(readFileSync(inContent("product/imported-1/item.yaml"), "utf8")).toContain("date: 2026-02-03");
  },
);

test("that the command prints to start from is fine as it is", async () => {
  const { accepted, refused } = await run(save("template.csv", template()), true);
  expect([accepted.length, refused]).toEqual([1, []]);
  expect(readContentFolder(inContent()).problems).toEqual([]);
});

test("has its lines counted as an editor counts them, empty ones and cells of several lines included", async () => {
  const long = row({ "text (cn)": "第一段。\n\n## 小标题\n\n第二段。" });
  const file = save("table.csv", `${csv([chinese, long])}\r\n\r\n${csv([row({ herb: "" }, 2)])}`);
  const { accepted, refused } = await run(file);
  expect(accepted.map(({ line }) => line)).toEqual([2]);
  expect(refused.map(({ line }) => line)).toEqual([8]);
});

test.each<[string, string | Uint8Array, RegExp]>([
  ["nothing but headings", csv([chinese]), /has no rows below its headings/],
  ["an unknown heading", csv([[...chinese, "价格"], row()]), /There is no column “价格”: there are 网址名 \/ id/],
  [
    "a misspelt heading",
    csv([english.map((one) => (one === "herb" ? "herbs" : one)), row()]),
    /There is no column “herbs”: did you mean herb\?/,
  ],
  [
    "a heading twice",
    csv([
      [...chinese, "货号"],
      [...row(), "x"],
    ]),
    /The column “货号” stands there twice/,
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
    /The headings must be in the first line, which is “2026 年产品”/,
  ],
  [
    "Excel's line of the separator",
    `sep=,\r\n${csv([chinese, row()])}`,
    /The headings must be in the first line, which is “sep=”/,
  ],
  ["neither encoding", new Uint8Array([0x61, 0xff, 0xff, 0x0a]), /is neither UTF-8 nor GB18030/],
  [
    "an old Excel file",
    new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 1]),
    /is a file of an old Excel: open it and save it as \.xlsx/,
  ],
  ["a broken Excel file", new Uint8Array([0x50, 0x4b, 3, 4, 0]), /can't be read as an Excel file/],
])("with %s is refused whole, in a sentence", async (_what, data, sentence) => {
  await expect(run(save("table", data))).rejects.toThrow(sentence);
});

test("that isn't there is a sentence; so is content that has mistakes of its own", async () => {
  await expect(run(inFolder("none.csv"))).rejects.toThrow(/none\.csv isn't there\./);
  copyContent();
  rmSync(inContent("herbs/plates.yaml"));
  await expect(run(save("table.csv", csv([chinese, row()])))).rejects.toThrow(/The content has mistakes already/);
});
