import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { batchFileSchema } from "#app/services/content/files/schemas/batch-schema.ts";
import { formatMessage } from "#app/services/content/problems/messages.ts";
import { setUpContentCopy } from "#tests/setup/content/content-copy.ts";
import { addFields } from "#tests/setup/content/content-fields.ts";
import { readContentFolder } from "./content-folder.ts";

const { resolvePath, getProblems, withIndex, ...copy } = setUpContentCopy();
const file = "batch/HQ-2601.yaml";
const edit = (from: string | RegExp, to: string) => copy.edit(file, from, to);
const firstHundred = { page: 1, pageSize: 100, sort: "newest" } as const;
const getIds = (result: { rows: unknown[] } | undefined) => result?.rows.map((row) => (row as { id: string }).id);

/** Returns the keys of the mistakes that the schema finds in a batch with these fields. */
function checkFields(fields: object): string[] {
  const result = batchFileSchema.safeParse({ product: "huang-qi", produced: "2026-01-12", ...fields });
  return result.error?.issues.map(({ path, message }) => `${path.join(".")} ${message}`) ?? [];
}

test.each([
  [{ produced: "2026-02-30" }, "produced date"],
  [{ harvest: { cn: "10月" } }, "harvest.cn harvest"],
  [{ harvest: { cn: "2025-13" } }, "harvest.cn harvest"],
  [{ bestBefore: "2028-02-30" }, "bestBefore partialDate"],
  [{ certificate: "/files/HQ250901.docx" }, "certificate certificate"],
  [{ origin: "Longxi" }, "origin localizedText"],
  [
    {
      results: [
        { test: { cn: "a" }, result: { cn: "b" } },
        { test: { cn: "a" }, result: { cn: "c" } },
      ],
    },
    "results.1 duplicate",
  ],
])("the mistake in %j is reported", (fields, problem) => {
  expect(checkFields(fields)).toEqual([problem]);
});

test.each([
  [{ harvest: { cn: 2025 }, bestBefore: 2028 }],
  [{ harvest: { cn: "autumn" }, bestBefore: "2028-01" }],
  [{ harvest: { cn: "二〇二五年秋", en: "autumn 2025" } }],
])("a batch with %j is accepted", (fields) => {
  expect(checkFields(fields)).toEqual([]);
});

test("inconsistencies are reported with file, line and field", async () => {
  edit("product: huang-qi", "product: huang-qy");
  edit("harvest: { cn: 2025-10 }", "harvest: { cn: 2026-02 }");
  edit("bestBefore: 2028-01", "bestBefore: 2025-12");
  edit("certificate-HQ250901", "certificate-HQ0");
  edit("  en: An origin for tests, Longxi\n", "");
  copy.edit("batch/HQ-2512.yaml", /^produced: .*$/m, "produced: 2096-01-12");
  expect(await getProblems()).toEqual([
    expect.stringMatching(/^batch\/HQ-2512\.yaml:\d+ produced must not be in the future$/),
    expect.stringMatching(/^batch\/HQ-2512\.yaml:\d+ bestBefore must not be earlier than “produced”$/),
    "batch/HQ-2601.yaml:1 product there is no product huang-qy",
    expect.stringMatching(/:3 harvest must not be later than “produced”$/),
    expect.stringMatching(/:4 bestBefore must not be earlier than “cut”$/),
    expect.stringMatching(/:5 origin has no words in English/),
    expect.stringMatching(/:7 certificate there is no file \/files\/certificate-HQ0\.pdf/),
  ]);
});

test("a file's name must be a number that visitors can tell from others", async () => {
  for (const name of ["hq-2603", "HQ_2604", "H".repeat(61), "HQ26O1"])
    writeFileSync(resolvePath(`batch/${name}.yaml`), readFileSync(resolvePath(file)));
  expect(await getProblems()).toEqual([
    expect.stringMatching(/^batch\/H{61}\.yaml:1 \(file\) is named after the number .* 60 at most$/),
    "batch/HQ26O1.yaml:1 (file) can’t be told from HQ-2601, because visitors leave out hyphens and type O for 0",
    expect.stringMatching(/^batch\/HQ_2604\.yaml:1 \(file\) is named after the number/),
    expect.stringMatching(/^batch\/hq-2603\.yaml:1 \(file\) is named after the number/),
  ]);
});

test("a batch whose results aren't all translated is listed, and is served in the other language, but for its recall", async () => {
  edit("      en: Moisture\n", "");
  const words = "{ cn: 水分超标。, en: Too moist. }";
  edit(
    "product: huang-qi\n",
    `product: huang-qi\nrecalled: { date: 2026-02-20, level: 2, reason: ${words}, advice: ${words} }\n`,
  );
  expect(await getProblems()).toEqual([]);
  expect((await readContentFolder(resolvePath(""))).missingTranslations).toContain(`${resolvePath(file)} (en)`);
  await withIndex((index) => {
    expect(index.getItem("batch", "en", "HQ-2601")).toMatchObject({
      lang: "zh-CN",
      languages: ["zh-CN"],
      note: "用于测试的说明。",
      recalled: { reason: "Too moist." },
      results: [{ test: "性状" }, { test: "水分" }],
    });
    expect(index.getItem("batch", "cn", "HQ-2601")).not.toHaveProperty("lang");
  });
});

