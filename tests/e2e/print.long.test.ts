import type { Page } from "playwright";
import { expect, test } from "vitest";
import { expectNoOverflow, openPage } from "#tests/setup/browser/browser.ts";
import { setUpSharedSiteAndBrowser } from "#tests/setup/browser/site-and-browser.ts";

const { site, browser, open } = setUpSharedSiteAndBrowser();

/** Size of A4 paper without margins, in CSS pixels. */
const paper = { width: 658, height: 930 };

/** Returns visible elements that only work on a screen, and positions of headings that aren't at the left edge. */
const findMisplacedElements = (page: Page) =>
  page.evaluate(() => {
    const isShown = (element: Element) => element.checkVisibility() && element.getClientRects().length > 0;
    const controls = [
      ...document.querySelectorAll(
        'button:not([aria-hidden]), nav, footer, aside[lang], [role="search"], [class*="toaster"] *',
      ),
    ];
    const sections = [...document.querySelectorAll("main h2, main h3")].filter(isShown);
    const leftEdges = new Set(
      sections.map((section) => Math.round(section.getBoundingClientRect().left)).filter((left) => left > 120),
    );
    return [
      ...controls.filter(isShown).map((control) => control.outerHTML.slice(0, 80)),
      ...[...leftEdges].map((left) => `text at ${left}`),
    ];
  });

const getColours = (page: Page) =>
  page.evaluate(() => {
    const { color, backgroundColor } = getComputedStyle(document.body);
    return [color, backgroundColor];
  });

const pages = [
  ...["/product/info/huang-qi", "/en/prescription/info/gui-zhi-tang", "/news/info/pharmacopoeia-2025"],
  ...["/en/case/info/chrysanthemum-village", "/service/info/export-supply", "/en/about-us", "/en/batch/HQ-2601"],
];

test.concurrent(
  "every page prints as one column of dark text on white, with its URL and without controls",
  async () => {
    const { page } = await browser.visit(site.origin, { colorScheme: "dark", viewport: paper });
    for (const path of pages) {
      await page.emulateMedia({ media: "screen" });
      await openPage(page, path);
      await page.emulateMedia({ media: "print" });
      expect(await findMisplacedElements(page), path).toEqual([]);
      expect(await getColours(page), path).toEqual(["rgb(0, 0, 0)", "rgb(255, 255, 255)"]);
      expect(await page.locator("main").getByText(path).last().isVisible(), path).toBe(true);
      const fadingElements = page.locator("[data-fade-up]");
      const hiddenCount = await fadingElements.evaluateAll(
        (elements) => elements.filter((element) => getComputedStyle(element).opacity !== "1").length,
      );
      expect(hiddenCount, path).toBe(0);
      await expectNoOverflow(page);
      if (!path.includes("prescription")) continue;
      expect(await page.locator("main section table").isVisible()).toBe(true);
      // The total stands once, after the last herb: a printed footer group would be repeated on each page.
      const total = page.locator("main section tfoot");
      expect(await total.evaluate((row) => getComputedStyle(row).display)).toBe("table-row-group");
    }
  },
);

test.concurrent("the inquiry list and its confirmation print with the visitor's input", async () => {
  const { page } = await open("/product/info/huang-qi", { colorScheme: "dark", viewport: paper });
  await page.getByRole("button", { name: "加入询价单" }).first().click();
  await page.getByRole("link", { name: "询价单，1 种" }).waitFor();
  await openPage(page, "/quotation");
  await page.getByLabel("姓名").fill("王伟");
  await page.getByLabel("联系方式").fill("13812345678");
  await page.emulateMedia({ media: "print" });
  expect(await findMisplacedElements(page)).toEqual([]);
  for (const printedField of [
    page.getByRole("group").getByRole("link", { name: "黄芪" }),
    page.getByLabel("黄芪的数量"),
    page.getByLabel("姓名"),
  ]) {
    expect(await printedField.isVisible()).toBe(true);
  }
  await page.emulateMedia({ media: "screen" });
  await page.getByRole("button", { name: "提交询价" }).last().click();
  await page.waitForURL("**/quotation/received?reference=*");
  const reference = page.getByText(new URL(page.url()).searchParams.get("reference")!);
  await reference.waitFor();
  await page.getByRole("button", { name: "打印" }).waitFor();
  // The goods are a table of their own, apart from the visitor's data.
  expect(await page.getByRole("table").innerText()).toMatch(/^品名\s+货号 · 批次\s+数量\s+黄芪\s+QG-P-0101\s+\d+ kg$/);
  await page.emulateMedia({ media: "print" });
  expect(await findMisplacedElements(page)).toEqual([]);
  expect(await reference.isVisible()).toBe(true);
});

test.concurrent(
  "a printed formula has the same rows of herbs as the screen, in the same order, and no form",
  async () => {
    const { page } = await open("/prescription/info/gui-zhi-tang", { viewport: paper });
    const readRows = () => page.locator("main table tbody tr:visible").allInnerTexts();
    const rows = await readRows();
    expect(rows.join("\n")).toContain("Cinnamomi Ramulus");
    await page.emulateMedia({ media: "print" });
    // A remark below an amount stands beside it on paper.
    const omitBlanks = (texts: readonly string[]) => texts.map((text) => text.replace(/\s/g, ""));
    expect(omitBlanks(await readRows())).toEqual(omitBlanks(rows));
    expect(await page.getByRole("button", { name: "加入询价单" }).isVisible()).toBe(false);
  },
);

test.concurrent(
  "in print, notes are smaller than the text, the telephone is visible, and the timeline has its dots",
  async () => {
    const { page } = await open("/batch/HQ-2601", { viewport: paper });
    await page.emulateMedia({ media: "print" });
    const getSize = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => parseFloat(getComputedStyle(element).fontSize));
    expect(await getSize("main p.note:visible")).toBeLessThan(await getSize("body"));
    expect(await page.locator("main > div > p").last().innerText()).toMatch(/0558[^·]* · .*\/batch\/HQ-2601$/);
    const step = page.locator('[class*="timeline"] li').first();
    expect(await step.evaluate((element) => getComputedStyle(element, "::before").printColorAdjust)).toBe("exact");
    const pdf = (await page.pdf({ format: "A4", preferCSSPageSize: true })).toString("latin1");
    expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1);
  },
);
