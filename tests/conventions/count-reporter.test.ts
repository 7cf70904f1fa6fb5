import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { runScript } from "../setup/run-script.ts";
import { createTestFolder } from "../setup/test-folder.ts";

const createGroup = (name: string, hook: string) =>
  `describe("${name}", () => { ${hook}(() => { throw new Error("no ${name}"); }); test("passes", () => {}); });`;

test("the summary of a run counts failed tests, hooks and files, and names retried tests", () => {
  const folder = createTestFolder();
  writeFileSync(join(folder, "a.test.js"), `test("fails", () => { throw new Error("no test"); });`);
  writeFileSync(join(folder, "b.test.js"), createGroup("start", "beforeAll") + createGroup("end", "afterAll"));
  writeFileSync(join(folder, "c.test.js"), `throw new Error("no file");`);
  const flaky = `let runs = 0; test("flaky", { retry: 1 }, () => { if (++runs === 1) throw new Error("no page"); });`;
  writeFileSync(join(folder, "d.test.js"), flaky);
  const args = ["run", "--globals", `--root=${folder}`, `--reporter=${resolve("tests/setup/count-reporter.ts")}`];
  const { stdout, status } = runScript(resolve("node_modules/vitest/vitest.mjs"), {}, { args });
  const lines = stripVTControlCharacters(stdout).trim().split("\n");
  expect([status, lines.at(-1)]).toEqual([1, "2 passed, 4 failed, 1 skipped"]);
  expect(lines.filter((line) => line.startsWith("failed")).toSorted()).toEqual([
    "failed: a.test.js > fails: no test",
    "failed: b.test.js > end: no end",
    "failed: b.test.js > start: no start",
    "failed: c.test.js: no file",
  ]);
  expect(lines).toContain("retried: d.test.js > flaky: no page");
});
