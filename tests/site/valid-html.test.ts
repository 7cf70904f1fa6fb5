import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { everyPage } from "../setup/every-page.ts";
import { htmlValidator, nuErrors, whyNoNu } from "../setup/html-checkers.ts";
import { startSite, type RunningSite } from "../setup/running-site.ts";

const folder = mkdtempSync(join(tmpdir(), "valid-html-"));
let site: RunningSite;
let pages: Awaited<ReturnType<typeof everyPage>>;
beforeAll(async () => {
  site = await startSite({ DATA_DIR: folder, LOG_LEVEL: "error" });
  pages = await everyPage(site);
});
afterAll(async () => {
  await site.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Mistakes of the kinds that a page could have. */
const wrong =
  '<!doctype html><html lang="en"><head><title>a</title></head><body><p><div id="a"></div><img src="a" id="a"></p>';

test("the HTML of every page is valid, and accessible as far as a checker can tell", async () => {
  const check = htmlValidator();
  expect((await check(wrong)).length).toBeGreaterThan(2);
  const found: string[] = [];
  for (const { name, html } of pages) found.push(...(await check(html)).map((message) => `${name} ${message}`));
  expect(found).toEqual([]);
  expect(pages.length).toBeGreaterThan(50);
}, 60_000);

const reason = whyNoNu();

test.skipIf(reason !== undefined)(
  `the Nu HTML checker finds no error in any page${reason ? `: not asked, ${reason}` : ""}`,
  async () => {
    const write = (name: string, html: string) => {
      const file = join(folder, `${name.replace(/\W+/g, "-").slice(0, 80)}.html`);
      writeFileSync(file, html);
      return file;
    };
    const files = pages.map(({ name, html }, index) => write(`${index}${name}`, html));
    const wrongFile = write("wrong", wrong);
    const errors = await nuErrors([...files, wrongFile]);
    expect(errors.filter((line) => line.includes("wrong.html")).length).toBeGreaterThan(1);
    expect(errors.filter((line) => !line.includes("wrong.html"))).toEqual([]);
  },
  120_000,
);
