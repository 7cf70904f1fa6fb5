import type { Page } from "playwright";
import { expect, test } from "vitest";
import { localeCodes } from "#app/i18n/locales.ts";
import { localizePath } from "#app/i18n/urls.ts";
import { readContentFolder } from "#app/services/content/reading/content-folder.ts";
import { expectNoOverflow } from "#tests/setup/browser/browser.ts";
import { setUpSiteAndBrowser } from "#tests/setup/browser/site-and-browser.ts";

/** The site with its shipped content. */
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

/** Returns texts that overlap the next text of their line. */
const findOverlaps = (page: Page, parts: string) =>
  page.locator(parts).evaluateAll((texts) =>
    texts.flatMap((text, index) => {
      const box = text.getBoundingClientRect();
      const next = texts[index + 1]?.getBoundingClientRect();
      const isBeside = next && next.width > 0 && Math.abs(box.top - next.top) < 8;
      return isBeside && box.right > next.left + 1 ? [text.textContent] : [];
    }),
  );

test("on the narrowest phones the chart of every formula fits, on its page and on its card", async () => {
  const { page } = await browser.visit(site.origin, {
    viewport: { width: 320, height: 740 },
    javaScriptEnabled: false,
  });
  for (const { id: name } of items.filter(({ kind }) => kind === "prescription")) {
    await page.goto(`/en/prescription/info/${name}`);
    for (const width of [320, 360]) {
      await page.setViewportSize({ width, height: 740 });
      await expectNoOverflow(page);
      expect(await findOverlaps(page, "main table :is(th, td)"), name).toEqual([]);
    }
  }
  for (const path of ["/prescription/list", "/en/prescription/list"])
    for (const number of [1, 2, 3])
      for (const width of [320, 360]) {
        await page.setViewportSize({ width, height: 740 });
        await page.goto(`${path}?page=${number}`);
        expect(await findOverlaps(page, "main article li > span:not([class=visually-hidden])"), path).toEqual([]);
        expect(await page.locator("main article").evaluateAll(findCutPictures), path).toEqual([]);
      }
});

/** Returns the cards whose content overflows their frame. */
const findCutPictures = (cards: Element[]) =>
  cards.flatMap((card) => {
    const frame = card.querySelector("ul")!.parentElement!;
    return frame.scrollHeight > frame.clientHeight || frame.scrollWidth > frame.clientWidth ? [card.textContent] : [];
  });