test("a batch has its product and texts, and lists of batches start with the newest", () =>
  withIndex((index) => {
    expect(index.getItem("batch", "en", "HQ-2601")).toMatchObject({
      id: "HQ-2601",
      title: "Huang qi (astragalus root) HQ-2601",
      product: { kind: "product", id: "huang-qi", title: "Huang qi (astragalus root)" },
      produced: "2026-01-12",
      harvest: "2025-10",
      results: [{ test: "Appearance" }, { test: "Moisture", limit: "≤10.0%", result: "8.1%" }],
      certificate: { url: "/files/certificate-HQ250901.pdf", size: expect.any(Number) },
    });
    expect(getIds(index.list("batch", "cn", firstHundred))).toEqual(["HQ-2601", "HQ-2512"]);
    expect(getIds(index.list("batch", "cn", { ...firstHundred, cat: "huang-qi" }))).toEqual(["HQ-2601", "HQ-2512"]);
    expect(index.list("batch", "cn", { ...firstHundred, cat: "gan-cao" })).toEqual({ rows: [], total: 0 });
  }));

test("a search for a number in any spelling finds the batch in each language", () =>
  withIndex(async (index) => {
    for (const locale of ["cn", "en"] as const)
      for (const keyword of ["HQ-2601", "hq2601", "ＨＱ－２６０１", " hq 2601 "]) {
        const result = await index.search("batch", locale, { ...firstHundred, keyword });
        expect([locale, keyword, getIds(result)]).toEqual([locale, keyword, ["HQ-2601"]]);
      }
  }));

test("a search for the product doesn't find its batches", () =>
  withIndex(async (index) => {
    for (const keyword of ["黄芪", "astragalus", "陇西"]) {
      expect(getIds(await index.search("batch", "en", { ...firstHundred, keyword }))).toEqual([]);
    }
  }));

test("only a preview shows a draft, and a batch doesn't link to a hidden product", async () => {
  appendFileSync(resolvePath(file), "draft: true\n");
  addFields(resolvePath("product/huang-qi/index.cn.md"), "draft: true");
  await withIndex((index) => {
    expect(getIds(index.list("batch", "cn", firstHundred))).toEqual(["HQ-2512"]);
    expect(index.getItem("batch", "cn", "HQ-2601")).toBeUndefined();
    expect(index.getItem("batch", "cn", "HQ-2601", true)).toMatchObject({ produced: "2026-01-12" });
    expect(index.getItem("batch", "cn", "HQ-2512")?.["product"]).toBeUndefined();
  });
});

/** Lists the remarks on batches as `file field message`. */
const listRemarks = async () =>
  (await readContentFolder(resolvePath(""))).remarks
    .filter(({ file }) => file.startsWith(resolvePath("batch")))
    .map(
      ({ file, field, message }) =>
        `${file.slice(resolvePath("batch").length)} ${field} ${formatMessage(message, "en")}`,
    );

const createStandard = (edition: number) =>
  `standard: { cn: 《中国药典》${edition} 年版一部, en: "ChP ${edition}, Volume I" }`;

test.each([
  ["2026-01-12", 2020, "names ChP 2020, and on the day of production (2026-01-12) ChP 2025 was in force"],
  ["2026-01-12", 2025, undefined],
  ["2025-09-30", 2020, undefined],
  ["2025-10-01", 2020, "names ChP 2020"],
  ["2021-01-12", 2015, "names ChP 2015"],
])("a batch made on %s and tested by ChP %i gets this remark: %s", async (produced, edition, remark) => {
  edit("produced: 2026-01-12", `produced: ${produced} # a day`);
  edit(/^standard: .*$/m, createStandard(edition));
  edit(/^(?:harvest|cut|tested|released): .*\n/gm, "");
  expect(await listRemarks()).toEqual(
    remark === undefined ? [] : [expect.stringContaining(`/HQ-2601.yaml standard ${remark}`)],
  );
});

test("a result that can't be compared is a mistake until it is accepted or the batch isn't released", async () => {
  edit("result: { cn: 8.1% }", "result: { cn: 0.0.6% }");
  expect(await getProblems()).toEqual([
    expect.stringMatching(/results\[1\]\.result 水分 · Moisture: the result “0\.0\.6%” can’t be .*“Passes by/),
  ]);
  edit("result: { cn: 0.0.6% }", "result: { cn: 8.1 mg/L }\n    accepted: true");
  expect([await listRemarks(), await getProblems()]).toEqual([[], []]);
  edit(/\n {4}accepted: true/, "");
  edit(/^released: .*\n/m, "");
  expect(await listRemarks()).toEqual([
    expect.stringMatching(/HQ-2601\.yaml results\[1\]\.result 水分 · Moisture: the result “8\.1 mg\/L” can’t be/),
  ]);
  expect(await getProblems()).toEqual([]);
  edit("limit: { cn: ≤10.0% }", "limit: { cn: 不得检出, en: Not detected }");
  edit("result: { cn: 8.1 mg/L }", "result: { cn: 检出, en: Detected }");
  edit("product:", "released: 2026-01-22\nproduct:");
  expect(await listRemarks()).toEqual([]);
  expect(await getProblems()).toEqual([expect.stringContaining("results[1].result is outside its limit")]);
});

