import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openPage } from "#tests/setup/browser/browser.ts";
import { setUpSharedSiteAndBrowser } from "#tests/setup/browser/site-and-browser.ts";
import { testContent } from "#tests/setup/content/test-content.ts";

const { open } = setUpSharedSiteAndBrowser();

test.each([true, false])("on a phone the menu is a sheet with three levels (script: %s)", async (javaScriptEnabled) => {
  const { page } = await open("/", {
    javaScriptEnabled,
    viewport: { width: 360, height: 740 },
    hasTouch: true,
  });
  await page.getByRole("link", { name: "菜单", exact: true }).tap();
  const item = page.locator("nav#menu > ul > li").nth(1);
  await item.getByRole("link", { name: "产品", exact: true }).waitFor({ state: "visible" });
  if (javaScriptEnabled) await item.getByRole("button").tap();
  await item.getByRole("link", { name: "根类", exact: true }).tap();
  await page.waitForURL("**/product/list/pieces/roots");
  expect(await page.locator("h1").isVisible()).toBe(true);
  await page.locator("nav#menu").waitFor({ state: "hidden" });
});

test("S9 a new page starts at the top, back and forward restore the position, and a hash scrolls to its target", async () => {
  const { page } = await open("/product/list", { viewport: { width: 1000, height: 700 } });
  const link = page.locator("article a").nth(5);
  await link.scrollIntoViewIfNeeded();
  await page.waitForTimeout(150);
  // Record the position at the click, because the click itself may scroll while the card still rises.
  await page.evaluate(() => {
    const note = () => (document.documentElement.dataset["clickedAt"] = String(window.scrollY));
    document.addEventListener("click", note, { capture: true });
  });
  await link.click();
  await page.waitForURL("**/product/info/**");
  const positionAtClick = Number(await page.evaluate(() => document.documentElement.dataset["clickedAt"]));
  expect(positionAtClick).toBeGreaterThan(300);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await page.goBack();
  await page.waitForURL("**/product/list");
  await page.waitForFunction((y) => Math.abs(window.scrollY - y) < 3, positionAtClick);
  const waitForTarget = () =>
    page.waitForFunction(() => {
      const target = document.getElementById("letter-H");
      return window.scrollY > 100 && target && Math.abs(target.getBoundingClientRect().top) < 200;
    });
  await page.setViewportSize({ width: 360, height: 700 });
  await page.goto("/product/list#letter-H");
  await waitForTarget();
  await openPage(page, "/about-us");
  await page.evaluate(() => {
    const link = document.querySelector<HTMLAnchorElement>("main a, footer a")!;
    link.setAttribute("href", "/product/list#letter-H");
    link.click();
  });
  await page.waitForURL("**/product/list#letter-H");
  await waitForTarget();
});

/** Titles of all products in alphabetical order. */
const sortedTitles = readdirSync(join(testContent, "product"))
  .map((id) => /^title: (.*)$/m.exec(readFileSync(join(testContent, "product", id, "index.en.md"), "utf8"))![1]!)
  .sort(new Intl.Collator("en-US", { numeric: true }).compare);

test("a list can be sorted and filtered by query parameters, with and without scripts", async () => {
  for (const javaScriptEnabled of [true, false]) {
    const { page } = await open("/en/product/list?sort=newest", { javaScriptEnabled });
    await page.getByLabel("Keyword").fill("tests");
    await page.getByLabel("Sort by").selectOption("title");
    await page.getByRole("button", { name: "Apply" }).click();
    await page.waitForURL(/keyword=tests/);
    const readTitles = () => page.locator("main article h2").allInnerTexts();
    // Polls, because the URL changes slightly before the page.
    await expect.poll(readTitles).toEqual(sortedTitles);
    await page.getByRole("link", { name: "Clear filters" }).click();
    await page.waitForURL((url) => url.search === "");
  }
});

test("an error page after a navigation has header and footer, and the next page works", async () => {
  const { page } = await open("/en/product/list");
  // Requests an unknown item, as if the item was deleted while the list is open.
  await page.route("**/product/info/*.data**", async (route) =>
    route.continue({
      url: route
        .request()
        .url()
        .replace(/info\/[^.]+/, "info/unicorn"),
    }),
  );
  await page.locator("article a").first().click();
  await page.getByRole("heading", { level: 1, name: "Page Not Found" }).waitFor();
  expect(await page.locator("main").innerText()).toContain("Page Not Found: /en/product/info/unicorn");
  expect(await page.locator("main code").innerText()).toMatch(/^[\w-]{36}$/);
  await page.getByRole("main").getByRole("link", { name: "News" }).click();
  await page.getByRole("heading", { level: 1, name: "News" }).waitFor();
  expect(await page.title()).toContain("News");
});

test.each(["/en/Product/list", "/en/batch/HQ260301/Certificate"])(
  "a click on %s opens a page not found",
  async (path) => {
    const { page } = await open("/en/product/list");
    const link = page.locator("article a").first();
    await link.evaluate((element, href) => element.setAttribute("href", href), path);
    await link.click();
    await page.getByRole("heading", { level: 1, name: "Page Not Found" }).waitFor();
    expect(await page.locator("main").innerText()).toContain(`Page Not Found: ${path}`);
  },
);

test("a long plain page has a table of contents that links to its sections", async () => {
  const { page } = await open("/page/quality");
  const contents = page.getByRole("navigation", { name: "目录" });
  const links = await contents.getByRole("link").all();
  expect(links.length).toBe(4);
  for (const link of links) {
    const heading = page.locator((await link.getAttribute("href"))!);
    expect(await heading.textContent()).toBe(await link.textContent());
  }
});
