import { existsSync, readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { compileTestContent } from "../../../../tests/setup/compiled-content.ts";
import { setUpTableImport } from "../../../../tests/setup/table-import.ts";
import { chinese, csv, english, row } from "../../../../tests/setup/product-table.ts";
import { filterMissing } from "../../../../tests/setup/required-locales.ts";
import type { Cell } from "../../../../tests/setup/workbook.ts";
import { readContentFolder } from "../files/content-folder.ts";

const { inContent, save, run, snapshot, exported } = setUpTableImport();

describe("sixty new products", () => {
  const rows = Array.from({ length: 60 }, (_, index) => row({}, index + 1));

  test("are written only with the option, and are then valid content", async () => {
    const file = save("products.csv", csv([chinese, ...rows]));
    const before = snapshot();
    const dryRun = await run("product", file);
    expect([dryRun.rows, dryRun.created.length, dryRun.problems, dryRun.isWritten]).toEqual([60, 60, [], false]);
    expect(snapshot()).toEqual(before);
    const { created } = await run("product", file, true);
    expect(created.at(-1)).toEqual({ line: 61, id: "imported-60", title: "进口黄芪 60" });
    expect(readdirSync(inContent()).filter((name) => name.startsWith("."))).toEqual([]);
    const { problems, missingTranslations } = readContentFolder(inContent());
    expect([problems, filterMissing(missingTranslations)]).toEqual([[], []]);
    const { index, dispose } = compileTestContent(inContent());
    expect(index.getItem("product", "en", "imported-7")).toMatchObject({
      title: "Astragalus 7",
      sku: "IM-7",
      date: "2026-03-05",
      cover: { src: "/plates/huang-qi.svg" },
      cat: { slug: "pieces/roots" },
      specs: [{ label: "Origin", value: "Longxi, Gansu" }, {}],
      related: [{ id: "huang-qi" }],
    });
    dispose();
    const again = await run("product", file, true);
    expect([again.created, again.leftOut.length, again.isWritten]).toEqual([[], 60, false]);
    expect(again.leftOut[2]!.reason).toMatch(/^imported-3 already exists, and the row has no version/);
  });
});

/** Returns for each row the reasons why it is refused, as `column: sentence`. */
async function getReasons(...rows: Cell[][]): Promise<string[][]> {
  const { problems } = await run("product", save("table.csv", csv([chinese, ...rows])));
  return rows.map((_row, index) =>
    problems.filter(({ line }) => line === index + 2).map(({ column, reason }) => `${column}: ${reason}`),
  );
}

const withoutWords = Object.fromEntries(english.filter((name) => /\((cn|en)\)/.test(name)).map((name) => [name, ""]));

/** Mistakes in a row: a name, the changed cells, and the messages. */
const mistakes: [string, Partial<Record<string, Cell>>, string[]][] = [
  ["without an id", { id: "" }, ["网址名: is empty: write the name for the address, such as bai-shao-slices"]],
  ["with another id", { id: "黄芪" }, ["网址名: is “黄芪”: use lower-case letters, digits and hyphens"]],
  [
    "with an id that leads elsewhere",
    { id: "../../../x" },
    ["网址名: is “../../../x”: use lower-case letters, digits and hyphens"],
  ],
  ["with hyphens alone", { id: "x--y" }, ["网址名: is “x--y”: a hyphen stands alone between letters or digits"]],
  ["with a long id", { id: "x".repeat(81) }, ["网址名: has 81 characters: write at most 80"]],
  ["without a number", { sku: "" }, ["货号: is missing: write the item number"]],
  [
    "in no category",
    { category: "pieces/rots" },
    ["分类: no category pieces/rots in categories/product: did you mean pieces/roots?"],
  ],
  [
    "of no herb",
    { herb: "haung-qi", plate: "黄芪" },
    ["药材: no herb haung-qi in herbs/facts.yaml: did you mean huang-qi?"],
  ],
  [
    "of a herb with a wrong character",
    { herb: "黄其", plate: "黄芪" },
    ["药材: no herb 黄其 in herbs/facts.yaml: did you mean 黄芪?"],
  ],
  ["with another plate", { plate: "独角兽" }, ["图版: no herb 独角兽 in herbs/facts.yaml"]],
  [
    "with a date that isn't one",
    { date: "昨天" },
    ["日期: must be a date such as 2025-03-12: the year, the month and the day"],
  ],
  ["with a day that doesn't exist", { date: "2025-02-30" }, ["日期: isn't a day in the calendar"]],
  ["with an early year", { date: "1026-03-05" }, ["日期: is 1026-03-05, before 1900: correct the year"]],
  [
    "with a time that isn't one",
    { from: "明天" },
    ["上架时间: must be a time in China's time zone, such as 2027-01-04 09:00"],
  ],
  [
    "that goes before it comes",
    { from: "2027-02-01", until: "2027-01-01 9:00" },
    ["下架时间: must be later than `from`: nobody would ever see it"],
  ],
  ["that is a draft perhaps", { draft: "也许" }, ["草稿: is “也许”: write 是 or yes, and nothing otherwise"]],
  [
    "related to nothing",
    { related: "product/huang-qi、product/unicorn" },
    ["相关: related[1] there is no product/unicorn"],
  ],
  [
    "with a specification without a label",
    { "specifications (cn)": "干燥根" },
    ["规格: has “干燥根”: write a label, a colon and the value, such as 产地：安徽亳州"],
  ],
  ["without specifications", { "specifications (en)": "" }, ["英文规格: is missing: write a list of label and value"]],
  ["without a text", { "text (cn)": "" }, ["正文: is missing: write what the page says"]],
  [
    "with half of its English",
    { "title (en)": "", "packaging (en)": "" },
    ["英文名称: is missing: write the name that readers see", "英文包装: is missing: write how it is packed, in words"],
  ],
  ["with a heading of level 1", { "text (en)": "# Title" }, [expect.stringMatching(/^英文正文: a heading of level 1/)]],
  [
    "with a link to nowhere",
    { "text (cn)": "见[此](/product/info/haung-qi)。" },
    ["正文: the link to /product/info/haung-qi leads nowhere: did you mean /product/info/huang-qi?"],
  ],
  [
    "with a formula that failed",
    { "summary (cn)": "#N/A" },
    ["摘要: shows #N/A: correct the formula, or write the value"],
  ],
  [
    "with a character that was lost",
    { "summary (cn)": "黄\uFFFD" },
    ["摘要: has � where a character was lost: save the file as UTF-8 again"],
  ],
  [
    "with a character that can't be seen",
    { "title (cn)": "黄\u202E芪" },
    ["名称: has a character that can't be seen (U+202E, after “黄”): type the text again"],
  ],
  [
    "with a number that the spreadsheet shortened",
    { sku: "6.90123E+12" },
    [
      "货号: is 6.90123E+12, a long number that the spreadsheet shortened: set the format of the cell to “text” and type it again",
    ],
  ],
  [
    "with a cell that is too long",
    { "text (cn)": "长".repeat(32_768) },
    ["正文: has 32,768 characters: 32,767 at most"],
  ],
  [
    "with several mistakes",
    { id: "X_", sku: "", category: "x" },
    [
      "网址名: is “x_”: use lower-case letters, digits and hyphens",
      "分类: no category x in categories/product",
      "货号: is missing: write the item number",
    ],
  ],
  [
    "without any words",
    withoutWords,
    ["名称: is empty, like all texts of this row: write them in at least one language"],
  ],
];

describe("a new row", () => {
  test("is refused with the reason", async () => {
    const reasons = await getReasons(...mistakes.map(([, changes], index) => row({ ...changes }, index + 1)));
    const addNames = (lists: unknown[][]) => mistakes.map(([what], index) => [what, lists[index]!.toSorted()]);
    expect(addNames(reasons)).toEqual(addNames(mistakes.map(([, , expected]) => expected)));
  });

  test("with too many cells is refused, because a comma wasn't quoted", async () => {
    expect((await getReasons([...row(), "more"])).flat()).toEqual([
      expect.stringMatching(/^: the row has more cells than there are headings/),
    ]);
  });

  test("in Chinese alone is accepted, and is listed as not translated", async () => {
    const onlyChinese = Object.fromEntries(english.filter((name) => name.endsWith("(en)")).map((name) => [name, ""]));
    const result = await run("product", save("table.csv", csv([chinese, row(onlyChinese)])), true);
    expect(result.isWritten).toBe(true);
    const { problems, missingTranslations } = readContentFolder(inContent());
    expect([problems, filterMissing(missingTranslations)]).toEqual([[], [inContent("product/imported-1/en.md")]]);
  });

  test("of a formula becomes an item with its composition", async () => {
    const table = await exported("prescription");
    const copy = [...table.rows[0]!];
    copy[0] = "xin-fang";
    copy[copy.length - 1] = "";
    table.rows.push(copy);
    const result = await table.import(true);
    expect([result.created.map(({ id }) => id), result.problems, result.isWritten]).toEqual([["xin-fang"], [], true]);
    expect(existsSync(inContent("prescription/xin-fang/cn.md"))).toBe(true);
    const again = await exported("prescription");
    expect(again.get("xin-fang", "ingredients")).toBe(again.get(String(table.rows[0]![0]), "ingredients"));
  });

  test("of a herb without a plate is reported", async () => {
    const table = await exported("herb");
    const copy = [...table.rows[0]!];
    copy[0] = "new-herb";
    copy[copy.length - 1] = "";
    table.rows.push(copy);
    const { problems } = await table.import(true);
    expect(problems).toEqual([
      {
        line: table.rows.length + 1,
        column: "网址名 / id",
        reason: "has no plate in herbs/plates.yaml: write its entry there, too",
      },
    ]);
  });

  test("of a herb with its names alone says which columns to fill", async () => {
    const table = await exported("herb");
    table.rows.push(table.head.map((heading) => (heading.endsWith("name (cn)") ? "新药" : "")));
    table.rows.at(-1)![0] = "xin-yao";
    const { problems } = await table.import();
    expect(problems).toEqual([
      {
        line: table.rows.length + 1,
        column: "药名 / name (cn)",
        reason: "is a new herb: fill 拉丁名 / latin, 基原 / species, 药用部位 / part in this row, too",
      },
    ]);
  });
});

test("a row with the number of an item that has no row is reported in its own row, and numbers can be swapped", async () => {
  const table = await exported("product");
  const [other] = table.rows.find(([id]) => id === "huang-qi")!;
  const [first, last] = [table.get("bai-zhu", "sku"), table.get(other!, "sku")];
  table.set("bai-zhu", "sku", last);
  table.set(other!, "sku", first);
  expect((await table.import()).problems).toEqual([]);
  table.rows.splice(
    0,
    table.rows.length,
    table.rows.find(([id]) => id === "bai-zhu")!,
  );
  const { problems, contentProblems } = await table.import();
  expect([problems, contentProblems]).toEqual([
    [{ line: 2, column: "货号 / sku", reason: "is also the sku of huang-qi: each product has a number of its own" }],
    [],
  ]);
});