test.each([
  ["水分", "≤7.0%"],
  ["水 分", "不得过 8.0%"],
  ["水分", "at most 8.0%"],
])("a result outside the stricter limit of the product's page is a mistake: %s %s", async (label, value) => {
  copy.edit("product/huang-qi/index.cn.md", "specs:", `specs:\n  - label: ${label}\n    value: ${value}`);
  expect(await getProblems()).toEqual([expect.stringContaining("results[1].result is outside its limit")]);
});

test.each([
  ["{ cn: 检出 0.05 mg/kg, en: Not detected }", "numbers and verdict must be the same"],
  ["{ cn: 8.1%, en: 8.2% }", "numbers and verdict must be the same"],
  ["{ cn: 不符合规定, en: Complies }", "numbers and verdict must be the same"],
  ["{ cn: 未检出（<0.01%）, en: Not detected (<0.01%) }", undefined],
  ["{ cn: 8.1%, en: 8.1 % }", undefined],
  ["{ en: 8.1% }", undefined],
])("a result differs between the languages only by translated words: %s", async (result, problem) => {
  edit("result: { cn: 8.1% }", `result: ${result}`);
  expect(await getProblems()).toEqual(problem ? [expect.stringContaining(problem)] : []);
});

test("two batches with one certificate get a remark", async () => {
  copy.edit("batch/HQ-2512.yaml", "product:", "certificate: /files/certificate-HQ250901.pdf\nproduct:");
  expect(await listRemarks()).toEqual([
    expect.stringMatching(/HQ-2601\.yaml certificate is also the certificate of batch HQ-2512/),
  ]);
});

test("a batch in English alone gets no remark on its rows", async () => {
  edit(/^results:(?:\n .*)*/m, "results:\n  - { test: { en: Moisture }, limit: { en: ≤10.0% }, result: { en: 8.1% } }");
  edit(/^note:(?:\n .*)*\n/m, "");
  expect([await listRemarks(), await getProblems()]).toEqual([[], []]);
});

test.each([
  ["cut: 2026-01-13", "produced must not be earlier than “cut”"],
  ["tested: 2025-01-19", "tested must not be earlier than “cut”"],
  ["released: 2025-01-22", "released must not be earlier than “cut”"],
  ["released: 2026-01-18", "released must not be earlier than “tested”"],
  ["bestBefore: 2025", "bestBefore must not be earlier than “cut”"],
])("the dates are in order, or a mistake: %s", async (date, problem) => {
  edit(new RegExp(`^${date.split(":")[0]}: .*$`, "m"), date);
  expect(await getProblems()).toEqual([expect.stringContaining(problem)]);
});

test.each([
  ["results", /^results:(?:\n .*)*/m, "lists no test results"],
  ["tested", /^tested: .*$/m, "doesn’t call the batch tested"],
  ["bestBefore", /^bestBefore: .*$/m, "never expires"],
  ["certificate", /^certificate: .*$/m, "can’t check the results"],
])("a released batch without %s gets a remark", async (field, pattern, remark) => {
  expect(await listRemarks()).toEqual([]);
  edit(pattern, "");
  expect(await listRemarks()).toEqual([expect.stringMatching(`HQ-2601\\.yaml ${field} is missing.*${remark}`)]);
});

test("a product gets a remark if all its batches are expired or recalled, and so does the site if all of its batches are", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2028-01-15T12:00:00+08:00") });
  try {
    expect(await listRemarks()).toEqual([]);
    vi.setSystemTime(new Date("2028-02-01T00:00:00+08:00"));
    expect(await listRemarks()).toEqual([
      expect.stringContaining(" (folder) all batches of the site have expired"),
      expect.stringContaining("/HQ-2601.yaml bestBefore all batches of this product have expired"),
    ]);
    writeFileSync(resolvePath("batch/GC-1.yaml"), "product: gan-cao\nproduced: 2028-01-12\n");
    expect(await listRemarks()).toEqual([expect.stringContaining("/HQ-2601.yaml bestBefore")]);
  } finally {
    vi.useRealTimers();
  }
});

test("titles with words that become outdated, such as “this year”, get a remark", async () => {
  copy.edit("news/pharmacopoeia-2025/index.en.md", /^title: .*$/m, "title: Next year’s plans");
  copy.edit("menu/en.yaml", /title: .*$/m, "title: Products of this year");
  const { remarks } = await readContentFolder(resolvePath(""));
  expect(remarks.map(({ field, message }) => `${field} ${formatMessage(message, "en")}`)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^title “Next year” will soon be wrong/),
      expect.stringMatching(/title “this year” will soon be wrong/),
    ]),
  );
});
