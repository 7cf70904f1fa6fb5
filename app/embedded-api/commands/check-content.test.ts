import { spawnSync } from "node:child_process";
import { expect, test, vi } from "vitest";

// Each test starts a process, which is slow on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

function command(...args: string[]) {
  const script = "app/embedded-api/commands/check-content.ts";
  return spawnSync(process.execPath, ["--disable-warning=ExperimentalWarning", script, ...args], { encoding: "utf8" });
}

test.each([["/nope"], ["package.json"]])("%s is no folder, which is a sentence and exit code 2", (folder) => {
  const { status, stdout, stderr } = command(folder);
  expect([status, stdout, stderr]).toEqual([2, "", `There is no folder ${folder}.\n`]);
});

test("it says how it is used, also to those who asked for something else", () => {
  const { status, stdout } = command("--help");
  expect([status, stdout]).toEqual([0, expect.stringMatching(/^npm run check-content \[-- FOLDER\]\n/)]);
  const { status: refused, stderr } = command("--fix");
  expect([refused, stderr]).toEqual([2, expect.stringMatching(/--fix[\s\S]*npm run check-content \[-- FOLDER\]/)]);
});
