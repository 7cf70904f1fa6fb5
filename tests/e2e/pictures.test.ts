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

test("on a phone a formula begins with what it is made of, and its plate is further down", async () => {
  const { page, close } = await browser.visit(site.origin, { viewport: { width: 360, height: 740 } });
  await open(page, "/prescription/info/gui-zhi-tang");
  const top = async (selector: string) => (await page.locator(selector).first().boundingBox())!.y;
  expect(await top("figure svg")).toBeLessThan(740);
  expect(await top('main img[src="/plates/gui-zhi.svg"]:visible')).toBeGreaterThan(await top("figure svg"));
  await close();
});
