import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { localizePath } from "#app/i18n/urls.ts";
import { withLongContent } from "#tests/mocks/long-content.ts";
import { expectNoOverflow } from "#tests/setup/browser/browser.ts";
import { setUpSharedSiteAndBrowser } from "#tests/setup/browser/site-and-browser.ts";
import { setUpBackend, setUpSite } from "#tests/setup/site/site.ts";

const { site: sharedSite, browser } = setUpSharedSiteAndBrowser();
const backend = await setUpBackend();
backend.responders.set("*", withLongContent(backend.api));
const siteWithLongTexts = setUpSite(() => ({ API_BASE_URL: backend.origin, LOG_LEVEL: "error" }));

const paths = [
  ...["/", "/about-us", "/product/list", "/news/list", "/case/list", "/search?q=a"],
  ...["/product/info/huang-qi", "/prescription/info/gui-zhi-tang", "/service/info/export-supply"],
];

/** Returns texts that are cut off, because they are wider than their element, which doesn't scroll. */
const findCutTexts = (page: Page) =>
  page.locator("h1, h2, h3, p, li, dt, dd, a, th, td, span, button").evaluateAll((elements) =>
    elements
      .filter((element) => element.checkVisibility() && element.clientWidth > 0)
      .filter((element) => !element.closest('.visually-hidden, [class*="menu"], [class*="search"], [role="region"]'))
      .filter((element) => element.scrollWidth > element.clientWidth + 1)
      .filter((element) => {
        const { overflowX, textOverflow, webkitLineClamp } = getComputedStyle(element);
        return webkitLineClamp === "none" && textOverflow !== "ellipsis" && overflowX !== "auto";
      })
      .map((element) => element.outerHTML.slice(0, 100)),
  );

describe.concurrent.each(["cn", "en"] as const)("in the locale %s", (locale) => {
  test("titles of 60 characters, words of 30 letters, wide tables and deep lists fit any window", async () => {
    const { page } = await browser.visit(siteWithLongTexts.origin, { javaScriptEnabled: false });
    for (const path of paths) {
      await page.goto(localizePath(path, locale));
      for (const width of [320, 820]) {
        await page.setViewportSize({ width, height: 800 });
        await expectNoOverflow(page);
        expect(await findCutTexts(page), `${path} at ${width}`).toEqual([]);
      }
    }
  });

  test("a wide table has a name and scrolls by keyboard", async () => {
    const { page } = await browser.visit(siteWithLongTexts.origin, { viewport: { width: 360, height: 740 } });
    await page.goto(localizePath("/product/info/huang-qi", locale));
    const table = page.locator("main").getByRole("region", { name: locale === "cn" ? "表格 1" : "Table 1" });
    await table.focus();
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction(() => document.activeElement!.scrollLeft > 0);
  });
});

/** Returns the parts of visible texts that match the pattern and contain a line break. */
const findBrokenTexts = (page: Page, pattern: string) =>
  page.locator("main :is(h1, h2, h3, p, li, dt, dd, td, th):visible").evaluateAll((elements, source) => {
    const texts = elements.flatMap(({ childNodes }) => [...childNodes].filter((node) => node instanceof Text));
    return texts.flatMap((text) =>
      Array.from(text.data.matchAll(new RegExp(source, "gv"))).flatMap(({ index, 0: part }) => {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + part.length);
        const tops = [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top));
        return new Set(tops).size > 1 ? [part] : [];
      }),
    );
  }, pattern);

test.each([
  ["no English word breaks", "/en", "\\p{Script=Latin}{3,}"],
  ["no Chinese line begins with a middle dot", "", "\\p{Script=Han}\\s?·"],
])("%s", async (_name, prefix, pattern) => {
  const { page } = await browser.visit(sharedSite.origin, { javaScriptEnabled: false });
  for (const path of ["/about-us", "/product/list", "/product/info/dan-shen", "/batch/HQ-2601"]) {
    await page.goto(prefix + path);
    for (const width of [320, 400, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await findBrokenTexts(page, pattern), `${path} at ${width}`).toEqual([]);
    }
  }
});
