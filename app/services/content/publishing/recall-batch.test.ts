import { expect, test } from "vitest";
import { parse } from "yaml";
import { addRecall } from "./recall-batch.ts";

const recall = {
  date: "2026-11-20",
  level: 2 as const,
  reason: { cn: "水分偏高：复检 14.2%", en: "Too moist: 14.2% when tested again" },
  advice: { cn: "请停止使用。\n请联系我们。", en: "Stop using it." },
};

test("a recall is added after the other lines, with their comments", () => {
  const text = "# first\nproduct: huang-qi # a comment\nproduced: 2026-01-12\r\nnote: |\n  words\n\n";
  const added = addRecall(text, recall);
  expect(added.startsWith(`${text.trimEnd()}\nrecalled:\n`)).toBe(true);
  expect(parse(added)).toEqual({ product: "huang-qi", produced: "2026-01-12", note: "words\n", recalled: recall });
  expect(addRecall(added, recall)).toBe(added);
});

test("it replaces the one that was there, wherever it is, and stands below lines that aren't YAML", () => {
  const old = "recalled:\n  date: 2026-01-01\n\n  reason: { cn: 旧 }\n";
  expect(addRecall(`product: a\n${old}produced: 2026-01-12\n`, recall)).toBe(
    addRecall("product: a\nproduced: 2026-01-12\n", recall),
  );
  expect(addRecall("recalled: { level: 1 }\nproduct: [\n", recall)).toMatch(/^product: \[\nrecalled:\n {2}date:/);
});
