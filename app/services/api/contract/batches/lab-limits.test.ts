import { expect, test } from "vitest";
import { assessResult, createVerdict, matchResults, sortByCloseness } from "./lab-limits.ts";

const assess = (limit: string, result: string) => assessResult({ test: "Test", limit, result });

const pairs: [limit: string, result: string, isWithin: boolean | undefined][] = [
  // A single number as the limit and as the result
  ["at least 0.080%", "0.079%", false],
  ["不得少于0.50%", "0.49%", false],
  ["Not more than 5.0%", "5.0%", true],
  ["≤1,000 CFU/g", "1,200 CFU/g", false],
  ["≤1 000 CFU/g", "3 200 CFU/g", false],
  ["≤10³ CFU/g", "104 CFU/g", undefined],
  ["<1%", "1%", false],
  [">1%", "1%", false],
  ["≤60 ℃", "55 °C", true],
  ["≤1 mg/kg", "0.06 mg/L", undefined],
  ["≤1%", "0.06", undefined],
  ["≤0,5%", "0,4%", undefined],
  ["10.0%", "7.9%", undefined],
  ["10.0%", "10.0%", undefined],
  ["≤5 µg/kg", "4 μg/kg", true],
  ["<=5%", "5.0%", true],
  ["≦5%", "6%", false],
  [">=5%", "4%", false],
  ["≧5%", "4%", false],
  ["  Not  more \u00a0than 5.0% ", " 5.1%", false],
  ["≤5 mg / kg", "6 mg/kg", false],
  ["小于5%", "5%", false],
  ["至少5%", "4%", false],
  // Full-width characters
  ["≤１０．０％", "７．９％", true],
  ["5.0～7.0", "7.2", false],
  // Ranges, including negative numbers
  ["5.0%-7.0%", "7.2%", false],
  ["5.0 至 7.0%", "5.0%", true],
  ["-20°--18°", "-19°", true],
  ["−2.0 to +2.0", "−2.5", false],
  ["-2.0 ~ -1.0 °C", "-0.5 °C", false],
  ["7–5", "6", undefined],
  ["5.0–7.0%", "6.0–6.4%", true],
  ["5.0–7.0%", "6.8–7.4%", undefined],
  ["≤5%", "5–5%", true],
  // Results that are ranges and touch or cross the limit
  ["≥5%", "3–5%", undefined],
  ["≤5%", "5–7%", undefined],
  [">5%", "3–5%", false],
  ["<5%", "5–7%", false],
  ["<5%", "3–6%", undefined],
  // A note after the unit, which therefore differs from the limit's unit
  ["≤5 mg/kg", "4 mg/kg (as-is)", undefined],
  // Results without an exact number
  ["<0.01", "<0.01", undefined],
  ["≤0.2 mg/kg", "<0.5 mg/kg", undefined],
  ["≥17.0%", "<20%", undefined],
  ["≥17.0%", "<17.0%", false],
  ["≤5 μg/kg", ">5 μg/kg", false],
  ["≥95%", "符合规定", undefined],
  // Only words of a closed list are within a limit. A result that repeats its limit isn't one of them.
  ["≤12.0%", "≤12.0%", undefined],
  ["阴性", "弱阳性", undefined],
  ["≤13.0%", "13.5%（超标）", undefined],
  ["应符合规定（通则2341）", "符合规定", true],
  ["应符合规定（通则2341）", "不符合规定", false],
  ["≤5 mg/kg", "不合格", false],
  ["不得检出", "检出 0.05 mg/kg", undefined],
  ["≤0.2 mg/kg", "未检出（定量限 0.5 mg/kg）", undefined],
  ["应呈阳性", "符合", true],
  ["Should be positive", "Positive", undefined],
  ["Absent in 25 g", "Absent in 25 g.", undefined],
  ["Conc. brown", "Conc. brown.", undefined],
  ["As the monograph describes", "Brown", undefined],
  ["—", "—", undefined],
  // A laboratory's verdict decides, unless the limit is a comparison. Without a limit, other results are undecided.
  ["As the monograph describes", "Complies", true],
  ["应显相同颜色的斑点", "符合规定", true],
  ["", "Complies", undefined],
  ["", "合格", undefined],
  ["应符合规定", "不符合规定", false],
  ["As the monograph describes", "Does not comply", false],
  ["", "阴性", undefined],
  ["≤LOD", "Complies", undefined],
  ["at most five", "Complies", undefined],
  ["不得检出", "符合规定", true],
  ["Absent in 10 g", "Does not comply", false],
  ["Not ≥5%", "3%", undefined],
  // Opposites
  ["不得检出", "检出", false],
  ["不得检出", "未检出", true],
  ["应未检出", "ND", true],
  ["应检出", "未检出", false],
  ["Not detected", "N.D.", true],
  ["Not detected", "<LOD", undefined],
  ["None detected", "Present", false],
  ["应呈阴性", "阳性", false],
  ["应呈阳性", "阴性", false],
  ["应为阴性", "未检出", true],
  ["Negative", "Positive", false],
  ["Should be positive", "Negative", false],
  ["Absent", "Present", false],
  ["应无异味", "有异味", false],
  ["应符合规定", "不合格", false],
  ["Complies", "Doesn’t comply", false],
  ["Conforms", "Fails", false],
  ["不得显荧光", "显荧光", false],
  ["Spots match the reference", "Spots do not match the reference", false],
  ["Must show spots of the same colour", "Shows spots of the same colour", undefined],
  ["Must show spots of the same colour", "Does not show spots of the same colour", false],
  // Other words, or several negations, aren't opposites.
  ["应显相同颜色的斑点", "未显斑点", undefined],
  ["不得检出", "未检验", undefined],
  ["不得检出", "基本未检出", undefined],
  ["Clear, not brown", "Not clear, brown", undefined],
  // With the amount that was tested
  ["Absent in 25 g", "Not detected", true],
  ["Absent in 25 g", "Absent in 10 g", undefined],
  ["不得检出（10 g）", "未检出/10g", true],
  ["不得检出/10 g", "检出", false],
  ["不得检出", "3 cfu/g", false],
  ["Not detected", "0.05 mg/kg", false],
  ["不得检出", "<0.01 mg/kg", undefined],
  // “Not detected” is within any maximum that isn't below the detection limit.
  ["不得过0.2 mg/kg", "ND", true],
  ["Not more than 0.2 mg/kg", "Not detected", true],
  ["≤0.2 mg/kg", "未检出（检出限 0.01 mg/kg）", true],
  ["≤5 μg/kg", "Not detected (LOD 0.01 mg/kg)", undefined],
  ["≤0.2 mg/kg", "Detected", undefined],
  ["≥0.080%", "未检出", false],
  ["≥95%", "absent", false],
  // Mass fractions
  ["≤5 mg/kg", "5200 μg/kg", false],
  ["≤5 mg/kg", "5000 µg/kg", true],
  ["不得过0.1 mg/kg", "0.2 μg/g", false],
  ["≤150 mg/kg", "151 ppm", false],
  ["At most 5 ppb", "4.9 ng/g", true],
  ["At most 5 ppb", "0.006 mg/kg", false],
  ["≤0.5%", "6 g/kg", false],
  ["≥1.8%", "26 mg/g", true],
  ["100–200 μg/kg", "0.3 ppm", false],
  // Counts and powers of ten
  ["≤1000 cfu/g", "1200 CFU/g", false],
  ["≤10^5 cfu/g", "2×10^6 cfu/g", false],
  ["≤1×10⁵ cfu/g", "9.9 x 10⁴ cfu/g", true],
  ["≤1E5 cfu/g", "2e6 cfu/g", false],
  ["不得过10³cfu/g", "＜10cfu/g", true],
  ["Not more than 10⁴ cfu/mL", "1.2*10^4 CFU/ml", false],
  ["≤10⁻² mg/kg", "10^-3 mg/kg", true],
  ["10^3–10^5 cfu/g", "1E6 cfu/g", false],
  ["≤10^5 cfu/g", "200 cfu/mL", undefined],
  ["≤10^6 cfu/g", "10E5 cfu/g", undefined],
  ["≤10^5 cfu/g", "106 cfu/g", undefined],
];

