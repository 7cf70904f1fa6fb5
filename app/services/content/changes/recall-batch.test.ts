import { expect, test } from "vitest";
import { parse } from "yaml";
import { readRecall, setRecall } from "./recall-batch.ts";

const recall = {
  date: "2026-11-20",
  level: 2 as const,
  reason: { cn: "水分偏高：复检 14.2%", en: "Too moist: 14.2% when tested again" },
  advice: { cn: "请停止使用。\n请联系我们。", en: "Stop using it." },
};

test("a recall is added after the other lines, which keep their comments", () => {
  const text = "# first\nproduct: huang-qi # a comment\nproduced: 2026-01-12\nnote: |\n  words\n\n";
  const added = setRecall(text, { recalled: recall });
  expect(added.startsWith(`${text.trimEnd()}\nrecalled:\n`)).toBe(true);
  expect(parse(added)).toEqual({ product: "huang-qi", produced: "2026-01-12", note: "words\n", recalled: recall });
  expect(setRecall(added, { recalled: recall })).toBe(added);
  expect(setRecall(added, { recalled: undefined }).trimEnd()).toBe(text.trimEnd());
});

test("a recall replaces the previous one in its place, or is added at the end if the file isn't valid YAML", () => {
  const old = "recalled:\n  date: 2026-01-01\n\n  reason: { cn: 旧 }\n";
  const [before, after] = ["product: a # first\n", "produced: 2026-01-12 # day\n"];
  const changed = setRecall(before + old + after, { recalled: recall });
  expect(changed.startsWith(`${before}recalled:\n`) && changed.endsWith(`\n${after}`)).toBe(true);
  expect(readRecall(changed)).toEqual(recall);
  expect(setRecall("recalled: { level: 1 }\nproduct: [\n", { recalled: recall })).toMatch(
    /^product: \[\nrecalled:\n {2}date:/,
  );
});

const old = { date: "2026-01-01", level: 3, reason: { cn: "旧" }, advice: { cn: "旧" } };
const inBraces = JSON.stringify(old);

test.each([
  [
    "line endings of another system",
    "product: a\r\nrecalled:\r\n  date: 2026-01-01\r\n  level: 3\r\nproduced: 2026-01-12 # day\r\n",
  ],
  [
    "a comment inside",
    "product: a\nrecalled:\n  date: 2026-01-01\n# a comment\n  level: 3\nproduced: 2026-01-12 # day\n",
  ],
  ["braces over lines", "product: a\nrecalled: {\n  date: 2026-01-01,\n  level: 3\n}\nproduced: 2026-01-12 # day\n"],
  ["a quoted name", `product: a\n"recalled": ${inBraces}\nproduced: 2026-01-12 # day\n`],
  ["spaces before the colon", `product: a\nrecalled : ${inBraces}\nproduced: 2026-01-12 # day\n`],
  ["an explicit key", `product: a\n? recalled\n: ${inBraces}\nproduced: 2026-01-12 # day\n`],
  ["a byte order mark", `\uFEFFproduct: a\nrecalled: ${inBraces}\nproduced: 2026-01-12 # day\n`],
  ["an end marker", `product: a\nrecalled: ${inBraces}\nproduced: 2026-01-12 # day\n...\n`],
  ["two recalls", `recalled: ${inBraces}\nproduct: a\nrecalled: ${inBraces}\nproduced: 2026-01-12 # day\n`],
  ["all fields in braces", `{ product: a, recalled: ${inBraces}, produced: 2026-01-12 } # day\n`],
  ["an empty recall", "product: a\nrecalled:\nproduced: 2026-01-12 # day\n"],
])("a recall is replaced in a file that has %s", (_name, text) => {
  const changed = setRecall(text, { recalled: recall });
  expect(parse(changed)).toEqual({ product: "a", produced: "2026-01-12", recalled: recall });
  expect(changed).toMatch(/2026-01-12[^]* # day/);
  expect(readRecall(changed)).toEqual(recall);
  expect(setRecall(changed, { recalled: recall })).toBe(changed);
});

test("no recall is found in a file without one, or in one that isn't valid YAML", () => {
  for (const text of ["", "product: a", "product: [", "recalled:"]) expect(readRecall(text)).toBeUndefined();
});
