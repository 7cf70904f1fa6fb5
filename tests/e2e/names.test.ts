import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { localizePath } from "../../app/i18n/urls.ts";
import { open } from "../setup/browser.ts";
import { everyPath } from "../setup/every-page.ts";
import { siteAndBrowser } from "../setup/site-and-browser.ts";

const { site, browser } = siteAndBrowser();

type Spoken = { text: string; lang: string; where: string };

/** Everything that can be spoken, in the language that it would be spoken in: texts, names, descriptions, alternatives. */
const spoken = (page: Page) =>
  page.evaluate(() => {
    const all: { text: string; lang: string; where: string }[] = [];
    const say = (element: Element, text: string, where: string) => {
      const lang = element.closest("[lang]")!.getAttribute("lang")!;
      if (/\p{L}/u.test(text)) all.push({ text: text.trim(), lang, where: `${element.tagName} ${where}` });
    };
    for (const element of document.querySelectorAll("body *, title")) {
      if (element.matches("script, style, code")) continue;
      for (const name of ["aria-label", "alt", "title", "placeholder", "aria-roledescription"]) {
        say(element, element.getAttribute(name) ?? "", name);
      }
      for (const node of element.childNodes)
        if (node.nodeType === Node.TEXT_NODE) say(element, node.textContent!, "text");
    }
    return all;
  });

/** What a Chinese voice may read as it stands: marks of goods, addresses, units, and botanical names in a table. */
const readable =
  /^[\w.-]+@[\w.-]+$|^QG-|^[\d\s.,–×≤≥%~-]*(?:kg|g|mg|mm|cm|mL|L|℃|°C|kB|MB)?$|^(?:GMP|HPLC|PDF|COA)$|^https?:|^\/|^[A-Z][a-z]+ (?:Radix|Rhizoma|Cortex|Fructus|Semen|Flos|Folium|Herba)\b/;

/** What would be read in the wrong voice. */
function misread({ text, lang }: Spoken): boolean {
  const isHan = /\p{Script=Han}/u.test(text);
  if (lang.startsWith("en")) return isHan;
  return lang === "zh-CN" && !isHan && /\p{Script=Latin}/u.test(text) && !readable.test(text);
}

const faults = async (page: Page) =>
  (await spoken(page))
    .filter(misread)
    .map(({ text, where }) => `${new URL(page.url()).pathname} ${where}: ${text.slice(0, 60)}`);

/** Controls and pictures without a name: nothing could be said of them. */
const nameless = (page: Page) =>
  page.evaluate(() => {
    const wanted =
      "a[href], button, input:not([type='hidden']), select, textarea, nav, [role='region'], [role='search'], svg[role='img'], img";
    const isNamed = (element: Element) => {
      const labels =
        element instanceof HTMLInputElement ||
        element instanceof HTMLSelectElement ||
        element instanceof HTMLTextAreaElement
          ? element.labels
          : null;
      const own =
        element.getAttribute("aria-label") ??
        element.getAttribute("alt") ??
        labels?.[0]?.textContent ??
        element.textContent;
      const inside = [...element.querySelectorAll("img[alt]")].map((one) => one.getAttribute("alt")).join("");
      return element.matches('img[alt=""]') || `${own}${inside}`.trim() !== "";
    };
    return [...document.querySelectorAll(wanted)]
      .filter((element) => !isNamed(element))
      .map((element) => element.outerHTML.slice(0, 100));
  });

describe.concurrent.each(["cn", "en"] as const)("%s", (locale) => {
  test("every text and every name of every kind of page is read in its own language", async () => {
    const { page, close } = await browser.visit(site.origin, { javaScriptEnabled: false });
    const found: string[] = [];
    // What was searched for is said as it was typed.
    for (const path of everyPath.map((one) => (locale === "en" ? one.replace(/q=%.+/, "q=ginseng") : one))) {
      await page.goto(localizePath(path, locale));
      found.push(...(await faults(page)), ...(await nameless(page)));
    }
    expect([...new Set(found)]).toEqual([]);
    await close();
  }, 60_000);

  test("so is what script adds: the badge, shared and copied things, toasts, mistakes, the offer of the other language", async () => {
    const { page, close } = await browser.visit(site.origin, { locale: locale === "cn" ? "en-GB" : "zh-CN" });
    const found: string[] = [];
    const look = async () => found.push(...(await faults(page)), ...(await nameless(page)));
    await open(page, localizePath("/product/info/huang-qi", locale));
    await page.locator("form[data-stays] button").first().click();
    await page.locator('[class*="toast"] p').first().waitFor();
    await page.locator("aside[lang]").waitFor();
    await look();
    await open(page, localizePath("/quotation", locale));
    await page.locator('main form[method="post"] button[class*="primary"]').last().click();
    await page.getByRole("alert").waitFor();
    await look();
    await open(page, localizePath("/contact-us", locale));
    await page.locator("main [data-ready]").first().waitFor();
    await look();
    expect([...new Set(found)]).toEqual([]);
    await close();
  });
});