test.each(pairs)("with the limit %s, `isWithin` of the result %s is %s", (limit, result, isWithin) => {
  expect(assess(limit, result).isWithin).toBe(isWithin);
});

test("returns neither verdict nor scale if the units differ", () => {
  expect(assess("≤1 mg/kg", "0.06")).toEqual({ test: "Test", limit: "≤1 mg/kg", result: "0.06" });
});

test("starts scales at zero, so that lengths are in proportion to the numbers", () => {
  const scaleWithin = assess("≤10.0%", "5.0%").scale!;
  expect(scaleWithin.from).toBe(0);
  expect(scaleWithin.value / scaleWithin.to).toBeCloseTo(0.5);
  const above = assess("≤10%", "30%").scale!;
  expect(above.value).toBeLessThan(1);
  expect(above.value / above.to).toBeCloseTo(3);
  const atLeast = assess("≥17.0%", "34%").scale!;
  expect(atLeast.value / atLeast.from).toBeCloseTo(2);
  expect(atLeast.to).toBe(1);
  expect(assess("≤1%", "0%").scale).toEqual({ from: 0, to: 0.8, value: 0 });
  expect(assess("≤0%", "1%").scale).toEqual({ from: 0, to: 0, value: 0.8 });
});

test.each([
  ["5.0–7.0%", "6.0–6.4%"],
  ["≤0.2 mg/kg", "<0.01 mg/kg"],
  ["≤5 mg/kg", ">5 mg/kg"],
  ["-5–5 °C", "-6 °C"],
  ["-20–-18 °C", "5 °C"],
])("the limit %s and the result %s are compared, but have no scale", (limit, result) => {
  expect(assess(limit, result)).toMatchObject({ isWithin: expect.any(Boolean) });
  expect(assess(limit, result)).not.toHaveProperty("scale");
});

