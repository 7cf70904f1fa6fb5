import { expect, test } from "vitest";
import { holdRequests, openPage } from "#tests/setup/browser/browser.ts";
import { setUpSiteAndBrowser } from "#tests/setup/browser/site-and-browser.ts";

const { site, browser, open } = setUpSiteAndBrowser();
const phone = { viewport: { width: 360, height: 780 }, hasTouch: true };

test("everything that can be pressed is at least 24 px high and wide, except links in sentences", async () => {
  const { page } = await browser.visit(site.origin, phone);
  for (const path of [
    "/",
    "/product/list",
    "/product/info/huang-qi",
    "/batch/HQ250901",
    "/en/contact-us",
    "/en/quotation",
  ]) {
    await openPage(page, path);
    const small = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>("a[href], button, select, input:not([type=hidden])")]
        .filter((element) => element.checkVisibility() && !element.closest(".visually-hidden, [aria-hidden=true]"))
        .filter((element) => {
          const isInSentence =
            getComputedStyle(element).display === "inline" && element.closest("p, td, dd, li > span");
          const { width, height, left } = element.getBoundingClientRect();
          return (
            !isInSentence && left >= 0 && width > 1 && (width < 24 || height < 24) && !element.matches("h2 a, h3 a")
          );
        })
        .map((element) => `${element.textContent?.trim()} ${Math.round(element.getBoundingClientRect().height)}`),
    );
    expect([path, small]).toEqual([path, []]);
  }
});

test("a menu sheet that is open when the scripts arrive stays open and scrolled", async () => {
  const { page } = await browser.visit(site.origin, phone);
  const sendScripts = await holdRequests(page, "**/assets/entry.client*");
  await page.goto("/product/list", { waitUntil: "domcontentloaded" });
  await page.getByRole("link", { name: "菜单", exact: true }).click();
  const sheet = page.locator("nav#menu");
  const last = sheet.getByRole("link").last();
  await last.scrollIntoViewIfNeeded();
  const readTops = () =>
    sheet.getByRole("link").evaluateAll((links) => links.map((link) => link.getBoundingClientRect().top));
  const tops = await readTops();
  sendScripts();
  await page.locator("nav#menu[data-open]").waitFor();
  await page.waitForTimeout(100);
  expect(await readTops()).toEqual(tops);
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "hidden" });
  await page.getByRole("link", { name: "菜单", exact: true }).click();
  expect(await page.locator("nav#menu[data-enhanced]").count()).toBe(1);
});

test("every way to close the menu goes back in the history, and a page opened from the menu replaces the menu's history entry", async () => {
  const { page } = await open("/about-us", phone);
  const openings = { requests: [] as string[] };
  page.on("request", (request) => openings.requests.push(request.url()));
  await openPage(page, "/contact-us");
  await page.getByLabel("姓名").fill("王");
  await page.getByRole("button", { name: "提交留言" }).click();
  await page.getByRole("alert").waitFor();
  const sheet = page.locator("nav#menu");
  const opener = page.getByRole("link", { name: "菜单", exact: true });
  const length = await page.evaluate(() => history.length);
  openings.requests = [];
  for (const close of [
    () => page.goBack(),
    () => page.keyboard.press("Escape"),
    () => page.getByText("关闭菜单").click(),
  ]) {
    await opener.click();
    await sheet.waitFor({ state: "visible" });
    expect(await page.evaluate(() => history.length)).toBe(length + 1);
    await close();
    await sheet.waitFor({ state: "hidden" });
    // No page is loaded, so the form keeps its errors.
    expect(await page.getByRole("alert").isVisible()).toBe(true);
  }
  expect(openings.requests.filter((url) => url.includes(".data"))).toEqual([]);
  await opener.click();
  await sheet.getByRole("link", { name: "关于我们" }).click();
  await page.getByRole("heading", { level: 1, name: "关于我们" }).waitFor();
  await sheet.waitFor({ state: "hidden" });
  await page.goBack();
  await page.getByRole("heading", { level: 1, name: "联系我们" }).waitFor();
  await page.goBack();
  await page.getByRole("heading", { level: 1, name: "关于我们" }).waitFor();
});
