import { appendFileSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { setUpContentCopy } from "../../../../tests/setup/content-copy.ts";
import { paths } from "../../runtime/paths.ts";
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
  [
    "an unknown product",
    "product: huang-qi",
    "product: huang-qy",
    /:1 product there is no product huang-qy: did you mean huang-qi\?/,
  ],
  [
    "a product with its kind",
    "product: huang-qi",
    "product: product/huang-qi",
    /:1 product is the id alone: write huang-qi$/,
  ],
  [
    "languages that are swapped",
    "cn: 用于测试的产地，陇西\n  en: An origin for tests, Longxi",
    "cn: Longxi\n  en: 陇西",
    /:7 origin\.en is in Chinese: write the translation after `en:`$/,
  ],
  [
    "a result beyond its limit",
    "result: 8.1%",
    "result: 81%",
    /results\[\d\]\.result 81% and the limit ≤10\.0% don't agree: is a digit wrong\?/,
  ],
  [
    "a result in another unit",
    "result: 8.1%",
    "result: 8.1 ‰",
    /result 8\.1 ‰ and the limit ≤10\.0% have different units: write both in the same one$/,
  ],
  [
    "a result swapped with its limit",
    "limit: ≤10.0%\n    result: 8.1%",
    "limit: 8.1%\n    result: ≤10.0%",
    /result ≤10\.0% and the limit 8\.1% are swapped$/,
  ],
  [
    "a comma before decimals",
    "result: 8.1%",
    "result: 8,1%",
    /results\[1\]\.result has a comma between its digits: write 8\.1$/,
  ],
  [
    "a result beyond a limit with <=",
    "limit: ≤10.0%\n    result: 8.1%",
    "limit: <=10.0%\n    result: 81%",
    /result 81% and the limit <=10\.0% don't agree/,
  ],
  [
    "a result beyond a limit with thousands",
    "limit: ≤10.0%\n    result: 8.1%",
    "limit: ≤1,000 CFU/g\n    result: 4,200 CFU/g",
    /result 4,200 CFU\/g and the limit ≤1,000 CFU\/g don't agree/,
  ],
  [
    "Chinese words for all languages",
    "test:\n      cn: 水分\n      en: Moisture",
    "test: 水分",
    /results\[1\]\.test has no `en:`, .*: write it after `cn:`, and the other words after `en:`$/,
  ],
  ["no product", "product: huang-qi\n", "", /product is missing: add `product:` and the id of the product/],
  ["a day that isn't in the calendar", "2026-01-12", "2026-02-30", /:2 produced isn't a day in the calendar/],
  ["a date in other words", "2026-01-12", "12.1.2026", /:2 produced must be a date such as/],
  [
    "a harvest in other words",
    "2025-10",
    "10月",
    /:3 harvest must be a date such as 2025-10-20, 2025-10 or 2025, or have `cn:` and `en:`/,
  ],
  ["a month that isn't one", "2025-10", "2025-13", /:3 harvest isn't a day in the calendar/],
  ["a harvest after the production", "2025-10", "2026-02", /:3 harvest must not be later than `produced`/],
  ["an end before the beginning", "2028-01", "2025-12", /:4 bestBefore must not be earlier than `produced`/],
  [
    "a certificate that isn't there",
    "certificate-HQ251201",
    "certificate-HQ0",
    /:8 certificate there is no public.files.certificate-HQ0\.pdf/,
  ],
  [
    "a certificate of another type",
    "certificate-HQ251201.pdf",
    "HQ251201.docx",
    /:8 certificate must be a PDF file below public/,
  ],
  [
    "a result without a test",
    "    result: 8.1%\n",
    "    result: 8.1%\n  - limit: ≤5.0%\n    result: 3.4%\n",
    /results\[2\]\.test is missing: add `test:` and what was tested/,
  ],
  [
    "a result that isn't there",
    "    result: 8.1%\n",
    "",
    /results\[1\]\.result is missing: add `result:` and what was found/,
  ],
  [
    "a test that occurs twice",
    "      cn: 水分\n      en: Moisture",
    "      cn: 性状\n      en: Appearance",
    /results\[1\] .*is here twice/,
  ],
  [
    "words in one language only",
    "  en: An origin for tests, Longxi\n",
    "",
    /origin has no `en:`, which other words of this file have/,
  ],
  [
    "a language that isn't one",
    "  en: An origin for tests",
    "  english: An origin for tests",
    /:7 origin\.english is not a field that is known here: there are cn, en/,
  ],
  [
    "a figure without quotes",
    "result: 8.1%",
    "result: 8.1",
    /results\[1\]\.result must be a text, between quotes if it is a number alone/,
  ],
  ["a field that isn't known", "bestBefore:", "best:", /best is not a field that is known here/],
  [
    "a time that never comes",
    "bestBefore:",
    "from: 2027-02-01T09:00:00+08:00\nuntil: 2027-01-01T09:00:00+08:00\nbestBefore:",
    /until must be later than `from`/,
  ],
])("%s is reported with its file, line and field", (_name, from, to, problem) => {
  edit(from, to);
  expect(getProblems()).toEqual([expect.stringMatching(problem)]);
  expect(getProblems()[0]).toMatch(/^batch\/HQ-2601\.yaml:\d+ /);
});

test.each([
  ["hq-2601", /^batch\/hq-2601\.yaml:1 \(file\) is named after the number.*: rename it to HQ-2601\.yaml/],
  [
    "HQ_2601",
    /^batch\/HQ_2601\.yaml:1 \(file\) is named after the number of the batch, with capital letters, digits and hyphens alone$/,
  ],
  ["H".repeat(61), /60 characters at most$/],
])("a file with the name %s is reported", (name, problem) => {
  renameSync(resolvePath(file), resolvePath(`batch/${name}.yaml`));
  expect(getProblems()).toEqual([expect.stringMatching(problem)]);
});

test.each(["HQ2601", "HQ-26O1"])("a number %s that visitors can't tell from another is reported", (name) => {
  writeFileSync(resolvePath(`batch/${name}.yaml`), readFileSync(resolvePath(file)));
  expect(getProblems()).toEqual([
    expect.stringMatching(/^batch\/HQ-?26[O0]1\.yaml:1 \(file\) can't be told from HQ-26[O0]1, because /),
  ]);
});

test("the new name of a product is written where a batch has its old one, if its address is redirected", () => {
  edit("product: huang-qi", "product: hong-qi");
  copy.edit("redirects.yaml", /$(?![^])/, "- from: /product/info/hong-qi\n  to: /product/info/dang-gui\n");
  expect(getProblems()).toEqual([expect.stringContaining("product hong-qi was renamed: write dang-gui")]);
});

test("a certificate must be a PDF, and a file that nothing reads is reported", () => {
  const fake = "/files/not-a-certificate.pdf";
  writeFileSync(join(paths.public, fake), "<html>");
  onTestFinished(() => rmSync(join(paths.public, fake)));
  edit("/files/certificate-HQ251201.pdf", fake);
  writeFileSync(resolvePath("batch/HQ-2603.md"), "A note.\n");
  expect(getProblems()).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^batch\/HQ-2601\.yaml:8 certificate .* isn't a PDF, whatever its name says/),
      expect.stringMatching(/^batch\/HQ-2603\.md:1 \(file\) nothing reads it/),
    ]),
  );
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
