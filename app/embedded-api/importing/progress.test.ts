import { expect, test } from "vitest";
import { createProgress } from "./progress.ts";

function written(isTTY: boolean): string[] {
  const texts: string[] = [];
  const progress = createProgress({ isTTY, write: (text) => texts.push(text) }, "rows");
  for (let done = 1; done <= 60; done++) progress(done, 60);
  return texts;
}

test("on a terminal it is a bar that grows in its place and ends its line", () => {
  const texts = written(true);
  expect(texts).toHaveLength(60);
  expect(texts.every((text) => text.startsWith("\r"))).toBe(true);
  expect(texts[29]).toBe(`\r${"█".repeat(15)}${"░".repeat(15)} 30/60 rows`);
  expect(texts.at(-1)).toBe(`\r${"█".repeat(30)} 60/60 rows\n`);
});

test("anywhere else it is a line for each tenth", () => {
  const texts = written(false);
  expect(texts).toHaveLength(10);
  expect([texts[0], texts.at(-1)]).toEqual(["6 of 60 rows\n", "60 of 60 rows\n"]);
});
