import { expect, test } from "vitest";
import { createEmbeddedApi } from "../../app/embedded-api/door.ts";
import cnList from "../../app/i18n/messages/cn/list.json" with { type: "json" };
import enList from "../../app/i18n/messages/en/list.json" with { type: "json" };
import { startBackend } from "../mocks/backend.ts";
import { compiledContent } from "../setup/compiled-content.ts";
import { open } from "../setup/browser.ts";
import { siteAndBrowser } from "../setup/site-and-browser.ts";
import { startSite } from "../setup/running-site.ts";

const { site, browser } = siteAndBrowser();

test("shared data is loaded at start and on a change of language, not on navigation within one", async () => {
  const { page, close } = await browser.visit(site.origin, { viewport: { width: 1440, height: 900 } });
  const rootLoads: string[] = [];
  page.on("response", async (response) => {
    const { pathname, searchParams } = new URL(response.url());
    if (!pathname.endsWith(".data")) return;
    const routes = searchParams.get("_routes")?.split(",");
    if (!routes || routes.includes("root")) rootLoads.push(response.url());
  });
  await open(page, "/product/list");
  await page.locator("article a").first().click();
  await page.waitForURL("**/product/info/**");
  await page.getByRole("link", { name: "新闻", exact: true }).first().click();
  await page.waitForURL("**/news/list");
  await page.locator("article a").first().click();
  await page.waitForURL("**/news/info/**");
  await page.goBack();
  await page.waitForURL("**/news/list");
  expect(rootLoads).toEqual([]);
  await page.getByRole("link", { name: "English" }).click();
  await page.waitForURL("**/en/news/list");
  expect(await page.locator("html").getAttribute("lang")).toBe("en-US");
  expect(await page.locator("nav#menu").innerText()).toContain("Products");
  await close();
});

test("a reader of English is offered the twin of a Chinese page, quietly, and never again once it is settled", async () => {
  const { page, close } = await browser.visit(site.origin, { locale: "en-GB" });
  await open(page, "/product/list?sort=title");
  const offer = page.getByRole("complementary", { name: "This page is also available in English." });
  await offer.waitFor({ state: "visible" });
  // One row, on the narrowest phone too: it sticks to the window.
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 740 });
    expect((await offer.boundingBox())!.height, `${width}`).toBeLessThan(70);
  }
  await offer.getByRole("link", { name: "Read in English" }).click();
  await page.waitForURL("**/en/product/list?sort=title");
  await page.goto("/product/info/huang-qi");
  expect(new URL(page.url()).pathname).toBe("/en/product/info/huang-qi");
  await close();
  const reader = await browser.visit(site.origin, { locale: "zh-CN" });
  await open(reader.page, "/product/list");
  expect(await reader.page.locator("aside[lang]").count()).toBe(0);
  await reader.close();
});

test("a choice of English made elsewhere counts from the next page on, which is English as a whole", async () => {
  const { page, complaints, close } = await browser.visit(site.origin, { viewport: { width: 1440, height: 900 } });
  await open(page, "/product/list");
  await page.context().addCookies([{ name: "i18n_redirected", value: "en", url: site.origin }]);
  await page.locator("article a").first().click();
  await page.waitForURL("**/en/product/info/**");
  await page.getByRole("button", { name: "Print" }).waitFor();
  expect(await page.locator("html").getAttribute("lang")).toBe("en-US");
  expect(await page.locator("nav#menu").innerText()).toContain("Products");
  expect(await page.locator("footer").innerText()).toContain("Anhui Qigu");
  expect(complaints).toEqual([]);
  await close();
});

test("settings are kept by the browser, and used where the API gives none", async () => {
  const content = compiledContent();
  const door = createEmbeddedApi(content.index);
  let isPoor = false;
  const backend = await startBackend((request) =>
    isPoor && request.url.includes("/api/setting/") ? Promise.reject(new Error("gone")) : door(request),
  );
  const rich = await startSite({ API_BASE_URL: backend.origin });
  const { page, close } = await browser.visit(rich.origin);
  await open(page, "/en/news/list");
  await rich.stop();
  isPoor = true;
  const poor = await startSite({ API_BASE_URL: backend.origin, PORT: new URL(rich.origin).port });
  await open(page, "/en/news/list");
  await page.getByText("service@qigu.example").waitFor();
  const stranger = await browser.visit(poor.origin);
  await open(stranger.page, "/en/news/list");
  expect(await stranger.page.getByText("service@qigu.example").count()).toBe(0);
  for (const stop of [close, stranger.close, poor.stop, backend.stop, content.dispose]) await stop();
});

/** A message that only lists have. */
const listMessage = { cn: cnList.emptyCategory, en: enList.emptyCategory };

test("a page brings its own messages in its language alone; those of a further screen are fetched when it is opened", async () => {
  const { page, close } = await browser.visit(site.origin);
  const fetched: string[] = [];
  page.on("response", async (response) => {
    if (response.url().endsWith(".js")) fetched.push(await response.text());
  });
  await open(page, "/en/about-us");
  const brought = JSON.parse(await page.locator("script#messages").innerText()) as Record<string, unknown>;
  expect(Object.keys(brought).sort()).toEqual(["about", "common"]);
  expect(JSON.stringify(brought).replace("道地为本，炮制求精", "")).not.toMatch(/\p{Script=Han}{2}/u);
  const isFetched = (message: string) => fetched.some((script) => script.includes(message));
  expect(fetched.length).toBeGreaterThan(0);
  expect([isFetched(listMessage.cn), isFetched(listMessage.en)]).toEqual([false, false]);
  await page.getByRole("link", { name: "News", exact: true }).last().click();
  await page.getByRole("button", { name: "Apply" }).waitFor();
  expect([isFetched(listMessage.cn), isFetched(listMessage.en)]).toEqual([false, true]);
  expect(await page.locator("main").innerText()).not.toMatch(/\b(?:count|keyword|emptyTitle)\b/);
  await close();
});

test("a screen whose messages can't be loaded is logged, and comes from the server", async () => {
  const { page, complaints, close } = await browser.visit(site.origin);
  await page.route("**/assets/*.js", async (route) => {
    const response = await route.fetch();
    if ((await response.text()).includes(listMessage.en)) await route.abort();
    else await route.fulfill({ response });
  });
  await open(page, "/en/about-us");
  await page.evaluate(() => Object.assign(window, { isFirstDocument: true }));
  await page.getByRole("link", { name: "News", exact: true }).last().click();
  await page.waitForURL("**/en/news/list");
  await page.waitForFunction(() => !("isFirstDocument" in window));
  await page.getByRole("button", { name: "Apply" }).waitFor();
  expect(await page.locator("main").innerText()).not.toMatch(/\b(?:count|keyword|emptyTitle)\b/);
  expect(complaints.join("\n")).toContain("could not be loaded");
  await close();
});
