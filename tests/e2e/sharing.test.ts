import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { localizePath } from "../../app/i18n/urls.ts";
import { open } from "../setup/browser.ts";
import { siteAndBrowser } from "../setup/site-and-browser.ts";

const { site, browser } = siteAndBrowser();

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true };
const clipboard = { permissions: ["clipboard-read", "clipboard-write"] };
const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

test("a phone's own sheet is given the page; a visitor who closes it sees nothing of that", async () => {
  const { page, complaints, close } = await browser.visit(site.origin, phone);
  await page.addInitScript(() => {
    const shared: ShareData[] = [];
    const share = (data: ShareData) => (shared.push(data), Promise.reject(new DOMException("closed", "AbortError")));
    Object.assign(window, { shared });
    Object.assign(navigator, { share });
  });
  await open(page, "/product/info/huang-qi");
  await page.getByRole("button", { name: "分享本页" }).tap();
  const shared = await page.evaluate(() => (window as unknown as { shared: ShareData[] }).shared);
  expect(shared).toEqual([{ title: "黄芪", url: `${site.origin}/product/info/huang-qi` }]);
  expect(await page.getByRole("button", { name: "复制链接" }).count()).toBe(0);
  expect(complaints).toEqual([]);
  await close();
});

describe.each([
  ["cn", "复制电话", "电话已复制", "复制"],
  ["en", "Copy: Phone", "Phone copied", "Copy"],
] as const)("%s", (locale, copiesPhone, done, copies) => {
  test("phone, mail and address can be called, written to and copied", async () => {
    const { page, close } = await browser.visit(site.origin, { ...phone, ...clipboard });
    await open(page, localizePath("/contact-us", locale));
    const main = page.getByRole("main");
    await main.getByRole("button", { name: copiesPhone }).tap();
    await page.getByRole("status").getByText(done).waitFor();
    const number = await copied(page);
    const call = main.locator('a[href^="tel:"]');
    expect(await call.textContent()).toBe(number);
    expect(await call.getAttribute("href")).toMatch(/^tel:\+?\d+$/);
    const mail = main.locator('a[href^="mailto:"]');
    expect(await mail.getAttribute("href")).toBe(`mailto:${await mail.textContent()}`);
    expect(await main.getByRole("button", { name: new RegExp(`^${copies}`) }).count()).toBe(3);
    await close();
  });

  test("without script there is no button that would do nothing", async () => {
    const { page, close } = await browser.visit(site.origin, { ...phone, javaScriptEnabled: false });
    for (const path of ["/contact-us", "/product/info/huang-qi"]) {
      await page.goto(localizePath(path, locale));
      for (const button of await page.locator('main button[type="button"]').all()) {
        expect(await button.isVisible(), await button.innerText()).toBe(false);
      }
    }
    await close();
  });
});

test("a toast stands 16 px below the edge, lets clicks through, and leaves what has the focus in sight", async () => {
  const { page, close } = await browser.visit(site.origin, { ...phone, ...clipboard });
  await open(page, "/en/product/info/huang-qi");
  await page.getByRole("button", { name: "Copy link" }).tap();
  const toast = page.getByText("Link copied");
  const box = (await toast.boundingBox())!;
  expect(Math.round(box.y)).toBe(16);
  const isThrough = await toast.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return !element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });
  expect(isThrough).toBe(true);
  await page.keyboard.press("Shift+Tab");
  await page.getByRole("link", { name: "Menu", exact: true }).focus();
  const header = (await page.getByRole("banner").boundingBox())!;
  expect((await toast.boundingBox())!.y).toBeGreaterThanOrEqual(header.y + header.height);
  await close();
});
