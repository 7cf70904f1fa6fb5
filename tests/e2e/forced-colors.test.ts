import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { open } from "../setup/browser.ts";
import { siteAndBrowser } from "../setup/site-and-browser.ts";

const { site, browser } = siteAndBrowser();

/** Controls that nothing sets off from the page: neither a border nor a ground of their own, nor an underline. */
const unmarkedControls = (page: Page) =>
  page.evaluate(() => {
    const canvas = getComputedStyle(document.body).backgroundColor;
    const isMarked = (element: Element) => {
      const { borderBottomStyle, borderBottomColor, backgroundColor } = getComputedStyle(element);
      const hasBorder = borderBottomStyle !== "none" && borderBottomColor !== canvas;
      return hasBorder || (backgroundColor !== canvas && backgroundColor !== "rgba(0, 0, 0, 0)");
    };
    const controls = document.querySelectorAll(
      'main button, main a[class*="primary"], main a[class*="quiet"], input, select, textarea',
    );
    const seen = [...controls].filter(
      (element) => element.checkVisibility() && !element.matches('[tabindex="-1"], [type="hidden"]'),
    );
    return seen.filter((element) => !isMarked(element)).map((element) => element.outerHTML.slice(0, 80));
  });

/** What an element is drawn with, in this page's own colours. */
const drawn = (page: Page, selector: string) =>
  page.evaluate((wanted) => {
    const { fill, stroke, color, backgroundColor, borderColor } = getComputedStyle(document.querySelector(wanted)!);
    return {
      fill,
      stroke,
      color,
      backgroundColor,
      borderColor,
      canvas: getComputedStyle(document.body).backgroundColor,
    };
  }, selector);

describe.concurrent.each(["light", "dark"] as const)("colours that the reader forces, %s", (colorScheme) => {
  const options = { colorScheme, forcedColors: "active", viewport: { width: 1200, height: 800 } } as const;

  test("the drawing of a formula is seen: names, rules, bars on their tracks", async () => {
    const { page, close } = await browser.visit(site.origin, options);
    await open(page, "/prescription/info/gui-zhi-tang");
    for (const part of ["bar", "name", "dose", "role", "aim"]) {
      const { fill, canvas } = await drawn(page, `main svg [class*="${part}"]`);
      expect(fill, part).not.toBe(canvas);
    }
    const [bar, track, rule] = [
      await drawn(page, 'svg [class*="bar"]'),
      await drawn(page, 'svg [class*="track"]'),
      await drawn(page, 'svg [class*="rule"]'),
    ];
    expect(track.fill).not.toBe(bar.fill);
    expect(track.stroke).not.toBe(track.canvas);
    expect(rule.stroke).not.toBe(rule.canvas);
    await open(page, "/prescription/list");
    const strip = await drawn(page, "main article svg rect");
    expect([strip.fill === strip.canvas, strip.stroke === strip.canvas]).toEqual([false, true]);
    await close();
  });

  test("every control has an edge, the first of two buttons a ground, and mistakes more than a colour", async () => {
    const { page, close } = await browser.visit(site.origin, options);
    for (const path of ["/", "/en/product/list", "/contact-us"]) {
      await open(page, path);
      expect(await unmarkedControls(page), path).toEqual([]);
    }
    const [first, quiet] = [
      await drawn(page, 'main button[class*="primary"]'),
      await drawn(page, 'main a[class*="quiet"]'),
    ];
    expect(first.backgroundColor).not.toBe(quiet.backgroundColor);
    await page.getByRole("button", { name: "发送留言" }).click();
    await page.getByRole("alert").waitFor();
    const borders = await page.evaluate(() =>
      ["#name", "#subject", '[role="alert"]'].map((one) =>
        parseFloat(getComputedStyle(document.querySelector(one)!).borderTopWidth),
      ),
    );
    expect(borders).toEqual([2, 1, 3]);
    expect(await unmarkedControls(page)).toEqual([]);
    await page.keyboard.press("Tab");
    const ring = await page.evaluate(() => getComputedStyle(document.activeElement!).outlineColor);
    expect(ring).not.toBe(first.canvas);
    await close();
  });

  test("the count on the list's badge, and the line of a slow page, are seen", async () => {
    const { page, close } = await browser.visit(site.origin, options);
    await open(page, "/product/info/huang-qi");
    await page.getByRole("button", { name: "加入询价单" }).first().click();
    await page.getByRole("link", { name: "询价单，1 种" }).waitFor();
    const badge = await drawn(page, 'header [class*="badge"]');
    expect([badge.color === badge.backgroundColor, badge.borderColor === badge.backgroundColor]).toEqual([
      false,
      false,
    ]);
    await page.route("**/*.data*", async (route) => {
      await new Promise((done) => setTimeout(done, 1500));
      await route.continue().catch(() => undefined);
    });
    await page.getByRole("contentinfo").getByRole("link", { name: "服务" }).click();
    const line = page.locator('[role="status"][class*="line"]');
    await line.waitFor({ state: "attached" });
    const { backgroundColor, canvas } = await drawn(page, '[role="status"][class*="line"]');
    expect(backgroundColor).not.toBe(canvas);
    await page.waitForURL("**/service/list");
    await close();
  });
});
