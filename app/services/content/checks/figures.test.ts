import { expect, test } from "vitest";
import { compareFields, compareLanguages } from "./compare-languages.ts";
import type { Problem } from "./problem.ts";

function compare(cn: string, en: string, isText = true): Problem[] {
  const remarks: Problem[] = [];
  const createField = (file: string, text: string) => ({
    text,
    locate: (line: number) => ({ file, line: line + 1, field: "(text)" }),
  });
  compareLanguages({ cn: createField("cn.md", cn), en: createField("en.md", en) }, { remarks }, isText);
  return remarks;
}

test.each([
  ["水分 ≤13.0%", "At most 13.0 % water"],
  ["水分 ≤１３.０％", "At most 13.0% water"],
  ["低于 20 ℃", "below 20 °C"],
  ["18–25℃", "18 to 25 degrees Celsius"],
  ["60 °C 以下", "no more than 60 °C"],
  ["三到九克", "3–9 g"],
  ["3–9 克", "three to nine grams"],
  ["三成", "30 %"],
  ["六成多", "60%"],
  ["百分之三十", "thirty per cent"],
  ["增产两成", "a fifth more"],
  ["三分之一", "a third"],
  ["每袋 25 公斤", "25 kg a sack"],
  ["0.5 公斤", "500 g"],
  ["三斤", "1.5 kg"],
  ["3 吨", "3,000 kg"],
  ["1.2 万元", "12,000 yuan"],
  ["3 千元", "3 000 yuan"],
  ["1000000 元", "1 million yuan"],
  ["一万二千元", "12,000 yuan"],
  ["每亩 180 元", "180 yuan a mu"],
  ["24 个月", "24 months"],
  ["两年", "24 months"],
  ["两年半", "two and a half years"],
  ["五年生", "five-year-old"],
  ["一百二十天", "120 days"],
  ["两周", "14 days"],
  ["48 小时", "two days"],
  ["二十分钟", "twenty minutes"],
  ["2025年3月6日", "6 March 2025"],
  ["一九八六年", "1986"],
  ["7–9 月", "July to September"],
  ["九月", "September"],
  ["80 目", "80 mesh"],
  ["1.5 毫米", "1.5 mm"],
  ["2 厘米", "20 mm"],
  ["十二批", "twelve batches"],
  ["三十六首名方", "Thirty-six well-known formulas"],
  ["社员 146 户", "146 households"],
  ["十几天", "12 days"],
  ["二三十天", "20 to 30 days"],
  ["百年老店，千年健、半夏、三七、百合", "an old shop, homalomena, pinellia, notoginseng, lily"],
  ["五味子、八角、二陈汤、四物汤、六味地黄丸", "schisandra, star anise, Two-Aged Decoction, Four Substances Decoction"],
  ["只有一味，有一些，十分好", "only one, some, very good"],
  ["万应膏", "a plaster for all"],
  ["货号 QG-P-0101", "item QG-P-0102"],
  ["电话 0558-555 0186", "phone +86 558 555 0187"],
  ["[方](/news/info/a-25%20)", "[formula](/en/news/info/a-30)"],
  ["人参皂苷 Rg1、Rb1", "ginsenosides Rg1 and Rb2"],
  ["1. 洗\n2. 切\n3. 晒", "Wash, cut and dry"],
  ["第三年采挖", "dug in the third year"],
  ["上世纪 70 年代", "in the 1970s"],
  ["两目红赤", "red eyes"],
  ["一家小店", "one of the shops"],
  ["约两成损耗", "some loss"],
  ["三两", "three liang"],
])("the figures are the same: %s = %s", (cn, en) => {
  expect(compare(cn, en)).toEqual([]);
});

