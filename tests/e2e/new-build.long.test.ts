import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { setUpBrowser, openPage } from "../setup/browser.ts";
import { copyForBuilds, markFooter } from "../setup/built-site.ts";
import { startSite, type RunningSite } from "../setup/running-site.ts";

const folder = copyForBuilds();
const port = String(25_000 + (process.pid % 3000));
let site: RunningSite;
const browser = setUpBrowser();

beforeAll(async () => {
  site = await start();
});
afterAll(async () => {
  await site.stop();
  rmSync(folder, { recursive: true, force: true });
});

function start() {
  return startSite({ DATA_DIR: join(folder, "data"), PORT: port, LOG_LEVEL: "warn" }, folder);
}

async function deploy(word: string): Promise<void> {
  markFooter(folder, word);
  await site.stop();
  site = await start();
}

async function findRouteFiles(path: string): Promise<string[]> {
  const html = await (await fetch(site.origin + path)).text();
  return [...new Set(html.match(/\/assets\/route-[\w-]+\.js/g))];
}

const isMarked = (page: Page) => page.evaluate(() => "marked" in window);
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { marked: true }));
const findFooterLink = (page: Page, name: string) => page.getByRole("contentinfo").getByRole("link", { name });

test("an open tab survives two new builds: no error page, at most one reload after each, and typed text is kept", async () => {
  const { page, complaints } = await browser.visit(site.origin);
  let loads = 0;
  page.on("load", () => loads++);
  await openPage(page, "/contact-us");
  await page.getByLabel("内容").fill("写了一半的留言");
  await mark(page);

  await deploy("B");
  // Focusing the tab makes it check for the latest build.
  const buildCheck = page.waitForResponse("**/builds/latest.json?*");
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await (await buildCheck).finished();
  await findFooterLink(page, "关于我们").click();
  await page.waitForURL("**/about-us");
  await page.locator('footer[data-build="B"]').waitFor({ state: "attached" });
  expect(await isMarked(page)).toBe(false);
  expect(loads).toBe(2);
  await page.goBack();
  await page.waitForFunction(() => document.querySelector<HTMLTextAreaElement>("#content")?.value === "写了一半的留言");
  await openPage(page, "/contact-us");
  expect(await page.getByLabel("内容").inputValue()).toBe("写了一半的留言");

  // The tab doesn't notice the next build. The files of its own build still exist, so it navigates without a reload.
  const serviceListFiles = await findRouteFiles("/service/list");
  const searchFiles = (await findRouteFiles("/search")).filter((file) => !serviceListFiles.includes(file));
  expect(searchFiles).toHaveLength(1);
  await deploy("C");
  loads = 0;
  await mark(page);
  await findFooterLink(page, "服务").click();
  await page.waitForURL("**/service/list");
  await page.getByRole("heading", { level: 1 }).waitFor();
  expect(await isMarked(page)).toBe(true);

  // Waits until the new page has taken the focus, because taking it later would interrupt typing.
  await page.waitForFunction(() => document.activeElement?.tagName === "H1");

  // The files of a very old build are gone, so the browser loads the next page as a whole.
  rmSync(join(folder, "build/client", searchFiles[0]!));
  await page.evaluate(() => sessionStorage.clear());
  await page.locator('input[name="q"]').first().fill("黄芪");
  await page.locator('input[name="q"]').first().press("Enter");
  await page.waitForURL("**/search?q=*");
  await page.getByRole("heading", { level: 1 }).waitFor();
  expect(await isMarked(page)).toBe(false);
  expect(loads).toBe(1);
  const failures = complaints.filter((complaint) => /^[45]\d\d /.test(complaint));
  expect(failures.filter((failure) => !failure.includes(searchFiles[0]!))).toEqual([]);
});
