import { describe, expect, test } from "vitest";
import { localizePath } from "../../app/i18n/urls.ts";
import { open } from "../setup/browser.ts";
import { faultsOf, focused, tabTo, walk } from "../setup/keyboard.ts";
import { siteAndBrowser } from "../setup/site-and-browser.ts";

const { site, browser } = siteAndBrowser();

const desktop = { viewport: { width: 1440, height: 900 } };
const phone = { viewport: { width: 360, height: 740 } };

const screens = [
  ...["/", "/contact-us", "/search?q=%E9%BB%84%E8%8A%AA", "/nothing-here"],
  ...["/product/list", "/product/info/huang-qi", "/prescription/info/gui-zhi-tang"],
];

describe.concurrent.each([
  ["on a desktop", desktop, "cn"],
  ["on a phone", phone, "en"],
] as const)("%s", (_name, options, locale) => {
  test("Tab goes through every page as the eye does: nothing is hidden, nothing goes back, nothing holds it", async () => {
    const { page, close } = await browser.visit(site.origin, { ...options, reducedMotion: "reduce" });
    for (const path of screens) {
      await open(page, localizePath(path, locale));
      const there = await walk(page);
      expect(faultsOf(there), page.url()).toEqual([]);
      expect(there.length, page.url()).toBeGreaterThan(15);
    }
    const back = await walk(page, "Shift+Tab");
    expect(faultsOf(back.toReversed())).toEqual([]);
    await close();
  }, 90_000);
});

