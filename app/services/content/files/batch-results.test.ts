import { expect, test } from "vitest";
import { findResultProblems } from "./batch-results.ts";
import { batchFileSchema } from "./batch-schema.ts";

/** Returns the key of what is wrong between a limit and a result. */
function check(limit: unknown, result: unknown): unknown {
  const results = [{ test: "1", limit, result }];
  const value = batchFileSchema.parse({ product: "a", produced: "2026-01-12", results });
  const problems = findResultProblems({
    value,
    createProblem: (path, message) => ({ file: "", line: 1, field: path.join("."), message }),
  });
  return problems.map(({ field, message }) => [field, (message as { key: string }).key])[0];
}

test.each([
  ["≤10.0%", "81%", "resultLimit"],
  ["<=10.0%", "81%", "resultLimit"],
  [">=0.08%", "0.008 %", "resultLimit"],
  ["≥0.08%", "0.008%", "resultLimit"],
  ["≤1,000 CFU/g", "4,200 CFU/g", "resultLimit"],
  ["1.0%–2.0%", "2.9%", "resultLimit"],
  ["1.0-2.0%", "0.9%", "resultLimit"],
  ["5 mg/kg", "9 mg/kg", "resultLimit"],
  [{ cn: "≤10.0%", en: "as the monograph" }, "81%", "resultLimit"],
  ["≤10.0%", "8.1 ‰", "resultUnit"],
  ["≤10.0%", "8.1", "resultUnit"],
])("the limit %s with the result %s is reported", (limit, result, key) => {
  expect(check(limit, result)).toEqual(["results.0.result", key]);
});

test.each([
  ["≤10.0%", "8.1%"],
  ["1.0–9.0%", "8.1%"],
  ["10.0%", "8.1%"],
  ["10.0%", "≥12%"],
  [undefined, "8.1%"],
  [{ cn: "不得过 10.0%（按干燥品计）", en: "not more than 10.0% on the dried basis" }, "81%"],
  ["≤10.0%", { cn: "12.9%（复检）", en: "12.9% (retested)" }],
  ["≤10³ CFU/g", "500 CFU/g"],
  [
    { cn: "≤5 ppm", en: "≤5 mg/kg" },
    { cn: "3 ppm", en: "3 mg/kg" },
  ],
  ["≤1000 CFU/g", "120 cfu/g"],
  ["≤5 mg/kg", "0.4 mg/kg*"],
  ["≤5 ug/kg", "<0.5 μg/kg"],
])("the limit %s with the result %s is accepted", (limit, result) => {
  expect(check(limit, result)).toBeUndefined();
});
