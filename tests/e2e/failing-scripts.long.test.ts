import type { Page } from "playwright";
import { expect, test } from "vitest";
import { setUpSiteAndBrowser } from "#tests/setup/browser/site-and-browser.ts";

const { site, browser, open } = setUpSiteAndBrowser();

/** Makes the layout of every page throw in the browser, including the error page. */
function breakLayout(): void {
  Reflect.defineProperty(Array.prototype, "flatMap", {
    value() {
      throw new Error('broken "on purpose"');
    },
  });
}

function breakDates(): void {
  Object.defineProperty(Intl.DateTimeFormat.prototype, "format", {
    get() {
      throw new Error("no dates");
    },
  });
}

/** Opens a page whose scripts are broken, and records its loads and error reports. */
async function openBroken(path: string, ...changes: (() => void)[]) {
  const visit = await browser.visit(site.origin);
  const loads: string[] = [];
  const reports: unknown[] = [];
  visit.page.on("load", () => loads.push(visit.page.url()));
  visit.page.on("request", (request) => {
    if (request.url().endsWith("/client-errors")) reports.push(request.postDataJSON());
  });
  for (const change of changes) await visit.page.addInitScript(change);
  await visit.page.goto(path);
  await expect.poll(() => loads.length).toBe(2);
  return { ...visit, loads, reports };
}

function refuseStorage(): void {
  Object.defineProperty(window, "sessionStorage", {
    get() {
      throw new DOMException("denied", "SecurityError");
    },
  });
}

const readHeading = (page: Page) => page.getByRole("heading", { level: 1 }).textContent();
const countEnhancedMenus = (page: Page) => page.locator("nav[data-enhanced]").count();

/** Waits as long as scripts need to start, and expects that the server's HTML is unchanged. */
async function expectServerPage(page: Page, heading: string): Promise<void> {
  await page.waitForTimeout(1000);
  expect([await readHeading(page), await countEnhancedMenus(page)]).toEqual([expect.stringContaining(heading), 0]);
}

test.each([
  ["whose layout fails", "/about-us", "关于我们", [breakLayout]],
  ["that fails while it starts, although its error page would work,", "/product/info/huang-qi", "黄芪", [breakDates]],
  ["whose layout fails, in a browser without storage,", "/about-us", "关于我们", [breakLayout, refuseStorage]],
])("a page %s falls back to the server's HTML after one reload", async (_name, path, heading, changes) => {
  const { page, loads } = await openBroken(path, ...changes);
  await expectServerPage(page, heading);
  expect(loads).toHaveLength(2);
});

test("links and forms of a page whose scripts failed work, and the next pages start no scripts", async () => {
  const { page, loads } = await openBroken("/", breakLayout);
  await page.getByRole("contentinfo").getByRole("link", { name: "联系我们" }).click();
  await page.waitForURL("**/contact-us");
  await page.getByLabel("姓名", { exact: true }).fill("王伟");
  await page.getByLabel("联系方式").fill("13812345678");
  await page.getByLabel("内容").fill("脚本坏了，留言还能发。");
  await page.getByRole("button", { name: "提交留言" }).click();
  await page.waitForURL("**/contact-us/received?*");
  await expectServerPage(page, "收到");
  expect(loads).toHaveLength(4);
});

test("if a page and its error page fail after a navigation, the page is loaded from the server", async () => {
  const { page } = await open("/");
  await page.evaluate(breakLayout);
  await page.getByRole("contentinfo").getByRole("link", { name: "关于我们" }).click();
  await expect.poll(() => countEnhancedMenus(page)).toBe(0);
  await expect.poll(() => readHeading(page)).toContain("关于我们");
  expect(page.url()).toBe(`${site.origin}/about-us`);
});

test("a script's failure is logged as one warning, without the text that its message quotes", async () => {
  const { reports } = await openBroken("/about-us?keyword=private", breakLayout);
  expect(reports).toEqual([
    {
      message: 'Error: broken "on purpose"',
      frames: [expect.stringMatching(/^\/assets\//), expect.any(String), expect.any(String)],
      build: expect.stringMatching(/^\w+$/),
      path: "/about-us",
    },
  ]);
  await expect.poll(() => site.output()).toContain('"message":"Error: broken \\"…\\""');
  expect(site.output()).not.toContain("private");
  expect(await site.getText("/metrics")).toMatch(/\nclient_errors_total [1-9]/);
});
