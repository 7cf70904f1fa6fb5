import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { compiledContent } from "../../../tests/setup/compiled-content.ts";
import { importTrial, today } from "../../../tests/setup/import-trial.ts";
import { chinese, csv, english, row } from "../../../tests/setup/product-table.ts";
import type { Cell } from "../../../tests/setup/workbook.ts";
import { readContentFolder } from "../content-folder.ts";
import { importProducts } from "./import-products.ts";
import { missingInWhole } from "../../../tests/setup/whole-locales.ts";

const { inContent, save, copyContent, run } = importTrial();

const products = () => readdirSync(inContent("product"));

/** Reasons that rows are refused for: `line, column: sentence`. */
async function reasons(...rows: Cell[][]): Promise<string[]> {
  const { refused } = await run(save("table.csv", csv([chinese, ...rows])));
  return refused.map(({ line, column, reason }) => `${line}, ${column}: ${reason}`);
}

describe("sixty products", () => {
  const rows = Array.from({ length: 60 }, (_, index) => row({}, index + 1));

  test("are only looked at first; then written, and are content like any other", async () => {
    const file = save("products.csv", csv([chinese, ...rows]));
    copyContent();
    const before = products();
    const progress: number[] = [];
    const options = { root: inContent(), today, onProgress: (done: number) => progress.push(done) };
    const trial = await importProducts(file, { ...options, isWriting: false });
    expect([trial.rows, trial.accepted.length, trial.refused, trial.isWritten]).toEqual([60, 60, [], false]);
    expect(products()).toEqual(before);
    expect(progress).toEqual(Array.from({ length: 60 }, (_, index) => index + 1));
    const { accepted } = await importProducts(file, { ...options, isWriting: true });
    expect(accepted.at(-1)).toEqual({ line: 61, id: "imported-60", title: "进口黄芪 60" });
    expect(readdirSync(inContent()).filter((name) => name.startsWith("."))).toEqual([]);
    const { problems, missingTranslations } = readContentFolder(inContent());
    expect([problems, missingInWhole(missingTranslations)]).toEqual([[], []]);
    const { index, dispose } = compiledContent(inContent());
    expect(index.info("product", "en", "imported-7")).toMatchObject({
      ...{ title: "Astragalus 7", sku: "IM-7", date: "2026-03-05", cover: { src: "/plates/huang-qi.svg" } },
      ...{ cat: { slug: "pieces/roots" }, specs: [{ label: "Origin", value: "Longxi, Gansu" }, {}] },
      related: [{ id: "huang-qi" }],
    });
    dispose();
  });

  test("are refused all when they are there already, and nothing is touched", async () => {
    const file = save("products.csv", csv([chinese, ...rows]));
    await run(file, true);
    const kept = inContent("product/imported-3/cn.md");
    writeFileSync(kept, readFileSync(kept, "utf8").replace("留样", "留存样品"));
    const again = await run(file, true);
    expect([again.accepted, again.refused.length]).toEqual([[], 60]);
    expect(again.refused[2]).toEqual({
      ...{ line: 4, column: "网址名" },
      reason:
        "is imported-3, which is there already: nothing is overwritten. Change that item by hand, or take another name",
    });
    expect(readFileSync(kept, "utf8")).toContain("留存样品");
  });
});

