import { expect, test } from "vitest";
import { assessResult, countVerdicts } from "./test-limits.ts";

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

test("counts what is outside its limit, and what can't be compared", () => {
  const results = [assess("≤1%", "0.5%"), assess("≤1%", "2%"), assess("Brown", "Brown")];
  expect(countVerdicts(results)).toEqual({ total: 3, outside: 1, unknown: 1 });
});
