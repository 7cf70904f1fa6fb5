import { describe, expect, test } from "vitest";
import { localeCodes, locales } from "#app/i18n/locales.ts";
import { expectNoOverflow, openPage } from "#tests/setup/browser/browser.ts";
import { getPath, screens } from "#tests/setup/browser/screens.ts";
import { setUpSharedSiteAndBrowser } from "#tests/setup/browser/site-and-browser.ts";
import { runScript } from "#tests/setup/programs/run-script.ts";

const { site, browser } = setUpSharedSiteAndBrowser();

/** Screens that appear as soon as their URL is opened. */
const pages = screens.filter(({ prepare, needsFailingBackend }) => !prepare && !needsFailingBackend);

/** Screens whose status 404 the browser logs as an error. */
const notFoundScreens = new Set(["not-found", "batch-unknown"]);

describe.concurrent.each(localeCodes)("in the locale %s", (locale) => {
  const { language } = locales[locale];

  test("no page logs an error, violates the content security policy, or overflows from 320 px up; each has one h1 and the right `lang`", async () => {
    const { page, complaints } = await browser.visit(site.origin, { locale: language });
    for (const screen of pages) {
      const { name } = screen;
      await openPage(page, getPath(screen, locale));
      for (const width of [320, 360, 720, 820, 1440]) {
        await page.setViewportSize({ width, height: 800 });
        await expectNoOverflow(page);
      }
      expect(await page.locator("h1").count(), page.url()).toBe(1);
      expect(await page.locator("main, [role=main]").count(), page.url()).toBe(1);
      expect(await page.locator("html").getAttribute("lang"), page.url()).toBe(language);
      const isExpected = (complaint: string) => notFoundScreens.has(name) && complaint.includes("404");
      const errors = complaints.splice(0).filter((complaint) => !isExpected(complaint));
      expect([name, errors]).toEqual([name, []]);
    }
  });

  test("without script, every page has a visible heading, and all its articles are visible", async () => {
    const { page } = await browser.visit(site.origin, {
      javaScriptEnabled: false,
      colorScheme: locale === "cn" ? "dark" : "light",
      viewport: { width: 360, height: 740 },
    });
    for (const screen of pages) {
      await page.goto(getPath(screen, locale));
      expect(await page.locator("h1").isVisible(), page.url()).toBe(true);
      const articles = await page.locator("main article").count();
      expect(await page.locator("main article:visible").count(), page.url()).toBe(articles);
    }
  });
});

test("the command that takes pictures of screens starts", () => {
  const { status, stderr } = runScript("tests/screenshots/run.ts", {}, { args: ["no-such-screen"] });
  expect([status, stderr]).toEqual([0, ""]);
});
