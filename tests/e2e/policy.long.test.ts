import { expect, test } from "vitest";
import { openPage } from "#tests/setup/browser/browser.ts";
import { setUpSiteAndBrowser } from "#tests/setup/browser/site-and-browser.ts";

const { open } = setUpSiteAndBrowser();

test("no page violates the content security policy, and it stops injected HTML", async () => {
  const { page, complaints } = await open("/");
  for (const path of ["/product/list", "/prescription/list", "/about-us", "/contact-us"]) {
    await page.locator(`a[href="${path}"]`).filter({ visible: true }).first().click();
    await page.waitForURL(`**${path}`);
  }
  await page.goBack();
  await page.getByRole("main").getByRole("heading", { level: 1 }).waitFor();
  await openPage(page, "/prescription/list");
  const heading = page.locator("main h1");
  const items = page.locator('main a[href^="/prescription/info/"]');
  // Scripts recreate the structured data of each of these pages. Wait for the title, because the URL changes earlier.
  for (const link of [items.first(), items.last()]) {
    const title = await heading.textContent();
    await link.click();
    await expect.poll(() => heading.textContent()).not.toBe(title);
  }
  await page
    .locator('main a[href^="/product/list"], header a[href="/product/list"]')
    .filter({ visible: true })
    .first()
    .click();
  await page.waitForURL("**/product/list*");
  // Ignores skipped transitions, which browsers report if the visitor leaves before a page has loaded.
  expect(complaints.filter((complaint) => !complaint.includes("Transition was skipped"))).toEqual([]);
  const isInsertionBlocked = await page.evaluate(() => {
    try {
      document.body.insertAdjacentHTML("beforeend", "<img src=x onerror=alert(1)>");
      return false;
    } catch {
      return true;
    }
  });
  expect(isInsertionBlocked).toBe(true);
});
