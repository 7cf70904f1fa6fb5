import { expect, test } from "vitest";
import type { TFunction } from "i18next";
import { assessResult, createVerdict, pickClosestResults } from "./test-limits.ts";

const assess = (limit: string, result: string) => assessResult({ test: "Test", limit, result });

test.each([
  ["≤10.0%", "7.9%", true],
  ["≤ 10.0 %", "10.0 %", true],
  ["≤10.0%", "10.1%", false],
  ["≥0.080%", "0.106%", true],
  ["at least 0.080%", "0.079%", false],
  ["不得过5 mg/kg", "0.4 mg/kg", true],
  ["≤1,000 CFU/g", "1,200 CFU/g", false],
  ["<1%", "1%", false],
  ["5.0–7.0", "6.1", true],
  ["5.0%-7.0%", "7.2%", false],
  ["≤0.2 mg/kg", "<0.01 mg/kg", true],
  ["As the monograph describes", "Complies", true],
  ["应符合规定", "不符合规定", false],
])("compares the limit %s with the result %s", (limit, result, isWithin) => {
  expect(assess(limit, result).isWithin).toBe(isWithin);
});

test.each([
  ["≤1 mg/kg", "0.06%"],
  ["≥17.0%", "<20%"],
  ["≤0.2 mg/kg", "<0.5 mg/kg"],
  ["10.0%", "7.9%"],
  ["As the monograph describes", "Brown"],
])("gives no verdict and no scale for the limit %s and the result %s", (limit, result) => {
  expect(assess(limit, result)).toEqual({ test: "Test", limit, result });
});

test("draws scales from zero, so that lengths are in proportion to the numbers", () => {
  const within = assess("≤10.0%", "5.0%").scale!;
  expect(within.from).toBe(0);
  expect(within.value / within.to).toBeCloseTo(0.5);
  const above = assess("≤10%", "30%").scale!;
  expect(above.value).toBeLessThan(1);
  expect(above.value / above.to).toBeCloseTo(3);
  const atLeast = assess("≥17.0%", "34%").scale!;
  expect(atLeast.value / atLeast.from).toBeCloseTo(2);
  expect(atLeast.to).toBe(1);
  expect(assess("≤1%", "0%").scale).toEqual({ from: 0, to: 0.8, value: 0 });
});

test.each([
  [["≤1%", "0.5%"], ["≤1%", "2%"], ["Brown", "Brown"], "verdict.outside 1/3"],
  [["≤1%", "0.5%"], ["Brown", "Complies"], "verdict.within 0/2"],
  [["≤1%", "0.5%"], ["Brown", "Brown"], "verdict.tests 0/2"],
])("gives the verdict of a batch", (...rows) => {
  const verdict = rows.pop();
  const results = (rows as string[][]).map(([limit, result]) => assess(limit!, result!));
  const t = ((key: string, { total, outside }: { total: number; outside: number }) =>
    `${key} ${outside}/${total}`) as unknown as TFunction<"batch">;
  expect(createVerdict(t, results, undefined)).toBe(verdict);
});

test("picks the results that are closest to a lower and to an upper limit, even if they are outside", () => {
  const pick = (...rows: [limit: string, result: string][]) =>
    pickClosestResults(rows.map(([limit, result]) => assess(limit, result))).map(({ result }) => result);
  expect(pick(["≤10%", "7%"], ["≤5%", "4%"], ["≥17%", "24%"], ["≥0.08%", "0.1%"])).toEqual(["0.1%", "4%"]);
  expect(pick(["≤10%", "7%"], ["≤5%", "6%"], ["5–7%", "6%"])).toEqual(["6%", "6%"]);
  expect(pick(["≤10%", "<0.1%"], ["Brown", "Complies"], ["≤10%", "0%"])).toEqual([]);
});

test("joins the parts of an abbreviation in the name of a test, so that it stays on one line", () => {
  const getName = (test: string) => assessResult({ test, result: "1" }).test.replaceAll("\u2060", "+");
  expect(getName("农药残留（LC-MS/MS、GC-MS）")).toBe("农药残留（LC+-+MS+/+MS、GC+-+MS）");
  expect(getName("Calycosin-7-glucoside")).toBe("Calycosin-7-glucoside");
});
