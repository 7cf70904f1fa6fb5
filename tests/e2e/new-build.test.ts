import type { Page } from "playwright";
import { expect, test } from "vitest";
import { openPage } from "#tests/setup/browser/browser.ts";
import { setUpSharedSiteAndBrowser } from "#tests/setup/browser/site-and-browser.ts";

const { site, browser } = setUpSharedSiteAndBrowser();

/** Follows a link of the footer. @returns whether that was a full load, not a client-side navigation */
async function follow(page: Page, name: string): Promise<boolean> {
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
  await page.getByRole("contentinfo").getByRole("link", { name, exact: true }).click();
  await page.getByRole("heading", { level: 1, name }).waitFor();
  return !(await page.evaluate(() => "isSameDocument" in window));
}

async function checkForNewBuild(page: Page): Promise<void> {
  await page.locator("nav[data-enhanced]").waitFor({ state: "attached" });
  const check = page.waitForResponse(/\/builds\/latest\.json\?\d+$/);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await (await check).finished();
}

test("S19 after a new build the next navigation is a full load, but another full load is possible only ten seconds later", async () => {
  const { page } = await browser.visit(site.origin, { viewport: { width: 1280, height: 800 } });
  const start = Date.UTC(2026, 10, 26, 8);
  await page.clock.setFixedTime(start);
  await page.route("**/builds/latest.json?*", (route) => route.fulfill({ json: { id: "next" } }));
  await openPage(page, "/about-us");
  expect(await follow(page, "服务")).toBe(false);
  await checkForNewBuild(page);
  expect(await follow(page, "新闻")).toBe(true);
  await checkForNewBuild(page);
  await page.clock.setFixedTime(start + 9999);
  expect(await follow(page, "案例")).toBe(false);
  await page.clock.setFixedTime(start + 10_001);
  expect(await follow(page, "服务")).toBe(true);
});
