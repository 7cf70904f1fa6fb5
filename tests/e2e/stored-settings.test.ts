import { expect, inject, test } from "vitest";
import { openPage, setUpBrowser } from "#tests/setup/browser/browser.ts";
import { startSite } from "#tests/setup/site/running-site.ts";
import { setUpBackend } from "#tests/setup/site/site.ts";

const browser = setUpBrowser();
const backend = await setUpBackend();

test("S10 the browser stores only the settings, by language", async () => {
  const { page } = await browser.visit(inject("siteOrigin"));
  for (const path of ["/news/list", "/en/news/list"]) await openPage(page, path);
  const stored = await page.evaluate(() => ({ ...localStorage }) as Record<string, string>);
  const names = Object.entries(stored).map(([key, text]) => [key, (JSON.parse(text) as { siteName: string }).siteName]);
  expect(names.sort()).toEqual([
    ["settings.cn", "岐谷本草"],
    ["settings.en", "Qigu Herbal"],
  ]);
});

test("S11 the browser stores the settings, and uses them if the API fails", async () => {
  const siteWithSettings = await startSite({ API_BASE_URL: backend.origin });
  const { page } = await browser.visit(siteWithSettings.origin);
  await openPage(page, "/en/news/list");
  await siteWithSettings.stop();
  backend.responders.set("/api/setting/list", () => Promise.reject(new Error("gone")));
  const siteWithoutSettings = await startSite({
    API_BASE_URL: backend.origin,
    PORT: new URL(siteWithSettings.origin).port,
  });
  await openPage(page, "/en/news/list");
  await page.getByText("service@qigu.example").waitFor();
  const newVisitor = await browser.visit(siteWithoutSettings.origin);
  await openPage(newVisitor.page, "/en/news/list");
  expect(await newVisitor.page.getByText("service@qigu.example").count()).toBe(0);
  await siteWithoutSettings.stop();
});
