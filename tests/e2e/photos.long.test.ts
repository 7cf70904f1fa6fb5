import type { Page } from "playwright";
import { expect, test } from "vitest";
import { expectNoOverflow, holdRequests, openPage } from "#tests/setup/browser/browser.ts";
import { setUpSharedSiteAndBrowser } from "#tests/setup/browser/site-and-browser.ts";

const { site, browser, open } = setUpSharedSiteAndBrowser();

const photo = "/media/photos/";

/** Scrolls through the page, so that photos are loaded, and waits until all of them are shown. */
async function showPhotos(page: Page): Promise<void> {
  for (const image of await page.locator(`img[src^="${photo}"]`).all()) {
    await image.scrollIntoViewIfNeeded();
    await expect
      .poll(() => image.evaluate((photo: HTMLImageElement) => photo.complete && photo.naturalWidth > 0))
      .toBe(true);
  }
  await page.evaluate(() => scrollTo(0, 0));
}

test("a phone loads a photo in the width at which it is displayed", async () => {
  const { page, complaints } = await open("/product/info/dan-shen", {
    viewport: { width: 360, height: 800 },
    deviceScaleFactor: 2,
  });
  await showPhotos(page);
  const widths = await page
    .locator(`img[src^="${photo}"]`)
    .evaluateAll((images: HTMLImageElement[]) =>
      images.map(({ currentSrc }) => new URL(currentSrc).searchParams.get("w")),
    );
  // These are the cover, its thumbnail (the browser may reuse the cover), and the picture in the text.
  expect(widths).toEqual(["800", expect.stringMatching(/^(?:200|320|800)$/), "800"]);
  expect(complaints).toEqual([]);
});

test.each([
  ["/product/info/dan-shen", "丹参", "关闭"],
  ["/en/product/info/dan-shen", "red sage root", "Close"],
])("%s: thumbnails of the photo and plates open the pictures in a dialog", async (path, name, close) => {
  const { page, complaints } = await open(path, { viewport: { width: 360, height: 740 } });
  const thumbs = page.locator("main header li a");
  expect(await thumbs.count()).toBe(3);
  const plate = page.getByRole("main").getByRole("listitem").getByRole("link", { name, exact: true });
  await plate.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name });
  await dialog.waitFor();
  const closeButton = dialog.getByRole("button", { name: close });
  // The focus moves into the dialog, and returns when the dialog closes.
  expect(await closeButton.evaluate((button) => button === document.activeElement)).toBe(true);
  await expectNoOverflow(page);
  // The arrow keys and the buttons go through the pictures in a circle.
  const shownPicture = dialog.locator("img");
  const first = await shownPicture.getAttribute("src");
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => page.getByRole("dialog").locator("img").getAttribute("src")).not.toBe(first);
  await page.keyboard.press("ArrowLeft");
  await dialog.waitFor();
  await dialog.locator("button").last().click();
  await expect.poll(() => page.getByRole("dialog").locator("img").getAttribute("src")).not.toBe(first);
  await page.getByRole("dialog").locator("button").nth(1).click();
  await dialog.waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  expect(await plate.evaluate((link) => link === document.activeElement)).toBe(true);
  // A tap on the large picture enlarges it.
  await page.locator("main header > div > a").click();
  await page.getByRole("dialog").getByRole("button", { name: close }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  expect(new URL(page.url()).pathname).toBe(path);
  expect(complaints).toEqual([]);
});

test.each([360, 1440])("the enlarged picture is larger than the page's in a window %i pixels wide", async (width) => {
  const { page } = await open("/product/info/dan-shen", { viewport: { width, height: 800 } });
  await showPhotos(page);
  const small = (await page.locator("main header a img").first().boundingBox())!;
  await page.locator("main header > div > a").click();
  const large = (await page.locator("dialog img").boundingBox())!;
  expect(large.width).toBeGreaterThan(small.width);
  expect(large.height).toBeLessThan(800);
  await expectNoOverflow(page);
});

test("while the large picture loads, the dialog has the page's smaller picture as its background", async () => {
  const { page, complaints } = await open("/product/info/dan-shen", { viewport: { width: 1440, height: 900 } });
  const small = page.locator("main header a img").first();
  await expect.poll(() => small.evaluate((image: HTMLImageElement) => image.complete)).toBe(true);
  const file = await small.evaluate((image: HTMLImageElement) => image.currentSrc);
  const sendPictures = await holdRequests(page, /[?&]w=(?:640|800|1200|1600)/);
  await page.locator("main header > div > a").click();
  const large = page.locator("dialog img");
  expect(await large.evaluate((image) => getComputedStyle(image).backgroundImage)).toBe(`url("${file}")`);
  expect(await large.evaluate((image: HTMLImageElement) => image.complete)).toBe(false);
  sendPictures();
  await expect.poll(() => large.evaluate((image: HTMLImageElement) => image.complete)).toBe(true);
  expect(complaints).toEqual([]);
});

test("without JavaScript the thumbnails link to the pictures", async () => {
  const { page } = await open("/product/info/dan-shen", { javaScriptEnabled: false });
  await page.locator("main header li a").nth(1).click();
  await page.waitForURL("**/plates/dan-shen.svg");
});

test("a picture that fails to load is replaced by the fallback plate, before and after hydration", async () => {
  const { page } = await browser.visit(site.origin);
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
});
