import { expect, test } from "vitest";
import { openPage } from "../setup/browser.ts";
import { setUpSharedSiteAndBrowser } from "../setup/site-and-browser.ts";

const { site, browser } = setUpSharedSiteAndBrowser();

test("a picture that fails to load is replaced by the plate, before and after hydration", async () => {
  const { page, close } = await browser.visit(site.origin);
  await page.route(/\/plates\/dan-shen\.svg/, (route) => route.abort());
  await openPage(page, "/product/list");
  const brokenImage = page.locator('article:has(a[href="/product/info/dan-shen-extract"]) img');
  await expect.poll(() => brokenImage.getAttribute("src")).toBe("/fallback-plate.svg");
  await expect.poll(() => brokenImage.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await page.evaluate(() => {
    const image = new Image();
    image.id = "late";
    image.src = "/plates/no-such-herb.svg";
    document.body.append(image);
  });
  await expect.poll(() => page.locator("#late").getAttribute("src")).toBe("/fallback-plate.svg");
  await close();
});
