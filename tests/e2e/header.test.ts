import { expect, test } from "vitest";
import { expectNoOverflow, openPage } from "#tests/setup/browser/browser.ts";
import { setUpSharedSiteAndBrowser } from "#tests/setup/browser/site-and-browser.ts";

const { site, browser } = setUpSharedSiteAndBrowser();

test("the header has one row from 1024 to 1920 px, in both languages", async () => {
  const { page } = await browser.visit(site.origin);
  for (const width of [1024, 1152, 1280, 1366, 1440, 1600, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    for (const path of ["/about-us", "/en/about-us"]) {
      await page.goto(path);
      const { height, gap } = await page.evaluate(() => {
        const linkBoxes = [...document.querySelectorAll("header nav > ul > li")].map((item) =>
          item.getBoundingClientRect(),
        );
        const toolsBox = document.querySelector("header form")!.getBoundingClientRect();
        return {
          height: document.querySelector("header")!.getBoundingClientRect().height,
          gap: toolsBox.left - Math.max(...linkBoxes.map(({ right }) => right)),
        };
      });
      expect(height, `${path} at ${width}`).toBeLessThan(72);
      expect(gap, `${path} at ${width}`).toBeGreaterThan(0);
      await expectNoOverflow(page);
    }
  }
});

test("S26 the badge in the header has the number of items on the inquiry list, and 99+ above 99", async () => {
  const { page } = await browser.visit(site.origin);
  for (const [count, badge] of [
    [0, []],
    [3, ["3"]],
    [99, ["99"]],
    [100, ["99+"]],
  ] as const) {
    await page.context().addCookies([{ name: "inquiry_count", value: String(count), url: site.origin }]);
    await openPage(page, "/about-us");
    const link = page.getByRole("banner").locator('a[href="/quotation"]');
    await expect.poll(() => link.locator('span:not([class*="visually-hidden"])').allTextContents()).toEqual(badge);
  }
});
