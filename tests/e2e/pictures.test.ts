import { afterAll, beforeAll, expect, test } from "vitest";
import { open, startBrowser } from "../setup/browser.ts";
import { startSite, type RunningSite } from "../setup/running-site.ts";

let site: RunningSite;
let browser: Awaited<ReturnType<typeof startBrowser>>;
beforeAll(async () => {
  [site, browser] = await Promise.all([startSite({ LOG_LEVEL: "warn" }), startBrowser()]);
});
afterAll(async () => {
  await browser.stop();
  await site.stop();
});

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
