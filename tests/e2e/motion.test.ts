import type { Page } from "playwright";
import { expect, test } from "vitest";
import { openPage } from "#tests/setup/browser/browser.ts";
import { setUpSharedSiteAndBrowser } from "#tests/setup/browser/site-and-browser.ts";

const { site, browser } = setUpSharedSiteAndBrowser();

const desktop = { viewport: { width: 1200, height: 500 } };

/** Opens a page that records each rise: the distance, and the duration and delay in milliseconds. */
async function openRecorded(path: string) {
  const { page } = await browser.visit(site.origin, desktop);
  await page.addInitScript(() => {
    const rises: { from: string; duration: number; delay: number }[] = [];
    Object.assign(window, { rises });
    const { animate } = Element.prototype;
    Element.prototype.animate = function (keyframes, timing) {
      const { transform } = keyframes as { transform?: string[] };
      const { duration, delay = 0 } = timing as { duration: number; delay?: number };
      if (this.matches("[data-fade-up]") && transform) rises.push({ from: transform[0]!, duration, delay });
      return animate.call(this, keyframes, timing);
    };
  });
  await openPage(page, path);
  return page;
}

const listRises = (page: Page) =>
  page.evaluate(() => (window as unknown as { rises: { from: string; duration: number; delay: number }[] }).rises);

async function scrollThrough(page: Page): Promise<void> {
  const height = await page.evaluate(() => document.body.scrollHeight);
  await page.mouse.move(600, 250);
  for (let y = 0; y < height; y += 250) {
    await page.mouse.wheel(0, 250);
    await page.waitForTimeout(60);
  }
}

test("S27 from the second row on, cards of a list rise by 20 px, with a delay of at most 0.12 s", async () => {
  const page = await openRecorded("/product/list");
  const cards = page.locator("[data-fade-up]:has(article)");
  const readHiddenStates = () =>
    cards.evaluateAll((elements) => elements.map((element) => getComputedStyle(element).opacity === "0"));
  await page.evaluate(() => window.scrollTo(0, 1));
  await expect.poll(async () => (await readHiddenStates()).at(-1)).toBe(true);
  const tops = await cards.evaluateAll((elements) => elements.map((element) => (element as HTMLElement).offsetTop));
  expect((await readHiddenStates()).filter((_, index) => tops[index] === tops[0])).not.toContain(true);
  await scrollThrough(page);
  await expect.poll(async () => new Set(await readHiddenStates())).toEqual(new Set([false]));
  const rises = await listRises(page);
  expect(new Set(rises.map(({ from, duration }) => `${from} ${duration}`))).toEqual(new Set(["translateY(20px) 400"]));
  expect(Math.max(...rises.map(({ delay }) => Math.round(delay)))).toBe(120);
});

test("S27 a card rises once a fifth of it is visible", async () => {
  const page = await openRecorded("/product/list");
  const card = page.locator("[data-fade-up]:has(article)").last();
  const getOpacity = () => card.evaluate((element) => getComputedStyle(element).opacity);
  const show = (share: number) =>
    card.evaluate((element, share) => {
      const { top, height } = element.getBoundingClientRect();
      window.scrollBy({ top: top + height * share - window.innerHeight, behavior: "instant" });
    }, share);
  await page.evaluate(() => window.scrollTo(0, 1));
  await expect.poll(getOpacity).toBe("0");
  await show(0.12);
  await page.waitForTimeout(700);
  expect(await getOpacity()).toBe("0");
  await show(0.28);
  await expect.poll(getOpacity).toBe("1");
});

test("S27 on the home page some elements rise with a delay", async () => {
  const page = await openRecorded("/en");
  await page.evaluate(() => window.scrollTo(0, 1));
  await scrollThrough(page);
  await expect.poll(async () => (await listRises(page)).map(({ delay }) => Math.round(delay))).toContain(60);
});

test("S27 nothing rises after sorting a list, filtering it, or going back", async () => {
  const page = await openRecorded("/product/list?sort=newest");
  await page.locator("#keyword").fill("黄");
  await page.locator("#keyword").press("Enter");
  await page.waitForURL((url) => url.searchParams.get("keyword") === "黄");
  await scrollThrough(page);
  await page.locator("#sort").selectOption("title");
  await page.getByRole("button", { name: "筛选" }).click();
  await page.waitForURL("**sort=title*");
  await scrollThrough(page);
  await page.getByRole("contentinfo").getByRole("link", { name: "新闻" }).click();
  await page.getByRole("heading", { level: 1, name: "新闻" }).waitFor();
  await page.goBack();
  await page.getByRole("heading", { level: 1, name: "产品" }).waitFor();
  await scrollThrough(page);
  expect(await listRises(page)).toEqual([]);
});

test("S27 nothing rises after going back to a page that the browser loads again", async () => {
  const page = await openRecorded("/product/list");
  await page.goto(`${site.origin}/en/news/list`);
  await page.goBack();
  await page.getByRole("heading", { level: 1, name: "产品" }).waitFor();
  await scrollThrough(page);
  expect(await listRises(page)).toEqual([]);
});
