import type { Page } from "playwright";
import { expect, test } from "vitest";
import { openPage } from "#tests/setup/browser/browser.ts";
import { setUpSharedSiteAndBrowser } from "#tests/setup/browser/site-and-browser.ts";

const { site, browser } = setUpSharedSiteAndBrowser();

const findLink = (page: Page, path: string) => page.locator(`a[href="${path}"]:visible`).first();

const getHeading = (page: Page) => page.getByRole("heading", { level: 1 });

/** Clicks a link to a page. @returns the scripts that the browser loads for it */
async function recordScripts(path: string): Promise<string[]> {
  const { page } = await browser.visit(site.origin);
  await openPage(page, "/about-us");
  await page.waitForLoadState("networkidle");
  const scripts = new Set<string>();
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith(".js")) scripts.add(pathname);
  });
  await findLink(page, path).click();
  await page.waitForURL(`**${path}`);
  await page.waitForLoadState("networkidle");
  await page.context().close();
  return [...scripts];
}

async function expectOneLoad(path: string, script: string, failure: "404" | "abort"): Promise<void> {
  const { page } = await browser.visit(site.origin);
  await openPage(page, "/about-us");
  let loads = 0;
  page.on("load", () => loads++);
  let hasFailedOnce = false;
  await page.route(`**${script}`, async (route) => {
    if (hasFailedOnce) return route.continue();
    hasFailedOnce = true;
    return failure === "abort" ? route.abort("connectionreset") : route.fulfill({ status: 404 });
  });
  await findLink(page, path).click();
  await page.waitForURL(`**${path}`);
  await getHeading(page).waitFor();
  await page.waitForLoadState("networkidle");
  const text = await page.locator("main").innerText();
  expect([script, failure, hasFailedOnce, text.length > 50]).toEqual([script, failure, true, true]);
  expect(loads, script).toBeLessThanOrEqual(1);
  await page.context().close();
}

/** Lists the paths of the visible links on the page about the company. */
async function listPaths(): Promise<string[]> {
  const { page } = await browser.visit(site.origin);
  await openPage(page, "/about-us");
  const links = page.locator("a[href^='/']:visible");
  const paths = await links.evaluateAll((found) => found.map((link) => link.getAttribute("href")!));
  await page.context().close();
  return [...new Set(paths)].filter((path) => !/^\/(?:en|about-us)(?:\/|$)|[.#?]/.test(path));
}

test("whichever script of any page fails once, the page works after at most one reload", async () => {
  const failedScripts = new Set<string>();
  for (const path of await listPaths()) {
    for (const script of await recordScripts(path)) {
      if (failedScripts.has(script)) continue;
      failedScripts.add(script);
      for (const failure of ["404", "abort"] as const) await expectOneLoad(path, script, failure);
    }
  }
  expect(failedScripts.size).toBeGreaterThan(10);
});
