import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { localizePath } from "#app/i18n/urls.ts";
import { withLongContent } from "../mocks/long-content.ts";
import { setUpBrowser, expectNoOverflow } from "../setup/browser.ts";
import { setUpBackend, setUpSite } from "../setup/site.ts";

const backend = await setUpBackend();
backend.responders.set("*", withLongContent(backend.api));
const site = setUpSite(() => ({ API_BASE_URL: backend.origin, LOG_LEVEL: "error" }));
const browser = setUpBrowser();

const paths = [
  ...["/", "/about-us", "/product/list", "/news/list", "/case/list", "/search?q=a"],
  ...["/product/info/huang-qi", "/prescription/info/gui-zhi-tang", "/service/info/export-supply"],
];

/** Returns texts that are cut off by an element that doesn't scroll, or that overlap other text. */
const findSpoiltTexts = (page: Page) =>
  page.evaluate(() => {
    const wrongTexts: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>(
      "h1, h2, h3, p, li, dt, dd, a, th, td, span, button",
    )) {
      if (
        !element.checkVisibility() ||
        element.closest('.visually-hidden, [class*="menu"], [class*="search"], [role="region"]')
      )
        continue;
      const { overflowX, textOverflow, webkitLineClamp } = getComputedStyle(element);
      if (
        webkitLineClamp === "none" &&
        textOverflow !== "ellipsis" &&
        overflowX !== "auto" &&
        element.scrollWidth > element.clientWidth + 1 &&
        element.clientWidth > 0
      ) {
        wrongTexts.push(
          `${element.tagName} ${element.className} is wider than its place: ${element.textContent!.slice(0, 30)}`,
        );
      }
    }
    const texts = [...document.querySelectorAll("main svg text")].map((text) => ({
      text,
      box: text.getBoundingClientRect(),
    }));
    for (const [index, { text, box }] of texts.entries()) {
      const next = texts[index + 1];
      const isOverlapping =
        next && box.bottom > next.box.top + 4 && box.top < next.box.bottom - 4 && box.right > next.box.left;
      if (isOverlapping) wrongTexts.push(`${text.textContent} lies upon ${next.text.textContent}`);
    }
    return wrongTexts;
  });

describe.concurrent.each(["cn", "en"] as const)("in the locale %s", (locale) => {
  test("titles of 60 characters, words of 30 letters, wide tables and deep lists fit any window", async () => {
    const { page } = await browser.visit(site.origin, { javaScriptEnabled: false });
    for (const path of paths) {
      await page.goto(localizePath(path, locale));
      for (const width of [320, 360, 820, 1440]) {
        await page.setViewportSize({ width, height: 800 });
        await expectNoOverflow(page);
        expect(await findSpoiltTexts(page), `${path} at ${width}`).toEqual([]);
      }
    }
  });

  test("a wide table has a name and scrolls by keyboard, and each level of nested lists has a different marker", async () => {
    const { page } = await browser.visit(site.origin, { viewport: { width: 360, height: 740 } });
    await page.goto(localizePath("/product/info/huang-qi", locale));
    const tables = page
      .locator("main")
      .getByRole("region")
      .filter({ has: page.locator("table") });
    const names = await tables.evaluateAll((tables) => tables.map((table) => table.getAttribute("aria-label")));
    expect(names).toEqual(locale === "cn" ? ["表格 1", "表格 2"] : ["Table 1", "Table 2"]);
    await tables.first().focus();
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction(() => document.activeElement!.scrollLeft > 0);
    expect(await tables.first().getByRole("columnheader").count()).toBe(9);
    for (const tag of ["ul", "ol"]) {
      const markersByLevel = await page.evaluate((list) => {
        const deepestList = document.querySelector(`main ${list} ${list} ${list} ${list}`)!;
        const markers: string[] = [];
        let current: Element | null | undefined = deepestList;
        while (current) {
          markers.push(getComputedStyle(current.firstElementChild!).listStyleType);
          current = current.parentElement?.closest(list);
        }
        return markers;
      }, tag);
      expect(new Set(markersByLevel).size, markersByLevel.join()).toBe(4);
    }
  });
});
