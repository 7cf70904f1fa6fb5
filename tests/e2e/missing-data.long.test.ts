import { expect, test } from "vitest";
import listMessages from "../../app/i18n/messages/en/list.json" with { type: "json" };
import { openPage } from "../setup/browser.ts";
import { setUpSharedSiteAndBrowser } from "../setup/site-and-browser.ts";

const { site, browser } = setUpSharedSiteAndBrowser();

test("S3 if the messages of a screen can't be loaded, that is logged and the server renders the page", async () => {
  const { page, complaints } = await browser.visit(site.origin);
  await page.route("**/assets/*.js", async (route) => {
    const response = await route.fetch();
    if ((await response.text()).includes(listMessages.emptyCategory)) await route.abort();
    else await route.fulfill({ response });
  });
  await openPage(page, "/en/about-us");
  await page.evaluate(() => Object.assign(window, { isFirstDocument: true }));
  await page.getByRole("link", { name: "News", exact: true }).last().click();
  await page.waitForURL("**/en/news/list");
  await page.waitForFunction(() => !("isFirstDocument" in window));
  await page.getByText(/^\d+ items?$/).waitFor();
  expect(await page.locator("main").innerText()).not.toMatch(/\b(?:count|keyword|emptyTitle)\b/);
  expect(complaints.join("\n")).toContain("could not be loaded");
});
