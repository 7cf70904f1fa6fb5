import { expect, test } from "vitest";
import { measureCpu } from "#tests/setup/run/cpu-time.ts";
import { keepLines } from "./keep-lines.ts";

const createNames = (count: number, value: number) =>
  Array.from({ length: count }, (_, index) => `k${index}: ${value}\n`).join("");

const createLines = (count: number) => `---\ntitle: A\n---\n\n${"a\n\n".repeat(count)}`;

test.each<[shape: string, name: string, count: number, create: (count: number) => [before: string, after: string]]>([
  ["names", "a.yaml", 40_000, (count) => [createNames(count, 1), createNames(count, 2)]],
  ["new names", "a.yaml", 40_000, (count) => ["a: 1\n", createNames(count, 2)]],
  ["equal entries", "a.yaml", 200_000, (count) => ["- a\n".repeat(count), "- a\n".repeat(count - 1)]],
  ["equal lines", "a.md", 200_000, (count) => [createLines(count), `${createLines(count)}b\n`]],
])("the time for many %s is linear in their number", async (_shape, name, count, create) => {
  const measure = (part: number) => {
    const [before, after] = create(part);
    return measureCpu(() => expect(keepLines(name, before, after) === after).toBe(true));
  };
  // Quadratic time would be 16 times as long.
  expect((await measure(count)) / (await measure(count / 4))).toBeLessThan(9);
});