test.each([
  [["0.5%", "2%", "0.5"], { verdict: "outside", compared: 2, outside: 1, notCompared: 1 }],
  [["0.5%", "1%"], { verdict: "within", compared: 2, outside: 0, notCompared: 0 }],
  [["0.5%", "0.5"], { verdict: "within", compared: 1, outside: 0, notCompared: 1 }],
])("the verdict on the results %j counts those that can't be compared", (results, verdict) => {
  expect(createVerdict(results.map((result) => assess("≤1%", result)))).toEqual(verdict);
});

test("sorts results: what wasn't compared, outside, the closest to their limits, and words", () => {
  const sort = (...rows: [limit: string, result: string][]) =>
    sortByCloseness(rows.map(([limit, result]) => assess(limit, result))).map(({ result }) => result);
  expect(sort(["≤10%", "7%"], ["≤5%", "4%"], ["≥17%", "24%"], ["≥8%", "9%"])).toEqual(["9%", "4%", "24%", "7%"]);
  expect(sort(["10%", "1%"], ["≤10%", "<1%"], ["≥0%", "2%"], ["≤5%", "6%"])).toEqual(["1%", "6%", "<1%", "2%"]);
  expect(sort(["≤10%", "8%"], ["5–7%", "5.1%"], ["≤10%", "0%"], ["≥0%", "0%"])).toEqual(["5.1%", "8%", "0%", "0%"]);
});

test("matches results with a specification: of the row's own test, or of those that it names with their limits", () => {
  const results = [
    assessResult({ test: "Moisture", limit: "≤10.0%", result: "7.9%" }),
    assessResult({ test: "Calycosin", limit: "≥0.020%", result: "0.041%" }),
  ];
  const specs = ["moisture", "Assay", "Note", "Storage"].map((label, index) => ({
    label,
    value: ["At most 9%", "calycosin at least 0.020%", "Calycosin 0.2%", "Keep moisture out"][index]!,
  }));
  expect(matchResults(results, specs)).toEqual({ moisture: "7.9%", Assay: "Calycosin 0.041%" });
});

test("doesn't break a lab test's name within an abbreviation", () => {
  const getName = (test: string) => assessResult({ test, result: "1" }).test.replaceAll("\u2060", "+");
  expect(getName("农药残留（LC-MS/MS、GC-MS）")).toBe("农药残留（LC+-+MS+/+MS、GC+-+MS）");
  expect(getName("Calycosin-7-glucoside")).toBe("Calycosin-7-glucoside");
});
