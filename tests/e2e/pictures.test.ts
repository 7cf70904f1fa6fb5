import { expect, test } from "vitest";
import { open } from "../setup/browser.ts";
import { siteAndBrowser } from "../setup/site-and-browser.ts";

const { site, browser } = siteAndBrowser();

test("a picture that can't be loaded is the plate, whether it fails before the script comes or after", async () => {
  const { page, close } = await browser.visit(site.origin);
  await page.route(/\/plates\/dan-shen\.svg/, (route) => route.abort());
  await open(page, "/product/list");
  const broken = page.locator('article:has(a[href="/product/info/dan-shen-extract"]) img');
  await expect.poll(() => broken.getAttribute("src")).toBe("/fallback-plate.svg");
  await expect.poll(() => broken.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await page.evaluate(() => {
    const image = new Image();
    image.id = "late";
    image.src = "/plates/no-such-herb.svg";
    document.body.append(image);
  });
  await expect.poll(() => page.locator("#late").getAttribute("src")).toBe("/fallback-plate.svg");
  await close();
});
