import { expect, test } from "vitest";
import { open } from "../setup/browser.ts";
import { siteAndBrowser } from "../setup/site-and-browser.ts";

const { site, browser } = siteAndBrowser();

test("a journey through all kinds of pages breaks no policy, and what breaks one is reported", async () => {
  const { page, complaints, close } = await browser.visit(site.origin);
  await open(page, "/");
  for (const path of ["/product/list", "/prescription/list", "/about-us", "/contact-us"]) {
    await page.locator(`a[href="${path}"]`).filter({ visible: true }).first().click();
    await page.waitForURL(`**${path}`);
  }
  await page.goBack();
  await page.getByRole("main").getByRole("heading", { level: 1 }).waitFor();
  await open(page, "/prescription/list");
  await page.locator('main a[href^="/prescription/info/"]').first().click();
  await page.locator("main h1").waitFor();
  // Data for search engines is written anew with each of these.
  await page.locator('main a[href^="/prescription/info/"]').last().click();
  await page
    .locator('main a[href^="/product/list"], header a[href="/product/list"]')
    .filter({ visible: true })
    .first()
    .click();
  await page.waitForURL("**/product/list*");
  // The browser says so of a visitor who goes on before a page has quite come.
  expect(complaints.filter((one) => !one.includes("Transition was skipped"))).toEqual([]);
  const isStopped = await page.evaluate(() => {
    try {
      document.body.insertAdjacentHTML("beforeend", "<img src=x onerror=alert(1)>");
      return false;
    } catch {
      return true;
    }
  });
  expect(isStopped).toBe(true);
  await expect
    .poll(() => site.output())
    .toMatch(/"directive":"require-trusted-types-for".*"content security policy violated"/);
  await close();
});
