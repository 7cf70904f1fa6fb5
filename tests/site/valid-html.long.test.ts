import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { loadEveryPage } from "#tests/setup/browser/every-page.ts";
import { createHtmlValidator, findNuErrors, getMissingNuReason } from "#tests/setup/browser/html-checkers.ts";
import { testUnless } from "#tests/setup/run/skipped.ts";
import { setUpTestFolder } from "#tests/setup/run/test-folder.ts";
import { setUpSite } from "#tests/setup/site/site.ts";

const folder = setUpTestFolder();
const site = setUpSite({ LOG_LEVEL: "error" });
let pages: Awaited<ReturnType<typeof loadEveryPage>>;
beforeAll(async () => void (pages = await loadEveryPage(site)));

const mistakes =
  '<!doctype html><html lang="en"><head><title>a</title></head><body><p><div id="a"></div><img src="a" id="a"></p>';

test("the HTML of every page is valid, and passes the accessibility rules of the checker", async () => {
  const check = createHtmlValidator();
  expect((await check(mistakes)).length).toBeGreaterThan(2);
  const problems: string[] = [];
  for (const { name, html } of pages) problems.push(...(await check(html)).map((message) => `${name} ${message}`));
  expect(problems).toEqual([]);
  expect(pages.length).toBeGreaterThan(50);
});

const reason = getMissingNuReason();

testUnless(reason)("the Nu HTML checker finds no error in any page", async () => {
  const write = (name: string, html: string) => {
    const file = join(folder, `${name.replace(/\W+/g, "-").slice(0, 80)}.html`);
    writeFileSync(file, html);
    return file;
  };
  const files = pages.map(({ name, html }, index) => write(`${index}${name}`, html));
  const wrongFile = write("wrong", mistakes);
  const errors = await findNuErrors([...files, wrongFile]);
  expect(errors.filter((line) => line.includes("wrong.html")).length).toBeGreaterThan(1);
  expect(errors.filter((line) => !line.includes("wrong.html"))).toEqual([]);
});
