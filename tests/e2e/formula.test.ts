import { readdirSync } from "node:fs";
import type { Locator, Page } from "playwright";
import { expect, test } from "vitest";
import { expectNoOverflow, open } from "../setup/browser.ts";
import { siteAndBrowser } from "../setup/site-and-browser.ts";

const { site, browser } = siteAndBrowser();

test("on a phone a formula begins with what it is made of, and its plate is further down", async () => {
  const { page, close } = await browser.visit(site.origin, { viewport: { width: 360, height: 740 } });
  await open(page, "/prescription/info/gui-zhi-tang");
  const top = async (selector: string) => (await page.locator(selector).first().boundingBox())!.y;
  expect(await top("figure svg")).toBeLessThan(740);
  expect(await top('main img[src="/plates/gui-zhi.svg"]:visible')).toBeGreaterThan(await top("figure svg"));
  await close();
});

test("a chart is that of its formula, from the server and after a navigation, there and back", async () => {
  const { page, complaints, close } = await browser.visit(site.origin, { viewport: { width: 1440, height: 900 } });
  const chart = (title: string) => page.getByRole("img", { name: title });
  await open(page, "/prescription/info/gui-zhi-tang");
  await page.waitForLoadState("networkidle");
  expect(await chart("桂枝汤").locator("text", { hasText: "白芍" }).count()).toBe(1);
  await page.evaluate(() => Object.assign(window, { isFirstDocument: true }));
  await page.getByRole("main").getByRole("link", { name: "麻黄汤" }).first().click();
  await chart("麻黄汤").locator("text", { hasText: "苦杏仁" }).waitFor();
  expect(await chart("桂枝汤").count()).toBe(0);
  await page.goBack();
  await chart("桂枝汤").locator("text", { hasText: "白芍" }).waitFor();
  expect(await page.evaluate(() => "isFirstDocument" in window)).toBe(true);
  expect(complaints).toEqual([]);
  await close();
});

test("on every window a formula's short sections stand before its text, and the ways to its neighbours come last", async () => {
  const { page, close } = await browser.visit(site.origin);
  await open(page, "/prescription/info/gui-zhi-tang");
  const top = async (of: Locator) => (await of.boundingBox())!.y;
  const main = page.getByRole("main");
  const heading = (name: string) => main.getByRole("heading", { name });
  for (const width of [360, 820, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const places = [heading("组成"), heading("功用"), heading("注意"), heading("一散一收"), heading("图版")];
    const tops = await Promise.all([...places, main.getByRole("navigation").last()].map(top));
    expect(tops, `${width}`).toEqual(tops.toSorted((a, b) => a - b));
    expect(await top(heading("相关内容"))).toBeLessThan(tops.at(-1)!);
  }
  // What stands at the top of a product isn't shown once more among its plates.
  await page.goto("/product/info/huang-qi");
  expect(await main.locator('img[src="/plates/huang-qi.svg"]').count()).toBe(1);
  expect(await main.locator("figure img").count()).toBe(2);
  await close();
});

/** Names that reach the dose of their line, and doses that reach their share. */
const crowded = (page: Page) =>
  page.locator("figure svg text").evaluateAll((texts) =>
    texts.flatMap((text, index) => {
      const box = text.getBoundingClientRect();
      const next = texts[index + 1]?.getBoundingClientRect();
      const isBeside = next && next.width > 0 && Math.abs(box.top - next.top) < 8;
      return isBeside && box.right > next.left - 4 ? [text.textContent] : [];
    }),
  );

const formulas = readdirSync("content/prescription", { withFileTypes: true }).filter((entry) => entry.isDirectory());

test("on the narrowest phones every formula keeps its names and doses apart, and its table scrolls in its place", async () => {
  expect(formulas.length).toBeGreaterThan(30);
  const { page, close } = await browser.visit(site.origin, {
    viewport: { width: 320, height: 740 },
    javaScriptEnabled: false,
  });
  for (const { name } of formulas) {
    await page.goto(`/en/prescription/info/${name}`);
    await page.locator("figure summary").click();
    for (const width of [320, 360]) {
      await page.setViewportSize({ width, height: 740 });
      await expectNoOverflow(page);
      expect(await crowded(page), name).toEqual([]);
    }
    // The same dose is the same share, though rounded shares then may add up to 99 or 101.
    const numbers = await page.locator("figure td:nth-last-child(-n+2)").allInnerTexts();
    const shareOf = new Map<string, string>();
    for (let at = 0; at < numbers.length; at += 2) {
      const [dose, share] = numbers.slice(at, at + 2) as [string, string];
      expect(share, `${name}, ${dose}`).toBe(shareOf.get(dose) ?? share);
      shareOf.set(dose, share);
    }
    expect(shareOf.size, name).toBeGreaterThan(0);
    // What each is of the whole has its place on a phone of today.
    expect(await page.locator("figure svg text", { hasText: "%" }).first().isVisible(), name).toBe(true);
  }
  await close();
});
