import type { Page } from "playwright";
import { expect, test } from "vitest";
import { openPage } from "#tests/setup/browser/browser.ts";
import { setUpSharedSiteAndBrowser } from "#tests/setup/browser/site-and-browser.ts";

const { site, browser } = setUpSharedSiteAndBrowser();
const phone = { viewport: { width: 360, height: 780 }, hasTouch: true };
const path = "/product/info/dan-shen";
const waitForItem = (page: Page) => page.getByRole("heading", { level: 1, name: "丹参" }).waitFor();

async function openList(saveData = false) {
  const { page } = await browser.visit(site.origin, phone);
  if (saveData)
    await page.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { saveData: true } }));
  await openPage(page, "/product/list");
  await page.waitForLoadState("networkidle");
  const requests: string[] = [];
  page.on("request", (request) => {
    const name = /([\w-]+\.data|\/messages|\/route)/.exec(new URL(request.url()).pathname)?.[0];
    if (name && !requests.includes(name)) requests.push(name);
  });
  return { page, link: page.locator(`main a[href="${path}"]`).first(), requests };
}

const needed = ["/messages", "/route", "dan-shen.data"];

test("a touch requests data, code and messages of the next page at once, and lifting the finger requests nothing more", async () => {
  const { page, link, requests } = await openList();
  const isAskedFor = await link.evaluate(async (element, href) => {
    element.dispatchEvent(new Event("touchstart", { bubbles: true }));
    await Promise.resolve();
    return document.querySelector(`link[rel="prefetch"][href^="${href}.data"]`) !== null;
  }, path);
  expect(isAskedFor).toBe(true);
  await expect.poll(() => requests.toSorted()).toEqual(needed);
  await page.waitForLoadState("networkidle");
  await link.tap();
  await waitForItem(page);
  expect(requests.toSorted()).toEqual(needed);
});

test("with Save-Data nothing is requested before the tap, and everything at the tap", async () => {
  const { page, link, requests } = await openList(true);
  await link.dispatchEvent("touchstart");
  await link.hover();
  await page.waitForTimeout(300);
  expect(requests).toEqual([]);
  await page.route("**/*.data*", () => undefined);
  await link.click();
  await expect.poll(() => requests.toSorted()).toEqual(needed);
});

test("if a page's messages can't be loaded, a tap on its link loads the page from the server; a mere touch doesn't", async () => {
  const { page } = await openList();
  // A list page has already loaded the messages of an item page, but not those of a page with a form.
  const link = page.locator('footer a[href="/contact-us"]');
  await page.route("**/assets/messages-*", (route) => route.abort());
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
  await link.dispatchEvent("touchstart");
  await page.waitForTimeout(500);
  expect(await page.evaluate(() => "isSameDocument" in window)).toBe(true);
  await link.tap();
  await page.waitForFunction(() => !("isSameDocument" in window));
  await page.getByRole("heading", { level: 1, name: "联系我们" }).waitFor();
  expect(page.url()).toBe(`${site.origin}/contact-us`);
});

test.each([
  ["4g", 1],
  ["3g", 0],
])(
  "on a %s connection, the number of view transitions from the list to an item is %i",
  async (effectiveType, times) => {
    const { page } = await browser.visit(site.origin, phone);
    await page.addInitScript((type) => {
      Object.defineProperty(navigator, "connection", { value: { saveData: false, effectiveType: type } });
      const start = document.startViewTransition.bind(document);
      let count = 0;
      document.startViewTransition = (update) => {
        document.documentElement.dataset["transitions"] = String(++count);
        return start(update);
      };
    }, effectiveType);
    await openPage(page, "/product/list");
    await page.locator(`main a[href="${path}"]`).first().tap();
    await waitForItem(page);
    await page.waitForTimeout(300);
    expect(await page.evaluate(() => Number(document.documentElement.dataset["transitions"] ?? 0))).toBe(times);
  },
);
