import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { localizePath } from "#app/i18n/urls.ts";
import { openPage } from "#tests/setup/browser/browser.ts";
import { everyPath } from "#tests/setup/browser/every-page.ts";
import { setUpSharedSiteAndBrowser } from "#tests/setup/browser/site-and-browser.ts";

const { site, browser } = setUpSharedSiteAndBrowser();

type SpokenText = { text: string; lang: string; location: string };

/** Returns all that a screen reader speaks (texts, names, descriptions, alternatives), each with its language. */
const listSpokenTexts = (page: Page) =>
  page.evaluate(() => {
    const texts: { text: string; lang: string; location: string }[] = [];
    const addText = (element: Element, text: string, location: string) => {
      const lang = element.closest("[lang]")!.getAttribute("lang")!;
      if (/\p{L}/u.test(text)) texts.push({ text: text.trim(), lang, location: `${element.tagName} ${location}` });
    };
    for (const element of document.querySelectorAll("body *, title")) {
      if (element.matches("script, style, code")) continue;
      for (const name of ["aria-label", "alt", "title", "placeholder", "aria-roledescription"]) {
        addText(element, element.getAttribute(name) ?? "", name);
      }
      for (const node of element.childNodes)
        if (node.nodeType === Node.TEXT_NODE) addText(element, node.textContent!, "text");
    }
    return texts;
  });

/** Texts that a Chinese voice may read unchanged: brands, addresses, units, numbers of batches, and botanical names. */
const readable =
  /^[\w.-]+@[\w.-]+$|^QG-|^HQ-\d+$|^[\d\s.,–×≤≥%~-]*(?:kg|g|mg|mm|cm|mL|L|℃|°C|kB|MB)?$|^(?:GMP|HPLC|PDF|COA)$|^https?:|^\/|^[A-Z][a-z]+ (?:Radix|Rhizoma|Cortex|Fructus|Semen|Flos|Folium|Herba)\b/;

function hasWrongLanguage({ text, lang }: SpokenText): boolean {
  const isHan = /\p{Script=Han}/u.test(text);
  if (lang.startsWith("en")) return isHan;
  return lang === "zh-CN" && !isHan && /\p{Script=Latin}/u.test(text) && !readable.test(text);
}

const findFaults = async (page: Page) =>
  (await listSpokenTexts(page))
    .filter(hasWrongLanguage)
    .map(({ text, location }) => `${new URL(page.url()).pathname} ${location}: ${text.slice(0, 60)}`);

describe.concurrent.each(["cn", "en"] as const)("in the locale %s", (locale) => {
  test("every text and accessible name of every kind of page has the right language", async () => {
    const { page } = await browser.visit(site.origin, { javaScriptEnabled: false });
    const problems: string[] = [];
    // The search page repeats the keyword, so English pages need an English keyword.
    for (const path of everyPath.map((path) => (locale === "en" ? path.replace(/q=%.+/, "q=ginseng") : path))) {
      await page.goto(localizePath(path, locale));
      problems.push(...(await findFaults(page)));
    }
    expect([...new Set(problems)]).toEqual([]);
  });

  test("text that scripts add has the right language: badge, sharing, toasts, errors, language offer", async () => {
    const { page } = await browser.visit(site.origin, { locale: locale === "cn" ? "en-GB" : "zh-CN" });
    const problems: string[] = [];
    const recordFaults = async () => problems.push(...(await findFaults(page)));
    await openPage(page, localizePath("/product/info/huang-qi", locale));
    await page.locator("form[data-stays] button").first().click();
    await page.locator('[class*="toast"] p').first().waitFor();
    await page.locator("aside[lang]").waitFor();
    await recordFaults();
    await openPage(page, localizePath("/quotation", locale));
    await page.locator('main form[method="post"] button[class*="primary"]').last().click();
    await page.getByRole("alert").waitFor();
    await recordFaults();
    await openPage(page, localizePath("/contact-us", locale));
    await page.locator("main [data-ready]").first().waitFor();
    await recordFaults();
    expect([...new Set(problems)]).toEqual([]);
  });
});
