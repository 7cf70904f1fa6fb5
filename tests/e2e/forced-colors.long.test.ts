import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { openPage } from "#tests/setup/browser/browser.ts";
import { setUpSharedSiteAndBrowser } from "#tests/setup/browser/site-and-browser.ts";

const { site, browser, open } = setUpSharedSiteAndBrowser();

const findUnmarkedControls = (page: Page) =>
  page.evaluate(() => {
    const canvas = getComputedStyle(document.body).backgroundColor;
    const isMarked = (element: Element) => {
      const { borderBottomStyle, borderBottomColor, backgroundColor } = getComputedStyle(element);
      const hasBorder = borderBottomStyle !== "none" && borderBottomColor !== canvas;
      return hasBorder || (backgroundColor !== canvas && backgroundColor !== "rgba(0, 0, 0, 0)");
    };
    const controls = document.querySelectorAll(
      'main button, main a[class*="button-primary"], main a[class*="button-quiet"], input, select, textarea',
    );
    const visibleControls = [...controls].filter(
      (element) => element.checkVisibility() && !element.matches('[tabindex="-1"], [type="hidden"]'),
    );
    return visibleControls.filter((element) => !isMarked(element)).map((element) => element.outerHTML.slice(0, 80));
  });

const getRenderedColours = (page: Page, selector: string) =>
  page.evaluate((selector) => {
    const { fill, stroke, color, backgroundColor, borderColor } = getComputedStyle(document.querySelector(selector)!);
    return {
      fill,
      stroke,
      color,
      backgroundColor,
      borderColor,
      canvas: getComputedStyle(document.body).backgroundColor,
    };
  }, selector);

describe.concurrent.each(["light", "dark"] as const)("forced colours, %s", (colorScheme) => {
  const options = { colorScheme, forcedColors: "active", viewport: { width: 1200, height: 800 } } as const;

  test("the chart of a formula and the scales of a batch are visible", async () => {
    const { page } = await open("/prescription/info/gui-zhi-tang", options);
    const bar = await getRenderedColours(page, 'main table svg[class*="bar"]');
    expect(bar.borderColor).not.toBe(bar.canvas);
    await openPage(page, "/batch/HQ-2601");
    for (const part of ["range", "point"]) {
      const { fill, canvas } = await getRenderedColours(page, `main svg [class*="${part}"]`);
      expect(fill, part).not.toBe(canvas);
    }
    await openPage(page, "/prescription/list");
    const strip = await getRenderedColours(page, "main article svg");
    expect(strip.borderColor).not.toBe(strip.canvas);
  });

  test("controls have edges, primary buttons a background, and errors are marked by more than colour", async () => {
    const { page } = await browser.visit(site.origin, options);
    for (const path of ["/", "/en/product/list", "/contact-us"]) {
      await openPage(page, path);
      expect(await findUnmarkedControls(page), path).toEqual([]);
    }
    const [first, secondary] = [
      await getRenderedColours(page, 'main button[class*="primary"]'),
      await getRenderedColours(page, 'main a[class*="button-quiet"]'),
    ];
    expect(first.backgroundColor).not.toBe(secondary.backgroundColor);
    await page.getByRole("button", { name: "提交留言" }).click();
    await page.getByRole("alert").waitFor();
    const borders = await page.evaluate(() =>
      ["#name", "#subject", '[role="alert"]'].map((selector) =>
        parseFloat(getComputedStyle(document.querySelector(selector)!).borderTopWidth),
      ),
    );
    expect(borders).toEqual([2, 1, 3]);
    expect(await findUnmarkedControls(page)).toEqual([]);
    await page.keyboard.press("Tab");
    const ringColour = await page.evaluate(() => getComputedStyle(document.activeElement!).outlineColor);
    expect(ringColour).not.toBe(first.canvas);
  });
});
