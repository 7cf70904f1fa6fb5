import type { Page } from "playwright";
import { expect, test } from "vitest";
import { expectNoOverflow } from "../setup/browser.ts";
import { setUpSharedSiteAndBrowser } from "../setup/site-and-browser.ts";

const { site, browser } = setUpSharedSiteAndBrowser();

/** Returns the parts of visible texts that match the pattern and contain a line break. */
const findBrokenTexts = (page: Page, pattern: string) =>
  page.evaluate((source) => {
    const brokenTexts: string[] = [];
    const walker = document.createTreeWalker(document.querySelector("main")!, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode as Text;
      const parent = text.parentElement!;
      if (!parent.checkVisibility() || parent.closest('script, svg, .visually-hidden, [class*="honeypot"]')) continue;
      for (const { index, 0: part } of text.data.matchAll(new RegExp(source, "gv"))) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + part.length);
        const boxes = [...range.getClientRects()].filter(({ width }) => width > 0);
        if (new Set(boxes.map(({ top }) => Math.round(top))).size > 1) brokenTexts.push(part);
      }
    }
    return brokenTexts;
  }, pattern);

/** Counts paragraphs whose last line has a single Han character, not counting punctuation. */
const countLoneCharacters = (page: Page) =>
  page.evaluate(() => {
    const hasLoneCharacter = (paragraph: Element) => {
      const text = [...paragraph.childNodes].findLast((node) => node instanceof Text && node.data.trim() !== "");
      const data = text instanceof Text ? text.data.trimEnd() : "";
      const last = data.search(/\p{Script=Han}\P{Script=Han}*$/u);
      if (!text || last < 8) return false;
      const getBottom = (at: number) => {
        const range = document.createRange();
        range.setStart(text, at);
        range.setEnd(text, at + 1);
        return range.getBoundingClientRect().bottom;
      };
      return getBottom(last) - getBottom(last - 1) > 8;
    };
    return [...document.querySelectorAll("main :is(p, li, td, dd)")].filter(hasLoneCharacter).length;
  });

const englishPaths = [
  ...["/en", "/en/about-us", "/en/product/list", "/en/product/list?page=2", "/en/case/list", "/en/search?q=extract"],
  ...[
    "/en/product/info/dan-shen",
    "/en/product/info/ju-hua",
    "/en/batch/HQ-2601",
    "/en/prescription/info/gui-zhi-tang",
  ],
];

test("no English word breaks, and nothing scrolls sideways", async () => {
  const { page } = await browser.visit(site.origin, { javaScriptEnabled: false, locale: "en-GB" });
  for (const path of englishPaths) {
    await page.goto(path);
    for (const width of [320, 360, 600, 1024, 1280, 1920]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await findBrokenTexts(page, "\\p{Script=Latin}{3,}"), `${path} at ${width}`).toEqual([]);
      await expectNoOverflow(page);
    }
  }
});

test("in Chinese few lines have a single character, and none begins with a middle dot", async () => {
  const { page } = await browser.visit(site.origin, {
    javaScriptEnabled: false,
    viewport: { width: 360, height: 800 },
  });
  let loneCount = 0;
  for (const path of ["/", "/about-us", "/product/list", "/product/info/dan-shen", "/case/list", "/service/list"]) {
    await page.goto(path);
    loneCount += await countLoneCharacters(page);
  }
  expect(loneCount).toBeLessThanOrEqual(1);
  await page.goto("/product/list");
  for (let width = 320; width <= 420; width += 10) {
    await page.setViewportSize({ width, height: 800 });
    expect(await findBrokenTexts(page, "\\p{Script=Han}\\s?·"), `${width}`).toEqual([]);
  }
});
