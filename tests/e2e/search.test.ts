import type { Locator, Page } from "playwright";
import { expect, test } from "vitest";
import { findViolations, rules } from "#tests/setup/browser/axe.ts";
import { openPage } from "#tests/setup/browser/browser.ts";
import { setUpSharedSiteAndBrowser } from "#tests/setup/browser/site-and-browser.ts";

const { site, browser, open } = setUpSharedSiteAndBrowser();

const desktop = { viewport: { width: 1440, height: 900 } };
const phone = { viewport: { width: 360, height: 740 } };

/**
 * Types `text`, and waits until its suggestions are displayed. If typing is slow, suggestions for its first letters are
 * displayed earlier.
 */
async function typeForSuggestions(page: Page, field: Locator, text: string): Promise<void> {
  const suggestResponse = page.waitForResponse((response) => response.url().endsWith(`/search/suggest?q=${text}`));
  await field.pressSequentially(text);
  const { suggestions } = (await (await suggestResponse).json()) as { suggestions: { title: string }[] };
  await page.waitForFunction(
    (titles) => {
      const options = [...document.querySelectorAll('[role="option"]')];
      return options.length === titles.length && titles.every((title, at) => options[at]!.textContent.includes(title));
    },
    suggestions.map(({ title }) => title),
  );
}

const getField = (page: Page) => page.getByRole("banner").locator('input[name="q"]');

test.concurrent.each([
  ["the search field on a desktop", "/en", "/about-us", 'header input[name="q"]', desktop],
  ["the keyword field of a list on a phone", "", "/product/list?sort=newest", "#keyword", phone],
])("%s suggests items for keyboard and pointer, as an ARIA combobox", async (_name, prefix, path, selector, screen) => {
  const { page } = await browser.visit(site.origin, screen);
  const requestedUrls: string[] = [];
  page.on("request", (request) => requestedUrls.push(request.url()));
  await openPage(page, prefix + path);
  await page.waitForLoadState("networkidle");
  expect(requestedUrls.filter((url) => url.includes("search-suggestions"))).toEqual([]);
  const field = page.locator(selector);
  await field.focus();
  await typeForSuggestions(page, field, "huangq");
  // Selects by the attribute, because `getByRole` would also find the options of the list's `select`.
  const options = page.locator('[role="option"]');
  await options.first().waitFor();
  expect(await field.getAttribute("role")).toBe("combobox");
  expect(await field.getAttribute("aria-expanded")).toBe("true");
  await field.press("ArrowDown");
  const active = await field.getAttribute("aria-activedescendant");
  expect(await options.first().getAttribute("id")).toBe(active);
  expect(await options.first().getAttribute("aria-selected")).toBe("true");
  expect(await findViolations(page, rules)).toEqual([]);
  const box = (await page.getByRole("listbox").boundingBox())!;
  expect(box.x).toBeGreaterThanOrEqual(0);
  expect(box.x + box.width).toBeLessThanOrEqual(screen.viewport.width);
  await field.press("Escape");
  expect(await field.getAttribute("aria-expanded")).toBe("false");
  // ArrowDown opens the closed list at its first option, ArrowUp at its last.
  for (const [key, at] of [
    ["ArrowDown", 0],
    ["ArrowUp", -1],
  ] as const) {
    await field.press(key);
    expect(await field.getAttribute("aria-expanded")).toBe("true");
    expect(await options.nth(at).getAttribute("aria-selected")).toBe("true");
    await field.press("Escape");
  }
  await field.press("i");
  await options.first().click();
  await page.waitForURL(`**${prefix}/product/info/huang-qi`);
  await openPage(page, prefix + path);
  await field.focus();
  await typeForSuggestions(page, field, "huangq");
  await field.press("ArrowDown");
  await field.press("Enter");
  await page.waitForURL(`**${prefix}/product/info/huang-qi`);
});

test.concurrent("the search field ignores keys while an input method composes", async () => {
  const { page } = await open("/", phone);
  const field = getField(page);
  await field.focus();
  await field.pressSequentially("hq");
  await page.getByRole("option").first().waitFor();
  await field.dispatchEvent("keydown", { key: "ArrowDown", isComposing: true, bubbles: true });
  expect(await field.getAttribute("aria-activedescendant")).toBeNull();
  await field.press("Enter");
  await page.waitForURL("**/search?q=hq");
});

test.concurrent("Enter searches the list if no suggestion is chosen, also without scripts", async () => {
  for (const javaScriptEnabled of [true, false]) {
    const { page } = await open("/en/product/list?sort=newest", { ...desktop, javaScriptEnabled });
    const field = page.locator("#keyword");
    await field.fill("hq");
    await field.press("Enter");
    await page.waitForURL("**/product/list?keyword=hq*");
    expect(await page.locator("#keyword").inputValue()).toBe("hq");
  }
});

test("the search page shows the corrected keyword, a link to the original keyword, and marked matches", async () => {
  const { page } = await open("/search?q=黄其", desktop);
  expect(await page.locator("main mark").first().textContent()).toBe("黄芪");
  await page.getByRole("link", { name: "仍然搜索“黄其”" }).click();
  await page.waitForURL("**verbatim=1");
  await expect.poll(() => page.getByRole("link", { name: "仍然搜索" }).count()).toBe(0);
});

test("the search icon on a phone opens a page whose field has the focus", async () => {
  const { page } = await open("/en/about-us", phone);
  await page.getByRole("banner").getByRole("search").getByRole("button").click();
  await page.waitForURL("**/en/search?q=");
  await page.locator("main #q:focus").waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Shift+Tab");
  await page.locator("main #q:focus").waitFor();
});

test("Tab moves from the field to the button, although the list of suggestions between them can be scrolled", async () => {
  const { page } = await open("/en/search?q=huang", { viewport: { width: 360, height: 360 } });
  const form = page.getByRole("main").getByRole("search");
  await form.locator('input[name="q"]').focus();
  await page.getByRole("option").first().waitFor();
  const list = page.getByRole("listbox");
  expect(await list.evaluate((element) => element.scrollHeight > element.clientHeight)).toBe(true);
  await page.keyboard.press("Tab");
  await list.waitFor({ state: "hidden" });
  expect(await form.getByRole("button").evaluate((element) => element === document.activeElement)).toBe(true);
});

test("the field of the empty search page has the focus before the scripts have loaded", async () => {
  const { page } = await open("/search", { javaScriptEnabled: false });
  expect(await page.locator("#q").evaluate((field) => field === document.activeElement)).toBe(true);
});
