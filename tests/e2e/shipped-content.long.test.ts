import type { Page } from "playwright";
import { expect, test } from "vitest";
import { readContentFolder } from "#app/services/content/files/content-folder.ts";
import { localeCodes } from "#app/i18n/locales.ts";
import { localizePath } from "#app/i18n/urls.ts";
import { expectNoOverflow } from "../setup/browser.ts";
import { setUpSiteAndBrowser } from "../setup/site-and-browser.ts";

/** The site with the content that it ships with. */
const { site, browser } = setUpSiteAndBrowser({}, ".");
const items = [...(await readContentFolder("content")).source.items];

test.each(localeCodes)("%s: every item has a page with its own title", async (locale) => {
  const titles = new Set<string>();
  for (const { kind, id } of items) {
    const response = await fetch(site.origin + localizePath(`/${kind}/info/${id}`, locale));
    expect([kind, id, response.status]).toEqual([kind, id, 200]);
    titles.add(/<title>([^<]+)<\/title>/.exec(await response.text())![1]!);
  }
  expect(titles.size).toBe(items.length);
});

/** Returns names that overlap their dose, and doses that overlap their share. */
const findOverlaps = (page: Page) =>
  page.locator("figure li > span, figure h3, figure h3 + p").evaluateAll((texts) =>
    texts.flatMap((text, index) => {
      const box = text.getBoundingClientRect();
      const next = texts[index + 1]?.getBoundingClientRect();
      const isBeside = next && next.width > 0 && Math.abs(box.top - next.top) < 8;
      return isBeside && box.right > next.left - 4 ? [text.textContent] : [];
    }),
  );

test("on the narrowest phones the names and doses of every formula don't overlap, and its table scrolls", async () => {
  const { page } = await browser.visit(site.origin, {
    viewport: { width: 320, height: 740 },
    javaScriptEnabled: false,
  });
  for (const { id: name } of items.filter(({ kind }) => kind === "prescription")) {
    await page.goto(`/en/prescription/info/${name}`);
    await page.locator("figure summary").click();
    for (const width of [320, 360]) {
      await page.setViewportSize({ width, height: 740 });
      await expectNoOverflow(page);
      expect(await findOverlaps(page), name).toEqual([]);
    }
    // Equal doses have equal shares, even if the rounded shares add up to 99 or 101.
    const numbers = await page.locator("figure td:nth-last-child(-n+2)").allInnerTexts();
    const getShare = new Map<string, string>();
    for (let at = 0; at < numbers.length; at += 2) {
      const [dose, share] = numbers.slice(at, at + 2) as [string, string];
      expect(share, `${name}, ${dose}`).toBe(getShare.get(dose) ?? share);
      getShare.set(dose, share);
    }
    expect(getShare.size, name).toBeGreaterThan(0);
    // On common phones the shares are visible.
    expect(await page.locator("figure li > span", { hasText: "%" }).first().isVisible(), name).toBe(true);
  }
});
