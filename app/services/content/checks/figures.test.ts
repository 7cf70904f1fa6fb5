import { expect, test } from "vitest";
import type { Problem } from "#app/services/content/problems/problem.ts";
import { measureCpu } from "#tests/setup/run/cpu-time.ts";
import { compareFields, compareLanguages } from "./compare-languages.ts";

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
  ["水分 ≤１３．０％", "At most 13.0% water"],
  ["低于 20 ℃", "below 20 °C"],
  ["18–25℃", "18 to 25 °C"],
  ["薄片，1–2 毫米", "thin slices, 1–2 mm"],
  ["0.5 公斤", "500 g"],
  ["3,000 克", "3 kg"],
  ["2 厘米", "20 mm"],
  ["3 万公斤", "30,000 kg"],
  ["煎 1.5 小时", "for 90 minutes"],
  ["煎 40 分钟", "boil it for 40 min"],
  ["2025年3月6日", "6 March 2025"],
  // Other figures than measures and years in digits aren't compared.
  ["三成", "40 %"],
  ["三到九克", "3–10 g"],
  ["铅 ≤5 mg/kg", "lead at most 0.5 mg/kg"],
  ["每亩 180 元", "280 yuan a mu"],
  ["货号 QG-P-0101", "item QG-P-0102"],
  ["电话 0558-555 0186", "phone +86 558 555 0187"],
  ["[方](/news/info/a-25%20)", "[formula](/en/news/info/a-30)"],
  ["上世纪 1970 年代", "in the 1980s"],
])("no difference is reported between %s and %s", (cn, en) => {
  expect(compare(cn, en)).toEqual([]);
});

test.each([
  ["水分 ≤13.0%", "At most 12.0% water"],
  ["低于 20 ℃", "below 25 °C"],
  ["18–25℃", "18–30 °C"],
  ["3–9 克", "3–10 g"],
  ["每袋 25 公斤", "20 kg a sack"],
  ["0.5 公斤", "50 g"],
  ["2020 年版", "the edition of 2025"],
  ["1.5 毫米", "15 mm"],
  ["煎 40 分钟", "for 45 minutes"],
  ["2 至 3 小时", "2 to 4 hours"],
  ["3 万公斤", "3,000 kg"],
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
  // A field's translation may omit years, but not measures.
  expect(compare("2020 年", "soon", false)).toEqual([]);
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

test("many figures are compared quickly", async () => {
  const list = (first: number) => Array.from({ length: 25_000 }, (_, index) => `${first + index} g`).join("\n");
  const run = () => expect(compare(list(1), list(1_000_000))).toHaveLength(1);
  expect(await measureCpu(run)).toBeLessThan(5);
});

test("hostile texts are searched for figures quickly", async () => {
  for (const part of ["1", "1,", "1 ", "1–", "1.1", "1 to ", "2025 年", "3 克 ", "3 g "]) {
    const text = part.repeat(50_000 / part.length);
    const run = () => [compare(text, text), compare(text, `${text} 7 g`)];
    expect(await measureCpu(run), part).toBeLessThan(5);
  }
});
