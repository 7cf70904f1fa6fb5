import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { setUpSharedSiteAndBrowser } from "#tests/setup/browser/site-and-browser.ts";

const { site, browser, open } = setUpSharedSiteAndBrowser();

const slice = "/en/product/info/huang-qi";
const phone = { width: 360, height: 740 };

test("a product's page begins with the picture next to the name, the latest batch, the inquiry button and one table of facts", async () => {
  const { page } = await open(slice, { viewport: { width: 1440, height: 900 } });
  const main = page.getByRole("main");
  expect(await main.getByRole("heading", { level: 1 }).locator("..").innerText()).toBe(
    "Huang qi (astragalus root)\n\n黄芪 · Huángqí · Astragali Radix",
  );
  expect(await main.getByRole("rowheader").allTextContents()).toEqual(
    expect.arrayContaining(["Pack size", "Minimum order", "Item no.", "Form"]),
  );
  const picture = (await main.locator("img").first().boundingBox())!;
  expect(picture.width / 1440).toBeGreaterThan(0.32);
  const batch = main.locator("section", { has: page.getByRole("heading", { name: "Latest tested batch HQ-2601" }) });
  expect(await batch.innerText()).toContain("Released · 2 of 2 within limits");
  const button = (await main.getByRole("button", { name: "Add to inquiry" }).boundingBox())!;
  expect(button.y + button.height).toBeLessThan(900);
  await page.goto("/product/info/huang-qi");
  expect(await main.getByRole("heading", { level: 1 }).locator("..").innerText()).toBe(
    "黄芪\n\nHuángqí · Astragali Radix · astragalus root",
  );
});

test("related items are below a heading for their kind, in the order of kinds", async () => {
  const { page } = await open(slice);
  const related = page.locator("section", { has: page.getByRole("heading", { name: "Related", exact: true }) });
  const kinds = ["News", "Formulas", "Products", "Cases", "Services"];
  const headings = await related.getByRole("heading", { level: 3 }).allTextContents();
  expect(headings).toEqual(kinds.filter((kind) => headings.includes(kind)));
  expect(headings.length).toBeGreaterThan(1);
  expect(await related.getByRole("link", { name: "Formulas with astragalus root" }).isVisible()).toBe(true);
});

describe("on a phone the inquiry button stays at the bottom of the window", () => {
  /** Scrolls the page to several places. @returns the action's distance from the bottom of the window at each place */
  const measure = (page: Page) =>
    page.evaluate(() => {
      const button = document.querySelector<HTMLElement>('main [class*="action"]')!;
      const end = document.querySelector("footer")!.offsetTop - innerHeight;
      return [0, 0.25, 0.5, 0.75, 0.9].map((share) => {
        scrollTo(0, end * share);
        return innerHeight - button.getBoundingClientRect().bottom;
      });
    });

  test.each([slice, "/en/batch/HQ-2601"])(
    "%s: on a phone the inquiry button stays at the bottom of the screen, and works without scripts",
    async (path) => {
      const { page } = await open(path, { viewport: phone, locale: "en-GB" });
      for (const distance of await measure(page)) expect(Math.abs(distance)).toBeLessThan(2);
      // The action doesn't cover the footer.
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      const action = await page.locator('main [class*="action"]').boundingBox();
      expect(action!.y + action!.height).toBeLessThanOrEqual((await page.locator("footer").boundingBox())!.y);
      const plainVisit = await browser.visit(site.origin, {
        viewport: phone,
        locale: "en-GB",
        javaScriptEnabled: false,
      });
      await plainVisit.page.goto(path);
      await plainVisit.page.getByRole("button", { name: "Add to inquiry" }).click();
      await plainVisit.page.waitForURL("**/en/quotation?added=0");
    },
  );

  test("the language offer covers neither the inquiry button nor the end of the footer", async () => {
    const { page } = await open(slice, { viewport: phone, locale: "zh-CN" });
    const offer = page.getByRole("complementary", { name: "本页另有中文版。" });
    await offer.waitFor();
    const { y: top } = (await offer.boundingBox())!;
    for (const distance of await measure(page)) expect(740 - distance).toBeLessThanOrEqual(top + 1);
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const link = (await page.getByRole("link", { name: "Privacy notice" }).boundingBox())!;
    expect(link.y + link.height).toBeLessThan(top);
  });
});