describe("a row", () => {
  test.each<[string, Partial<Record<string, Cell>>, string[]]>([
    [
      "without an id",
      { id: "" },
      ["2, 网址名: is empty: write the name that stands in the address, such as bai-shao-slices"],
    ],
    ["with another id", { id: "黄芪" }, ["2, 网址名: is “黄芪”: use lower-case letters, digits and hyphens"]],
    [
      "with an id that leads elsewhere",
      { id: "../x" },
      ["2, 网址名: is “../x”: use lower-case letters, digits and hyphens"],
    ],
    [
      "with an id that is taken",
      { id: "huang-qi" },
      [expect.stringMatching(/^2, 网址名: is huang-qi, which is there already/)],
    ],
    [
      "with a number that is taken",
      { sku: "QG-P-0101" },
      ["2, 货号: is also the sku of huang-qi: each product has a number of its own"],
    ],
    [
      "with a number that is taken but for its capitals",
      { sku: "qg-p-0101" },
      ["2, 货号: is also the sku of huang-qi, QG-P-0101, but for its capitals: each product has a number of its own"],
    ],
    ["without a number", { sku: "" }, ["2, 货号: is missing: write the item number"]],
    [
      "in no category",
      { category: "pieces/rots" },
      ["2, 分类: no category pieces/rots in categories/product: did you mean pieces/roots?"],
    ],
    ["of no herb", { herb: "haung-qi" }, ["2, 药材: no herb haung-qi in herbs/facts.yaml: did you mean huang-qi?"]],
    ["with another plate", { plate: "独角兽" }, ["2, 图版: no herb 独角兽 in herbs/facts.yaml"]],
    ["with a date that isn't one", { date: "昨天" }, ["2, 日期: must be a date such as 2025-03-12"]],
    ["with a day that doesn't exist", { date: "2025-02-30" }, ["2, 日期: is no day of the calendar"]],
    [
      "with a time that isn't one",
      { from: "明天" },
      ["2, 上架时间: must be a time by China's clock, such as 2027-01-04 09:00"],
    ],
    [
      "that goes before it comes",
      { from: "2027-02-01", until: "2027-01-01 9:00" },
      ["2, 下架时间: must be later than `from`: nobody would ever see it"],
    ],
    [
      "that is a draft perhaps",
      { draft: "也许" },
      ["2, 草稿: is “也许”: write 是 or yes for a draft, and nothing otherwise"],
    ],
    [
      "related to nothing",
      { related: "product/huang-qi、product/unicorn" },
      ["2, 相关: related[1] there is no product/unicorn"],
    ],
    [
      "with a specification without a label",
      { "specifications (cn)": "干燥根" },
      ["2, 规格: has “干燥根”: write a label, a colon and the value, such as 产地：安徽亳州"],
    ],
    [
      "without specifications",
      { "specifications (en)": "" },
      ["2, 英文规格: is missing: write a list of label and value"],
    ],
    ["without a text", { "text (cn)": "" }, ["2, 正文: is missing: write what the page says of the product"]],
    [
      "with half of its English",
      { "title (en)": "", "packaging (en)": "" },
      [
        "2, 英文名称: is missing: write the name that readers see",
        "2, 英文包装: is missing: write how it is packed, in words",
      ],
    ],
    [
      "with a heading of the first rank",
      { "text (en)": "# Title" },
      [expect.stringMatching(/^2, 英文正文: a heading of the first rank/)],
    ],
    [
      "with a link to nowhere",
      { "text (cn)": "见[此](/product/info/haung-qi)。" },
      ["2, 正文: the link to /product/info/haung-qi leads nowhere: did you mean /product/info/huang-qi?"],
    ],
    [
      "with a formula that failed",
      { "summary (cn)": "#N/A" },
      ["2, 摘要: shows #N/A: mend the formula, or write the value"],
    ],
    [
      "with a character that was lost",
      { "summary (cn)": "黄\uFFFD" },
      ["2, 摘要: has a sign where a character was lost: save the file as UTF-8 anew"],
    ],
    [
      "with a control character",
      { "title (cn)": "黄\u0007芪" },
      ["2, 名称: has a character that can't be seen (U+0007, behind “黄”): type the text anew"],
    ],
    [
      "with several mistakes",
      { id: "X", sku: "", category: "x" },
      [
        "2, 网址名: is “X”: use lower-case letters, digits and hyphens",
        "2, 货号: is missing: write the item number",
        "2, 分类: no category x in categories/product",
      ],
    ],
  ])("%s is refused with the reason", async (_what, changes, expected) => {
    expect(await reasons(row(changes))).toEqual(expected);
  });

  test("without any words is refused", async () => {
    const words = Object.fromEntries(english.filter((name) => /\((cn|en)\)/.test(name)).map((name) => [name, ""]));
    expect(await reasons(row(words))).toEqual([
      "2, 名称: is empty, as all words are: a product needs words in one language",
    ]);
  });

  test("with a cell too many is refused: a comma wasn't quoted", async () => {
    expect(await reasons([...row(), "more"])).toEqual([
      expect.stringMatching(/^2, : the row has a cell that no heading stands above/),
    ]);
  });

  test("in Chinese alone is taken, and is listed as not translated", async () => {
    const onlyChinese = Object.fromEntries(english.filter((name) => name.endsWith("(en)")).map((name) => [name, ""]));
    const { refused } = await run(save("table.csv", csv([chinese, row(onlyChinese)])), true);
    expect(refused).toEqual([]);
    const { problems, missingTranslations } = readContentFolder(inContent());
    expect([problems, missingInWhole(missingTranslations)]).toEqual([[], [inContent("product/imported-1/en.md")]]);
  });

  test("is taken beside those that are refused; what refers to a refused one is refused too", async () => {
    const { accepted, refused } = await run(
      save(
        "table.csv",
        csv([
          chinese,
          row({ related: "product/imported-2" }, 1),
          row({ herb: "unicorn-root" }, 2),
          row({ related: "product/imported-4" }, 3),
          row({ related: "product/imported-3" }, 4),
          row({ id: "imported-4", sku: "other" }, 5),
          row({ sku: "IM-4" }, 6),
          row({ related: "product/imported-1" }, 7),
        ]),
      ),
      true,
    );
    expect(accepted.map(({ id }) => id)).toEqual(["imported-3", "imported-4"]);
    expect(refused.map(({ line, reason }) => `${line} ${reason}`)).toEqual([
      expect.stringMatching(/^2 related\[0\] there is no product\/imported-2/),
      expect.stringMatching(/^3 no herb unicorn-root/),
      "6 is imported-4, as in line 5: each product has a name of its own",
      expect.stringMatching(/^7 is also the sku of imported-4/),
      expect.stringMatching(/^8 related\[0\] there is no product\/imported-1/),
    ]);
    expect(readContentFolder(inContent()).problems).toEqual([]);
    expect(existsSync(inContent("product/imported-1"))).toBe(false);
  });

  test("whose address leads elsewhere by redirects.yaml is refused", async () => {
    copyContent();
    writeFileSync(inContent("redirects.yaml"), "- from: /product/info/imported-1\n  to: /product/list\n");
    expect(await reasons(row())).toEqual([
      expect.stringMatching(/^2, 网址名: is imported-1, which redirects\.yaml leads elsewhere/),
    ]);
  });

  test("may be a draft that comes and goes by China's clock, and is dated today", async () => {
    const times = { draft: "是", from: "2027-01-01 9:00", until: "2027/2/1", date: "" };
    await run(save("table.csv", csv([chinese, row(times)])), true);
    const lines = readFileSync(inContent("product/imported-1/item.yaml"), "utf8").split("\n");
    expect(lines).toEqual(
      expect.arrayContaining([
        ...[`date: ${today}`, "draft: true", "from: 2027-01-01T09:00:00+08:00", "until: 2027-02-01T00:00:00+08:00"],
      ]),
    );
  });

  test("is written as it was typed, whatever YAML makes of its signs", async () => {
    const title = "no: “#1” - {黄芪} & *more* | 'x'";
    const summary = "yes";
    await run(
      save(
        "table.csv",
        csv([chinese, row({ "title (cn)": title, "summary (cn)": summary, "packaging (cn)": "1:30" })]),
      ),
      true,
    );
    const { index, dispose } = compiledContent(inContent());
    expect(index.info("product", "cn", "imported-1")).toMatchObject({ title, summary, packaging: "1:30" });
    dispose();
  });
});
