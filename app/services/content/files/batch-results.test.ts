import { expect, test, vi } from "vitest";
import { setUpContentCopy } from "../../../../tests/setup/content-copy.ts";

// Each test copies and reads the whole content, which is slow on a busy machine.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

const { getProblems, ...copy } = setUpContentCopy();
const edit = (from: string, to: string) => copy.edit("batch/HQ-2601.yaml", from, to);

test.each([
  ["{ cn: 不得过 10.0%, en: as the monograph }", "12.9%"],
  ["{ cn: 应不少于0.08%, en: as the monograph }", "0.008 %"],
  ["{ cn: 见药典, en: NMT 10.0% }", "12.9%"],
  ["not less than 0.08%", "0.008%"],
  ["at least 0.08%", "0.008%"],
  ["10.0% max.", "12.9%"],
  ["1.0%–2.0%", "2.9%"],
  ["1.0-2.0%", "0.9%"],
  ["{ cn: 1.0 至 2.0%, en: as the monograph }", "20.9%"],
  ["5 mg/kg", "9 mg/kg"],
])("the limit %s with the result %s is reported", (limit, result) => {
  edit("limit: ≤10.0%\n    result: 8.1%", `limit: ${limit}\n    result: ${result}`);
  expect(getProblems()).toEqual([expect.stringMatching(/results\[1\]\.result .* don't agree: /)]);
});

test.each([
  ["harvest: 2025-10", "harvest: 2025"],
  ["limit: ≤10.0%", "limit: 1.0–9.0%"],
  ["limit: ≤10.0%", "limit: 10.0%"],
  ["limit: ≤10.0%", "limit: { cn: 不得过 10.0%, en: NMT 10.0% }"],
  ["limit: ≤10.0%", "limit: { cn: 不得过 10.0%（按干燥品计）, en: not more than 10.0% on the dried basis }"],
  ["result: 8.1%", "result: { cn: 12.9%（复检）, en: 12.9% (retested) }"],
  ["limit: ≤10.0%\n    result: 8.1%", "limit: ≤10³ CFU/g\n    result: 500 CFU/g"],
  ["limit: ≤10.0%\n    result: 8.1%", "limit: { cn: ≤5 ppm, en: ≤5 mg/kg }\n    result: { cn: 3 ppm, en: 3 mg/kg }"],
  ["harvest: 2025-10", "harvest: { cn: 二〇二五年秋, en: autumn 2025 }"],
  ["harvest: 2025-10", "harvest: autumn"],
  ["harvest: 2025-10", "harvest: October 2025"],
  ["limit: ≤10.0%\n    result: 8.1%", "limit: ≤1000 CFU/g\n    result: 120 cfu/g"],
  ["limit: ≤10.0%\n    result: 8.1%", "limit: ≤5 mg/kg\n    result: 0.4 mg/kg*"],
  ["limit: ≤10.0%\n    result: 8.1%", "limit: ≤5 ug/kg\n    result: <0.5 μg/kg"],
])("%s may also be %s", (from, to) => {
  edit(from, to);
  expect(getProblems()).toEqual([]);
});
