import { expect, test } from "vitest";
import { openPage, setUpBrowser } from "../setup/browser.ts";
import { startSite } from "../setup/running-site.ts";
import { setUpBackend } from "../setup/site.ts";

const browser = setUpBrowser();
const backend = await setUpBackend();

test("S11 the browser stores the settings, and uses them if the API fails", async () => {
  const siteWithSettings = await startSite({ API_BASE_URL: backend.origin });
  const { page } = await browser.visit(siteWithSettings.origin);
  await page.addInitScript(() => {
    const storedKeys: string[] = [];
    Object.assign(window, { stored: storedKeys });
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = function (key, value) {
      storedKeys.push(key);
      setItem.call(this, key, value);
    };
  });
  await openPage(page, "/en/news/list");
  const storedKeys = await page.evaluate(() => (window as unknown as { stored: string[] }).stored);
  expect(storedKeys.filter((key) => key.startsWith("settings"))).toEqual(["settings.en"]);
  // Adverts and menu aren't stored.
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(["settings.en"]);
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
