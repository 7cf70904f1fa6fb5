import type { Page } from "playwright";
import { expect } from "vitest";
import { openPage, type setUpBrowser } from "./browser.ts";

type Setup = { site: { origin: string }; browser: ReturnType<typeof setUpBrowser> };

const findLink = (page: Page, path: string) => page.locator(`a[href="${path}"]:visible`).first();

const getHeading = (page: Page) => page.getByRole("heading", { level: 1 });

/** Goes from one page to another by a click. @returns the scripts that it loads */
async function recordScripts({ site, browser }: Setup, path: string): Promise<string[]> {
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

async function expectOneLoad(
  { site, browser }: Setup,
  path: string,
  script: string,
  failure: "404" | "abort",
): Promise<void> {
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

/** Address that a click on the page about the company opens. */
export async function listPaths({ site, browser }: Setup): Promise<string[]> {
  const { page } = await browser.visit(site.origin);
  await openPage(page, "/about-us");
  const links = page.locator("a[href^='/']:visible");
  const paths = await links.evaluateAll((found) => found.map((link) => link.getAttribute("href")!));
  await page.context().close();
  return [...new Set(paths)].filter((path) => !/^\/(?:en|about-us)(?:\/|$)|[.#?]/.test(path));
}

/** Goes to each page by a click, once for each script that it loads and each way to fail. @returns the scripts that failed */
export async function failEachScript(setup: Setup, paths: readonly string[]): Promise<Set<string>> {
  const failed = new Set<string>();
  for (const path of paths) {
    for (const script of await recordScripts(setup, path)) {
      if (failed.has(script)) continue;
      failed.add(script);
      for (const failure of ["404", "abort"] as const) await expectOneLoad(setup, path, script, failure);
    }
  }
  return failed;
}
