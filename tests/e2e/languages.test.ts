import { expect, test } from "vitest";
import cnList from "#app/i18n/messages/cn/list.json" with { type: "json" };
import enList from "#app/i18n/messages/en/list.json" with { type: "json" };
import { openPage } from "#tests/setup/browser/browser.ts";
import { setUpSharedSiteAndBrowser } from "#tests/setup/browser/site-and-browser.ts";

const { site, browser, open } = setUpSharedSiteAndBrowser();

test("S10 shared data are loaded at the start and after a change of language, but not on other navigations", async () => {
  const { page } = await browser.visit(site.origin, { viewport: { width: 1440, height: 900 } });
  const rootRequests: string[] = [];
  page.on("response", async (response) => {
    const { pathname, searchParams } = new URL(response.url());
    if (!pathname.endsWith(".data")) return;
    const routes = searchParams.get("_routes")?.split(",");
    if (!routes || routes.includes("root")) rootRequests.push(response.url());
  });
  await openPage(page, "/product/list");
  await page.locator("article a").first().click();
  await page.waitForURL("**/product/info/**");
  await page.getByRole("link", { name: "新闻", exact: true }).first().click();
  // Wait for the page whose links are clicked, because the address changes before the page is rendered.
  const listTitle = page.getByRole("heading", { level: 1, name: "新闻", exact: true });
  await listTitle.waitFor();
  await page.locator("article a").first().click();
  await page.waitForURL("**/news/info/**");
  await listTitle.waitFor({ state: "detached" });
  await page.goBack();
  await listTitle.waitFor();
  expect(rootRequests).toEqual([]);
  await page.getByRole("link", { name: "English" }).click();
  await page.waitForURL("**/en/news/list");
  expect(await page.locator("html").getAttribute("lang")).toBe("en-US");
  expect(await page.locator("nav#menu").innerText()).toContain("Products");
});

test("English readers of a Chinese page are offered its translation once", async () => {
  const { page } = await open("/product/list?sort=title", { locale: "en-GB" });
  const offer = page.getByRole("complementary", { name: "This page is also available in English." });
  await offer.waitFor({ state: "visible" });
  // The offer must fit in one row even on the narrowest phone, because it is sticky.
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 740 });
    expect((await offer.boundingBox())!.height, `${width}`).toBeLessThan(70);
  }
  await offer.getByRole("link", { name: "Read in English" }).click();
  await page.waitForURL("**/en/product/list?sort=title");
  await page.goto("/product/info/huang-qi");
  expect(new URL(page.url()).pathname).toBe("/en/product/info/huang-qi");
  const reader = await browser.visit(site.origin, { locale: "zh-CN" });
  await openPage(reader.page, "/product/list");
  expect(await reader.page.locator("aside[lang]").count()).toBe(0);
});

test("a choice of English in another tab applies to the next page", async () => {
  const { page, complaints } = await open("/product/list", { viewport: { width: 1440, height: 900 } });
  await page.context().addCookies([{ name: "i18n_redirected", value: "en", url: site.origin }]);
  await page.locator("article a").first().click();
  await page.waitForURL("**/en/product/info/**");
  await page.getByRole("button", { name: "Add to inquiry" }).waitFor();
  expect(await page.locator("html").getAttribute("lang")).toBe("en-US");
  expect(await page.locator("nav#menu").innerText()).toContain("Products");
  expect(await page.locator("footer").innerText()).toContain("Anhui Qigu");
  expect(complaints).toEqual([]);
});

/** A message that only list pages need. */
const listMessage = { cn: cnList.emptyCategory, en: enList.emptyCategory };

test("S3 a page contains only the messages it needs; those of other screens are fetched on navigation", async () => {
  const { page } = await browser.visit(site.origin);
  const fetchedFiles: string[] = [];
  page.on("response", async (response) => {
    if (response.url().endsWith(".js")) fetchedFiles.push(await response.text());
  });
  await openPage(page, "/en/about-us");
  const messagesInPage = JSON.parse(await page.locator("script#messages").innerText()) as Record<string, unknown>;
  expect(Object.keys(messagesInPage).sort()).toEqual(["about", "common"]);
  expect(JSON.stringify(messagesInPage).replace("道地为本，炮制求精", "")).not.toMatch(/\p{Script=Han}{2}/u);
  const isFetched = (message: string) => fetchedFiles.some((script) => script.includes(message));
  expect(fetchedFiles.length).toBeGreaterThan(0);
  expect([isFetched(listMessage.cn), isFetched(listMessage.en)]).toEqual([false, false]);
  await page.getByRole("link", { name: "Products", exact: true }).last().click();
  await page.getByRole("main").getByRole("link", { name: "Order sheet" }).waitFor();
  // Poll, because a script's body is read after its response.
  await expect.poll(() => isFetched(listMessage.en)).toBe(true);
  expect(isFetched(listMessage.cn)).toBe(false);
  expect(await page.locator("main").innerText()).not.toMatch(/\b(?:keyword|emptyTitle)\b/);
});

test("S3 if the messages of a screen can't be loaded, the failure is logged and the server renders the page", async () => {
  const { page, complaints } = await browser.visit(site.origin);
  await page.route("**/assets/*.js", async (route) => {
    const response = await route.fetch();
    if ((await response.text()).includes(listMessage.en)) await route.abort();
    else await route.fulfill({ response });
  });
  await openPage(page, "/en/about-us");
  await page.evaluate(() => Object.assign(window, { isFirstDocument: true }));
  await page.getByRole("link", { name: "News", exact: true }).last().click();
  await page.waitForURL("**/en/news/list");
  await page.waitForFunction(() => !("isFirstDocument" in window));
  await page.getByText(/^\d+ items?$/).waitFor();
  expect(await page.locator("main").innerText()).not.toMatch(/\b(?:keyword|emptyTitle)\b/);
  expect(complaints.join("\n")).toContain("could not be loaded");
});
