import { appendFileSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { setUpContentCopy } from "../../../../tests/setup/content-copy.ts";
import { readContentFolder } from "./content-folder.ts";
import { createGuard } from "../checks/guarded-content.ts";

// Each test copies and reads the whole content, which is slow on a busy machine.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

const { resolvePath, getProblems, withIndex, ...copy } = setUpContentCopy();
const file = "batch/HQ-2601.yaml";
const edit = (from: string, to: string) => copy.edit(file, from, to);
const firstHundred = { page: 1, pageSize: 100, sort: "newest" } as const;
const getIds = (result: { rows: unknown[] } | undefined) => result?.rows.map((row) => (row as { id: string }).id);

test.each([
  ["an unknown product", "product: huang-qi", "product: huang-qy", /:1 product there is no product huang-qy$/],
  [
    "a result beyond its limit",
    "result: 8.1%",
    "result: 81%",
    /results\[1\]\.result 81% isn’t within the limit ≤10\.0%/,
  ],
  [
    "Chinese words for all languages",
    "test:\n      cn: 水分\n      en: Moisture",
    "test: 水分",
    /results\[1\]\.test has no words after en:/,
  ],
  ["no product", "product: huang-qi\n", "", /product is missing$/],
  ["a day that isn't in the calendar", "2026-01-12", "2026-02-30", /:2 produced must be a day/],
  ["a production in the future", "2026-01-12", "2126-01-12", /:2 produced must not be in the future|bestBefore/],
  [
    "a harvest in other words",
    "2025-10",
    "10月",
    /:3 harvest must be a date such as 2025-10-20, 2025-10 or 2025, or words/,
  ],
  ["a month that isn't one", "2025-10", "2025-13", /:3 harvest must be a date/],
  ["a harvest after the production", "2025-10", "2026-02", /:3 harvest must not be later than produced$/],
  ["an end before the beginning", "2028-01", "2025-12", /:4 bestBefore must not be earlier than produced$/],
  [
    "a certificate that isn't there",
    "HQ251201.pdf",
    "HQ0.pdf",
    /:8 certificate there is no file \/files\/certificate-HQ0\.pdf/,
  ],
  ["a certificate of another type", "HQ251201.pdf", "HQ251201.docx", /:8 certificate must be a PDF file/],
  ["a result that isn't there", "    result: 8.1%\n", "", /results\[1\]\.result is missing$/],
  [
    "a test that occurs twice",
    "水分\n      en: Moisture",
    "性状\n      en: Appearance",
    /results\[1\] .*is here already/,
  ],
  ["words in one language only", "  en: An origin for tests, Longxi\n", "", /origin has no words after en:/],
  [
    "a language that isn't one",
    "  en: An origin",
    "  english: An origin",
    /:7 origin\.english is no field here\. There are cn, en$/,
  ],
  ["a figure without quotes", "result: 8.1%", "result: 8.1", /results\[1\]\.result must be a text, .*needs quotes$/],
])("%s is reported with its file, line and field", (_name, from, to, problem) => {
  edit(from, to);
  expect(getProblems()).toEqual(expect.arrayContaining([expect.stringMatching(problem)]));
  expect(getProblems()[0]).toMatch(/^batch\/HQ-2601\.yaml:\d+ /);
});

test.each(["hq-2601", "HQ_2601", "H".repeat(61)])("a file with the name %s is reported", (name) => {
  renameSync(resolvePath(file), resolvePath(`batch/${name}.yaml`));
  expect(getProblems()).toEqual([expect.stringMatching(/:1 \(file\) is named after the number .* 60 at most$/)]);
});

test.each(["HQ2601", "HQ-26O1"])("a number %s that visitors can't tell from another is reported", (name) => {
  writeFileSync(resolvePath(`batch/${name}.yaml`), readFileSync(resolvePath(file)));
  expect(getProblems()).toEqual([
    expect.stringMatching(/^batch\/HQ-?26[O0]1\.yaml:1 \(file\) can’t be told from HQ-26[O0]1, because /),
  ]);
});

test("a batch in one language is listed as not translated, and is shown in that language", async () => {
  for (const words of ["  en: An origin for tests, Longxi\n", "      en: Moisture\n", "  en: A note for tests.\n"])
    edit(words, "");
  for (const words of ["Appearance", "As the monograph describes", "Complies"]) edit(`      en: ${words}\n`, "");
  expect(getProblems()).toEqual([]);
  expect(readContentFolder(resolvePath("")).missingTranslations).toContain(`${resolvePath(file)} (en)`);
  await withIndex((index) => {
    expect(index.getItem("batch", "en", "HQ-2601")).toMatchObject({
      lang: "zh-CN",
      languages: ["zh-CN"],
      note: "用于测试的说明。",
    });
    expect(index.getItem("batch", "cn", "HQ-2601")).not.toHaveProperty("lang");
  });
});

test("texts and redirects may lead to a batch, but not to a draft", () => {
  writeFileSync(resolvePath("redirects.yaml"), "- from: /old-batch\n  to: /batch/HQ-2601\n");
  expect(getProblems()).toEqual([]);
  appendFileSync(resolvePath(file), "draft: true\n");
  expect(getProblems()).toEqual([expect.stringMatching(/^redirects\.yaml:2 \[0\]\.to .*draft/)]);
});

test("a batch has its product and its texts, and lists begin with the newest batch", () =>
  withIndex((index) => {
    expect(index.getItem("batch", "en", "HQ-2601")).toMatchObject({
      id: "HQ-2601",
      title: "Huang qi (astragalus root) HQ-2601",
      product: { kind: "product", id: "huang-qi", title: "Huang qi (astragalus root)" },
      produced: "2026-01-12",
      harvest: "2025-10",
      results: [{ test: "Appearance" }, { test: "Moisture", limit: "≤10.0%", result: "8.1%" }],
      certificate: { url: "/files/certificate-HQ251201.pdf", size: expect.any(Number) },
    });
    expect(getIds(index.list("batch", "cn", firstHundred))).toEqual(["HQ-2601", "HQ-2512"]);
    expect(getIds(index.list("batch", "cn", { ...firstHundred, cat: "huang-qi" }))).toEqual(["HQ-2601", "HQ-2512"]);
    expect(index.list("batch", "cn", { ...firstHundred, cat: "gan-cao" })).toEqual({ rows: [], total: 0 });
  }));

test.each(["HQ-2601", "hq2601", "ＨＱ－２６０１", " hq 2601 "])(
  "a search for %s finds the batch in each language",
  (keyword) =>
    withIndex(async (index) => {
      for (const locale of ["cn", "en"] as const) {
        const result = await index.search("batch", locale, { ...firstHundred, keyword });
        expect([locale, getIds(result)]).toEqual([locale, ["HQ-2601"]]);
      }
    }),
);

test("a search for the product doesn't find its batches", () =>
  withIndex(async (index) => {
    for (const keyword of ["黄芪", "astragalus", "陇西"]) {
      expect(getIds(await index.search("batch", "en", { ...firstHundred, keyword }))).toEqual([]);
    }
  }));

test("only a preview shows a draft, and a batch doesn't link to a hidden product", async () => {
  appendFileSync(resolvePath(file), "draft: true\n");
  appendFileSync(resolvePath("product/huang-qi/item.yaml"), "draft: true\n");
  await withIndex((index) => {
    expect(getIds(index.list("batch", "cn", firstHundred))).toEqual(["HQ-2512"]);
    expect(index.getItem("batch", "cn", "HQ-2601")).toBeUndefined();
    expect(index.getItem("batch", "cn", "HQ-2601", true)).toMatchObject({ produced: "2026-01-12" });
    expect(index.getItem("batch", "cn", "HQ-2512")?.["product"]).toBeUndefined();
  });
});

test("one batch or all batches can be guarded", () => {
  expect(createGuard(["/batch/HQ-2601"]).items).toEqual([{ kind: "batch", id: "HQ-2601" }]);
  expect(createGuard(["/batch/*"]).isKindGuarded("batch")).toBe(true);
});

test("batches are optional", async () => {
  renameSync(resolvePath("batch"), resolvePath(".batch"));
  expect(getProblems()).toEqual([]);
  await withIndex((index) => expect(index.list("batch", "cn", firstHundred)).toEqual({ rows: [], total: 0 }));
});
