import { describe, expect, test } from "vitest";
import { localeCodes } from "../../app/i18n/locales.ts";
import { localizePath } from "../../app/i18n/urls.ts";
import { expectNoOverflow, openPage } from "../setup/browser.ts";
import { setUpSharedSiteAndBrowser } from "../setup/site-and-browser.ts";

const { site, browser } = setUpSharedSiteAndBrowser();

const screens = [
  "/",
  "/about-us",
  "/contact-us",
  "/quotation",
  "/login",
  "/search?q=甘草",
  "/product/list",
  "/product/list/pieces/roots",
  "/product/info/huang-qi",
  "/prescription/list",
  "/prescription/info/xiao-chai-hu-tang",
  "/news/list",
  "/product/list?page=2",
  "/case/list",
  "/service/list",
  "/product/list?keyword=unicorn",
];

describe.each(localeCodes)("%s", (locale) => {
  test("no screen logs an error, violates the policy, or overflows from 320 px up", async () => {
    const { page, complaints, close } = await browser.visit(site.origin);
    for (const path of screens) {
      await openPage(page, localizePath(path, locale));
      for (const width of [320, 360, 820, 1440]) {
        await page.setViewportSize({ width, height: 800 });
        await expectNoOverflow(page);
      }
      expect([path, complaints]).toEqual([path, []]);
    }
    await close();
  });

  test("every screen is complete without script, in light and dark", async () => {
    const { page, close } = await browser.visit(site.origin, {
      javaScriptEnabled: false,
      colorScheme: locale === "cn" ? "dark" : "light",
      viewport: { width: 360, height: 740 },
    });
    for (const path of screens) {
      await page.goto(localizePath(path, locale));
      expect(await page.locator("h1").isVisible(), path).toBe(true);
      for (const article of await page.locator("main article").all()) expect(await article.isVisible()).toBe(true);
    }
    await close();
  });
});
