import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { testContent } from "#tests/setup/content/test-content.ts";
import { runScript } from "#tests/setup/programs/run-script.ts";
import { createTestFolder } from "#tests/setup/run/test-folder.ts";

const runCheck = (...args: string[]) => runScript("scripts/check-content.ts", { OWNER_LANGUAGE: "en" }, { args });

test.each([["/nope"], ["package.json"]])(
  "if %s isn't a content folder, the command prints one sentence and exits with code 2",
  (folder) => {
    const { status, stdout, stderr } = runCheck(folder);
    expect([status, stdout, stderr]).toEqual([2, "", `There is no folder ${folder}.\n`]);
  },
);

test.each([
  [1, "1 item is fine."],
  [2, "2 items are fine."],
])("the summary for a count of %i is %j", (count, sentence) => {
  const folder = createTestFolder();
  for (const name of ["settings", "menu", "adverts", "herbs"])
    cpSync(join(testContent, name), join(folder, name), { recursive: true });
  for (const locale of ["cn", "en"])
    for (const name of ["menu", "adverts"]) writeFileSync(join(folder, name, `${locale}.yaml`), "[]\n");
  for (let number = 1; number <= count; number++) {
    const page = join(folder, "page", `page-${number}`);
    mkdirSync(page, { recursive: true });
    writeFileSync(join(page, "index.cn.md"), "---\ntitle: A\nsummary: B\nupdated: 2026-11-20\n---\n\nC\n");
    writeFileSync(join(page, "index.en.md"), "---\ntitle: A\nsummary: B\n---\n\nC\n");
  }
  const { status, stdout } = runCheck(folder);
  expect([status, stdout.trim().split("\n").at(-1)]).toEqual([0, sentence]);
});

test("the command prints its usage, also for unknown options", () => {
  const { status, stdout } = runCheck("--help");
  expect([status, stdout]).toEqual([0, expect.stringMatching(/^npm run check-content \[-- FOLDER\]\n/)]);
  const { status: refusedStatus, stderr } = runCheck("--fix");
  expect([refusedStatus, stderr]).toEqual([
    2,
    expect.stringMatching(/--fix[\s\S]*npm run check-content \[-- FOLDER\]/),
  ]);
});