test.each([
  ["水分 ≤13.0%", "At most 12.0% water"],
  ["三成", "40 %"],
  ["低于 20 ℃", "below 25 °C"],
  ["18–25℃", "18–30 °C"],
  ["三到九克", "3–10 g"],
  ["三克", "9 g"],
  ["每袋 25 公斤", "20 kg a sack"],
  ["0.5 公斤", "50 g"],
  ["1.2 万元", "1,200 yuan"],
  ["12,000 元", "120,000 yuan"],
  ["24 个月", "36 months"],
  ["两年半", "two years and 25 years"],
  ["一百二十天", "100 days"],
  ["48 小时", "72 hours"],
  ["2020 年版", "the edition of 2025"],
  ["一九八六年", "1985"],
  ["2025年3月6日", "6 April 2025"],
  ["7–9 月", "July to October, not in August"],
  ["80 目", "60 mesh"],
  ["1.5 毫米", "15 mm"],
  ["三十六首名方", "Thirty-five well-known formulas"],
  ["十二批", "fifteen batches"],
  ["铅 ≤5 mg/kg", "lead at most 0.5 mg/kg"],
  ["每亩 180 元", "280 yuan a mu"],
])("the figures differ: %s ≠ %s", (cn, en) => {
  expect(compare(cn, en)).toHaveLength(1);
});

test("a remark names the other language and both figures; a text may omit a measure, but a field may not", () => {
  expect(compare("一\n水分 13%", "One\n\nwater 12%")).toEqual([
    {
      file: "en.md",
      line: 3,
      field: "(text)",
      message: { key: "figures", values: { here: "12%", there: "13%", code: "cn" } },
    },
  ]);
  expect(compare("每袋 25 公斤", "in sacks")).toEqual([]);
  expect(compare("每袋 25 公斤", "in sacks", false)).toHaveLength(1);
});

test("a remark lists each figure once, five at most, or a dash if there is none", () => {
  const [remark] = compare("2 克、2 克、1 克、3 克、4 克、5 克、6 克", "-", false);
  expect(remark).toMatchObject({ line: 1, message: { values: { here: "–", there: "2 克, 1 克, 3 克, 4 克, 5 克" } } });
  // A field's translation may omit counts and times, but not measures.
  expect(compare("两天，三批", "soon", false)).toEqual([]);
});

test("fields are compared as a whole, but lists entry by entry", () => {
  const findings = { remarks: [] as Problem[] };
  const createFile = (file: string, value: object) => ({
    value,
    locate: (path: readonly (string | number)[], line = 0) => ({ file, line, field: path.join(".") }),
  });
  const compareFiles = (cn: object, en?: object) => {
    findings.remarks = [];
    compareFields({ cn: createFile("cn.md", cn), en: en && createFile("en.md", en) } as never, findings);
    return findings.remarks.map(({ field, message }) => [field, (message as { values: object }).values]);
  };
  expect(compareFiles({ title: "3 克" }, { title: "4 g" })).toEqual([
    ["title", { here: "4 g", there: "3 克", code: "cn" }],
  ]);
  expect(compareFiles({ title: "3 克" })).toEqual([]);
  // A translation may have a figure in another field of the same entry.
  const steps = [{ name: "3 克", text: "-" }];
  expect(compareFiles({ steps }, { steps: [{ name: "-", text: "3 g" }] })).toEqual([]);
  const swapped = compareFiles({ steps: ["3 克", "4 克"] }, { steps: ["4 g", "3 g"] });
  expect(swapped.map(([field]) => field)).toEqual(["steps.0", "steps.1"]);
});

test("many figures are compared quickly", () => {
  const list = (first: number) => Array.from({ length: 25_000 }, (_, index) => `${first + index} g`).join("\n");
  const start = performance.now();
  expect(compare(list(1), list(1_000_000))).toHaveLength(1);
  expect(performance.now() - start).toBeLessThan(5000);
});

test("hostile texts are searched for figures quickly", () => {
  for (const part of [
    "1",
    "1,",
    "1 ",
    "一",
    "1–",
    "twenty-",
    "五十",
    "百分之",
    "one hundred ",
    "1.1",
    "3 克 ",
    "3 g ",
  ]) {
    const text = part.repeat(50_000 / part.length);
    const start = performance.now();
    compare(text, text);
    compare(text, `${text} 7 g`);
    expect(performance.now() - start, part).toBeLessThan(5000);
  }
});