describe.concurrent.each([
  ["en", "Products", "Open the menu below Products", "Roots"],
  ["cn", "产品", "展开“产品”的下级菜单", "根类"],
] as const)("%s", (locale, products, opensProducts, roots) => {
  const isEnglish = locale === "en";

  test("a submenu opens by its button, is gone through, and closes by Escape, which leads back to the button", async () => {
    const { page, close } = await browser.visit(site.origin, desktop);
    await open(page, localizePath("/", locale));
    const item = page.locator("nav#menu li[data-top]").nth(1);
    const toggle = item.getByRole("button", { name: opensProducts });
    const deep = item.getByRole("link", { name: roots, exact: true });
    await tabTo(page, toggle);
    await page.keyboard.press("Enter");
    expect(await toggle.getAttribute("aria-expanded")).toBe("true");
    await tabTo(page, deep);
    await page.keyboard.press("Escape");
    await deep.waitFor({ state: "hidden" });
    expect(await toggle.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await toggle.getAttribute("aria-expanded")).toBe("false");
    // By the focus alone it opens too; closed again it is passed by.
    await tabTo(page, item.getByRole("link", { name: products, exact: true }), "Shift+Tab");
    await deep.waitFor({ state: "visible" });
    await page.keyboard.press("Escape");
    await deep.waitFor({ state: "hidden" });
    await tabTo(page, toggle);
    await page.keyboard.press("Space");
    await tabTo(page, deep);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/product/list/pieces/roots");
    await deep.first().waitFor({ state: "hidden" });
    await close();
  });

  test("on a phone the sheet keeps the focus while it is open, and gives it back to its button", async () => {
    const { page, close } = await browser.visit(site.origin, phone);
    await open(page, localizePath("/product/list", locale));
    const opener = page.getByRole("link", { name: isEnglish ? "Menu" : "菜单", exact: true });
    const sheet = page.locator("nav#menu");
    await tabTo(page, opener);
    await page.keyboard.press("Enter");
    await sheet.waitFor({ state: "visible" });
    expect((await focused(page))!.name).toContain(isEnglish ? "Close menu" : "关闭菜单");
    const inside = await walk(page);
    expect(faultsOf(inside)).toEqual([]);
    expect(inside.length).toBeGreaterThan(10);
    await page.keyboard.press("Tab");
    expect(await sheet.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    await page.keyboard.press("Escape");
    await sheet.waitFor({ state: "hidden" });
    await page.waitForFunction(() => document.activeElement?.getAttribute("href") === "#menu");
    await page.keyboard.press("Enter");
    await sheet.waitFor({ state: "visible" });
    await page.keyboard.press("Enter");
    await sheet.waitFor({ state: "hidden" });
    await page.waitForFunction(() => document.activeElement?.getAttribute("href") === "#menu");
    await page.keyboard.press("Enter");
    await tabTo(page, sheet.getByRole("button", { name: opensProducts }));
    await page.keyboard.press("Enter");
    await tabTo(page, sheet.getByRole("link", { name: roots, exact: true }));
    await page.keyboard.press("Enter");
    await page.waitForURL("**/product/list/pieces/roots");
    await sheet.waitFor({ state: "hidden" });
    // The page behind it answers again.
    await tabTo(page, page.getByLabel(isEnglish ? "Keyword" : "关键词"));
    await close();
  });
});

test.concurrent("what hovering has opened closes by Escape, wherever the focus is", async () => {
  const { page, close } = await browser.visit(site.origin, desktop);
  await open(page, "/en");
  const item = page.locator("nav#menu li[data-top]").nth(1);
  const deep = item.getByRole("link", { name: "Roots", exact: true });
  await item.hover();
  await deep.waitFor({ state: "visible" });
  await page.keyboard.press("Escape");
  await deep.waitFor({ state: "hidden" });
  await close();
});

test.concurrent(
  "a new page is read from its title, whatever led there; what stays on the page keeps its focus",
  async () => {
    const { page, close } = await browser.visit(site.origin, desktop);
    const onTitle = (title: string) =>
      page.waitForFunction((text) => {
        const { activeElement: active } = document;
        return active?.tagName === "H1" && active.textContent === text && scrollY === 0;
      }, title);
    await open(page, "/en/product/list");
    await tabTo(page, page.getByRole("contentinfo").getByRole("link", { name: "About us" }), "Shift+Tab");
    await page.keyboard.press("Enter");
    await onTitle("About us");
    await tabTo(page, page.getByRole("searchbox").first(), "Shift+Tab");
    await page.keyboard.type("ginseng");
    await page.keyboard.press("Enter");
    await onTitle("Search");
    // The order changes by arrows, one press after the other.
    await open(page, "/en/product/list");
    const order = page.getByLabel("Order");
    await tabTo(page, order);
    await page.keyboard.press("ArrowDown");
    await page.waitForURL(/sort=/);
    const first = page.url();
    await page.keyboard.press("ArrowUp");
    await page.waitForURL((url) => url.href !== first);
    expect(await order.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.goBack();
    await page.waitForURL(first);
    const shown = new URL(first).searchParams.get("sort");
    await page.waitForFunction((sort) => document.querySelector<HTMLSelectElement>("#sort")?.value === sort, shown);
    await close();
  },
);

test.concurrent("who types or goes on while a page is fetched isn't taken to its title", async () => {
  const { page, close } = await browser.visit(site.origin, desktop);
  let pages = Promise.resolve();
  await page.route(/\.data/, (route) => pages.then(() => route.continue()));
  await open(page, "/en");
  const links = page.getByRole("contentinfo").getByRole("link");
  const arrivesAt = async (path: string, act: () => Promise<unknown>) => {
    let release = () => {};
    pages = new Promise((done) => (release = done));
    await links.and(page.locator(`[href="${path}"]`)).click();
    await act();
    expect(page.url()).not.toContain(path);
    release();
    await page.waitForURL(`**${path}`);
    await page.locator(`link[rel="canonical"][href$="${path}"]`).waitFor({ state: "attached" });
  };
  const search = page.getByRole("banner").getByRole("searchbox");
  await arrivesAt("/en/about-us", () => search.pressSequentially("gin"));
  await page.keyboard.type("seng");
  expect(await search.inputValue()).toBe("ginseng");
  await arrivesAt("/en/contact-us", () => page.keyboard.press("Shift+Tab"));
  expect((await focused(page))!.name).toBe("a “About us”");
  // A key that moves nothing, as a screen reader's are, leaves the title its turn.
  await arrivesAt("/en/about-us", () => page.keyboard.press("Control"));
  await page.waitForFunction(() => document.activeElement?.tagName === "H1");
  await close();
});

test("a toast stands 16 px from the top after a navigation by keyboard, too", async () => {
  const { page, close } = await browser.visit(site.origin);
  await open(page, "/product/list");
  await page.locator('main a[href^="/product/info/"]').first().focus();
  await page.keyboard.press("Enter");
  await page.waitForURL("**/product/info/*");
  await page.locator("h1:focus, header:focus-within h1").waitFor();
  await page.locator("main").getByRole("button", { name: "加入询价单" }).press("Enter");
  const toast = page.locator(".toaster-toast").first();
  await toast.waitFor();
  expect((await toast.boundingBox())?.y).toBe(16);
  await close();
});
