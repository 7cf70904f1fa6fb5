import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { localizePath } from "#app/i18n/urls.ts";
import { openPage } from "#tests/setup/browser/browser.ts";
import { setUpSharedSiteAndBrowser } from "#tests/setup/browser/site-and-browser.ts";

const { site, browser, open } = setUpSharedSiteAndBrowser();

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true };
const clipboard = { permissions: ["clipboard-read", "clipboard-write"] };
const readClipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

test("the share button opens the phone's dialog, and closing the dialog reports no error", async () => {
  const { page, complaints } = await browser.visit(site.origin, phone);
  await page.addInitScript(() => {
    const shared: ShareData[] = [];
    const share = (data: ShareData) => (shared.push(data), Promise.reject(new DOMException("closed", "AbortError")));
    Object.assign(window, { shared });
    Object.assign(navigator, { share });
  });
  await openPage(page, "/prescription/info/gui-zhi-tang");
  await page.getByRole("button", { name: "分享本页" }).tap();
  const shared = await page.evaluate(() => (window as unknown as { shared: ShareData[] }).shared);
  expect(shared).toEqual([{ title: "桂枝汤", url: `${site.origin}/prescription/info/gui-zhi-tang` }]);
  expect(await page.getByRole("button", { name: "复制链接" }).count()).toBe(0);
  expect(complaints).toEqual([]);
});

describe.each([
  ["cn", "复制地址", "地址已复制", "复制"],
  ["en", "Copy: Address", "Address copied", "Copy"],
] as const)("in the locale %s", (locale, copyButtonName, confirmation, copyLabels) => {
  test("phone number and mail address are links, and the postal address can be copied", async () => {
    const { page } = await open(localizePath("/contact-us", locale), { ...phone, ...clipboard });
    const main = page.getByRole("main");
    await main.getByRole("button", { name: copyButtonName }).tap();
    await page.getByRole("status").getByText(confirmation).waitFor();
    await main.getByText(await readClipboard(page), { exact: true }).waitFor();
    const call = main.locator('a[href^="tel:"]');
    expect(await call.getAttribute("href")).toMatch(/^tel:\+?\d+$/);
    const mail = main.locator('a[href^="mailto:"]');
    expect(await mail.getAttribute("href")).toBe(`mailto:${await mail.textContent()}`);
    expect(await main.getByRole("button", { name: new RegExp(`^${copyLabels}`) }).count()).toBe(1);
  });

  test("without scripts, buttons that need them are hidden", async () => {
    const { page } = await browser.visit(site.origin, { ...phone, javaScriptEnabled: false });
    for (const path of ["/contact-us", "/batch/HQ-2601"]) {
      await page.goto(localizePath(path, locale));
      for (const button of await page.locator('main button[type="button"]').all()) {
        expect(await button.isVisible(), await button.innerText()).toBe(false);
      }
    }
  });
});

test("if the browser refuses to copy, a message appears, and no script error is reported", async () => {
  const { page, complaints } = await browser.visit(site.origin, phone);
  await page.addInitScript(() => {
    const writeText = () => Promise.reject(new DOMException("not allowed", "NotAllowedError"));
    Object.defineProperty(navigator, "clipboard", { value: { writeText } });
  });
  await openPage(page, "/en/contact-us");
  await page.getByRole("main").getByRole("button", { name: "Copy: Address" }).tap();
  await page.getByRole("status").getByText("Copying didn’t work").waitFor();
  expect(complaints).toEqual([]);
});

test("the toast for a copied URL is 16 px below the top, lets clicks through, covers no focused element, and disappears", async () => {
  const { page } = await open("/en/prescription/info/gui-zhi-tang", { ...phone, ...clipboard });
  // With the time stopped, the toast stays however slow the machine is.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1000);
  await page.getByRole("button", { name: "Copy link" }).tap();
  const toast = page.getByText("Link copied");
  const box = (await toast.boundingBox())!;
  expect(Math.round(box.y)).toBe(16);
  expect(await readClipboard(page)).toBe(`${site.origin}/en/prescription/info/gui-zhi-tang`);
  const isClickThrough = await toast.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return !element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });
  expect(isClickThrough).toBe(true);
  await page.keyboard.press("Shift+Tab");
  await page.getByRole("link", { name: "Menu", exact: true }).focus();
  const header = (await page.getByRole("banner").boundingBox())!;
  expect((await toast.boundingBox())!.y).toBeGreaterThanOrEqual(header.y + header.height);
  await page.clock.runFor(2900);
  expect(await toast.isVisible()).toBe(true);
  await page.clock.runFor(200);
  await toast.waitFor({ state: "hidden" });
});
