import { expect, test } from "vitest";
import { keepLines } from "./keep-lines.ts";

const repeat = (count: number, create: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => create(index)).join("");

const createLines = (count: number) => `---\ntitle: A\n---\n\n${"a\n\n".repeat(count)}`;

test.each<[shape: string, name: string, before: string, after: string]>([
  ["names", "a.yaml", repeat(40_000, (index) => `k${index}: 1\n`), repeat(40_000, (index) => `k${index}: 2\n`)],
  ["new names", "a.yaml", "a: 1\n", repeat(40_000, (index) => `k${index}: 2\n`)],
  ["equal entries", "a.yaml", "- a\n".repeat(200_000), "- a\n".repeat(199_999)],
  ["equal lines", "a.md", createLines(200_000), `${createLines(200_000)}b\n`],
])("the time for many %s is linear in their number", (_shape, name, before, after) => {
  const start = process.cpuUsage().user;
  expect(keepLines(name, before, after) === after).toBe(true);
  // Quadratic time would be 15 to 90 s.
  expect((process.cpuUsage().user - start) / 1e6).toBeLessThan(10);
});
