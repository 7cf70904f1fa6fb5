import { expect, test } from "vitest";
import { openPage } from "#tests/setup/browser/browser.ts";
import { describeFocus, findFaults, tabTo, walkPage } from "#tests/setup/browser/keyboard.ts";
import { setUpSharedSiteAndBrowser } from "#tests/setup/browser/site-and-browser.ts";

const { site, browser, open } = setUpSharedSiteAndBrowser();

const desktop = { viewport: { width: 1440, height: 900 } };
const phone = { viewport: { width: 360, height: 740 } };

test.concurrent(
  "a submenu opens with its button, and Escape closes it and returns the focus to the button",
  async () => {
    const { page } = await open("/en", desktop);
    const item = page.locator("nav#menu li[data-top]").nth(1);
    const toggle = item.getByRole("button", { name: "Show the Products submenu" });
    const deepLink = item.getByRole("link", { name: "Roots", exact: true });
    await tabTo(page, toggle);
    await page.keyboard.press("Enter");
    expect(await toggle.getAttribute("aria-expanded")).toBe("true");
    await tabTo(page, deepLink);
    await page.keyboard.press("Escape");
    await deepLink.waitFor({ state: "hidden" });
    expect(await toggle.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await toggle.getAttribute("aria-expanded")).toBe("false");
    // The focus alone doesn't open a submenu, so Tab passes it.
    await tabTo(page, item.getByRole("link", { name: "Products", exact: true }), "Shift+Tab");
    expect(await deepLink.isVisible()).toBe(false);
    await tabTo(page, toggle);
    expect(await deepLink.isVisible()).toBe(false);
    await page.keyboard.press("Space");
    await tabTo(page, deepLink);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/product/list/pieces/roots");
    await deepLink.first().waitFor({ state: "hidden" });
  },
);

test.concurrent("focusing a link prefetches its page, unless it is the current page", async ({ expect }) => {
  const { page } = await browser.visit(site.origin, desktop);
  const prefetchedPaths: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith(".data")) prefetchedPaths.push(pathname);
  });
  await openPage(page, "/about-us");
  await tabTo(page, page.locator('a[href="#main"]'));
  await page.waitForTimeout(500);
  await page.locator('footer a[href="/contact-us"]').focus();
  await expect.poll(() => prefetchedPaths).toEqual(["/contact-us.data"]);
});

test.concurrent("without script the focus opens a submenu", async () => {
  const { page } = await open("/en", { ...desktop, javaScriptEnabled: false });
  await tabTo(page, page.locator('nav#menu a[href="/en/product/list/pieces/roots"]'));
});

test.concurrent(
  "on a phone the open menu traps the focus, and closing the menu returns the focus to its button",
  async () => {
    const { page } = await open("/product/list", phone);
    const opener = page.getByRole("link", { name: "菜单", exact: true });
    const sheet = page.locator("nav#menu");
    await tabTo(page, opener);
    await page.keyboard.press("Enter");
    await sheet.waitFor({ state: "visible" });
    expect((await describeFocus(page))!.name).toContain("关闭菜单");
    const sheetStops = await walkPage(page);
    expect(findFaults(sheetStops)).toEqual([]);
    expect(sheetStops.length).toBeGreaterThan(10);
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
    await tabTo(page, sheet.getByRole("button", { name: "展开“产品”的子菜单" }));
    await page.keyboard.press("Enter");
    await tabTo(page, sheet.getByRole("link", { name: "根类", exact: true }));
    await page.keyboard.press("Enter");
    await page.waitForURL("**/product/list/pieces/roots");
    await sheet.waitFor({ state: "hidden" });
    // The page behind the sheet is interactive again.
    await tabTo(page, page.getByLabel("当前位置").getByRole("link", { name: "首页" }));
  },
);

test.concurrent(
  "a submenu that was opened by hover closes when the pointer leaves, and by Escape wherever the focus is",
  async () => {
    const { page } = await open("/en", desktop);
    const item = page.locator("nav#menu li[data-top]").nth(1);
    const deepLink = item.getByRole("link", { name: "Roots", exact: true });
    expect(await deepLink.isVisible()).toBe(false);
    await item.hover();
    await deepLink.waitFor({ state: "visible" });
    await page.mouse.move(700, 700);
    await deepLink.waitFor({ state: "hidden" });
    await item.hover();
    await deepLink.waitFor({ state: "visible" });
    await page.keyboard.press("Escape");
    await deepLink.waitFor({ state: "hidden" });
  },
);

test.concurrent(
  "the skip link is first; a navigation moves the focus to the title of the new page; changes within a page don't",
  async () => {
    const { page } = await browser.visit(site.origin, desktop);
    const waitForTitleFocus = (title: string) =>
      page.waitForFunction((text) => {
        const { activeElement } = document;
        return activeElement?.tagName === "H1" && activeElement.textContent === text && scrollY === 0;
      }, title);
    await openPage(page, "/en/product/list");
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Skip to content");
    await page.keyboard.press("Enter");
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("main");
    await tabTo(page, page.getByRole("contentinfo").getByRole("link", { name: "About us" }), "Shift+Tab");
    await page.keyboard.press("Enter");
    await waitForTitleFocus("About us");
    await tabTo(page, page.locator('input[name="q"]').first(), "Shift+Tab");
    await page.keyboard.type("ginseng");
    await page.keyboard.press("Enter");
    await waitForTitleFocus("Search");
    expect(await page.locator("main article").count()).toBeGreaterThan(0);
    // Each arrow key changes the order.
    await openPage(page, "/en/product/list?keyword=tests&sort=title");
    const order = page.getByLabel("Sort by");
    await tabTo(page, order);
    await page.keyboard.press("ArrowUp");
    await page.waitForURL(/sort=newest/);
    const first = page.url();
    await page.keyboard.press("ArrowDown");
    await page.waitForURL((url) => url.href !== first);
    expect(await order.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.goBack();
    await page.waitForURL(first);
    const sortParameter = new URL(first).searchParams.get("sort");
    await page.waitForFunction(
      (sort) => document.querySelector<HTMLSelectElement>("#sort")?.value === sort,
      sortParameter,
    );
  },
);

test.concurrent("the focus stays with a visitor who types or moves on while a page loads", async () => {
  const { page } = await browser.visit(site.origin, desktop);
  let responseDelay = Promise.resolve();
  await page.route(/\.data/, (route) => responseDelay.then(() => route.continue()));
  await openPage(page, "/en");
  const links = page.getByRole("contentinfo").getByRole("link");
  const expectArrival = async (path: string, act: () => Promise<unknown>) => {
    let release = () => {};
    responseDelay = new Promise((resolve) => (release = resolve));
    await links.and(page.locator(`[href="${path}"]`)).click();
    await act();
    expect(page.url()).not.toContain(path);
    release();
    await page.waitForURL(`**${path}`);
    await page.locator(`link[rel="canonical"][href$="${path}"]`).waitFor({ state: "attached" });
  };
  const search = page.getByRole("banner").locator('input[name="q"]');
  await expectArrival("/en/about-us", () => search.pressSequentially("gin"));
  await page.keyboard.type("seng");
  expect(await search.inputValue()).toBe("ginseng");
  await expectArrival("/en/contact-us", () => page.keyboard.press("Shift+Tab"));
  expect((await describeFocus(page))!.name).toBe("a “About us”");
  // After a key that doesn't move the focus (for example a screen reader's key), the new page still focuses its title.
  await expectArrival("/en/about-us", () => page.keyboard.press("Control"));
  await page.waitForFunction(() => document.activeElement?.tagName === "H1");
});
