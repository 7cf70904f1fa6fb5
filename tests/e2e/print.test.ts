import type { Page } from "playwright";
import { expect, test } from "vitest";
import { expectNoOverflow, open } from "../setup/browser.ts";
import { siteAndBrowser } from "../setup/site-and-browser.ts";

const { site, browser } = siteAndBrowser();

/** Paper of A4 between its margins, in CSS pixels. */
const paper = { width: 658, height: 930 };

/** What stands on paper though it only works on a screen, and text that stands beside other text. */
const outOfPlace = (page: Page) =>
  page.evaluate(() => {
    const isShown = (element: Element) => element.checkVisibility() && element.getClientRects().length > 0;
    const controls = [
      ...document.querySelectorAll(
        'button:not([aria-hidden]), nav, footer, aside[lang], [role="search"], [class*="toaster"] *',
      ),
    ];
    const sections = [...document.querySelectorAll("main h2, main h3")].filter(isShown);
    const lefts = new Set(
      sections.map((one) => Math.round(one.getBoundingClientRect().left)).filter((left) => left > 120),
    );
    return [
      ...controls.filter(isShown).map((one) => one.outerHTML.slice(0, 80)),
      ...[...lefts].map((left) => `text at ${left}`),
    ];
  });

/** Ink and ground of the page. */
const colours = (page: Page) =>
  page.evaluate(() => {
    const { color, backgroundColor } = getComputedStyle(document.body);
    return [color, backgroundColor];
  });

const pages = [
  ...["/product/info/huang-qi", "/en/prescription/info/gui-zhi-tang", "/news/info/pharmacopoeia-2025"],
  ...["/en/case/info/chrysanthemum-village", "/service/info/export-supply", "/en/about-us"],
];

test.concurrent("every page is one column of ink on white, with its address and nothing to press", async () => {
  const { page, close } = await browser.visit(site.origin, { colorScheme: "dark", viewport: paper });
  for (const path of pages) {
    await page.emulateMedia({ media: "screen" });
    await open(page, path);
    await page.emulateMedia({ media: "print" });
    expect(await outOfPlace(page), path).toEqual([]);
    expect(await colours(page), path).toEqual(["rgb(0, 0, 0)", "rgb(255, 255, 255)"]);
    expect(await page.locator("main").getByText(path).last().isVisible(), path).toBe(true);
    const faded = page.locator("[data-fade-up]");
    const hidden = await faded.evaluateAll((all) => all.filter((one) => getComputedStyle(one).opacity !== "1").length);
    expect(hidden, path).toBe(0);
    await expectNoOverflow(page);
    if (path.includes("prescription")) expect(await page.locator("main svg").first().isVisible()).toBe(true);
  }
  await close();
});

test.concurrent(
  "a list that is still to be sent, and its reference once it is, stand on paper as they were written",
  async () => {
    const { page, close } = await browser.visit(site.origin, { colorScheme: "dark", viewport: paper });
    await open(page, "/product/info/huang-qi");
    await page.getByRole("button", { name: "加入询价单" }).first().click();
    await page.getByRole("link", { name: "询价单，1 种" }).waitFor();
    await open(page, "/quotation");
    await page.getByLabel("姓名").fill("王伟");
    await page.getByLabel("联系方式").fill("13812345678");
    await page.emulateMedia({ media: "print" });
    expect(await outOfPlace(page)).toEqual([]);
    for (const written of [
      page.getByRole("group").getByRole("link", { name: "黄芪" }),
      page.getByLabel("黄芪的数量"),
      page.getByLabel("姓名"),
    ]) {
      expect(await written.isVisible()).toBe(true);
    }
    await page.emulateMedia({ media: "screen" });
    await page.getByRole("button", { name: "发送询价" }).last().click();
    await page.waitForURL("**/quotation/received?reference=*");
    const reference = page.getByText(new URL(page.url()).searchParams.get("reference")!);
    await reference.waitFor();
    await page.emulateMedia({ media: "print" });
    expect(await outOfPlace(page)).toEqual([]);
    expect(await reference.isVisible()).toBe(true);
    await close();
  },
);

test.concurrent("a formula is printed with its table, Latin names and shares included", async () => {
  const { page, close } = await browser.visit(site.origin, { viewport: paper });
  await open(page, "/prescription/info/gui-zhi-tang");
  const cell = page.locator("figure td").filter({ hasText: "Cinnamomi Ramulus" });
  expect(await cell.isVisible()).toBe(false);
  await page.emulateMedia({ media: "print" });
  await cell.waitFor({ state: "visible" });
  await close();
});
