import type { Page } from "playwright";
import { expect, test } from "vitest";
import { openPage } from "#tests/setup/browser/browser.ts";
import { setUpSiteAndBrowser } from "#tests/setup/browser/site-and-browser.ts";

const { site, browser } = setUpSiteAndBrowser();

const library = /\/assets\/measured-visit-[\w-]+\.js$/;

const leave = (page: Page) =>
  page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  });

/** Waits until the browser has measured the first interaction, which it does after the next frame. */
const waitForFirstInput = (page: Page) =>
  page.evaluate(async () => {
    const { promise, resolve } = Promise.withResolvers<PerformanceObserverEntryList>();
    new PerformanceObserver(resolve).observe({ type: "first-input", buffered: true });
    await promise;
  });

test("a visit sends its LCP and INP once, without data of the visitor, and /metrics includes them", async () => {
  const { page, complaints } = await browser.visit(site.origin, { locale: "en" });
  const reports: unknown[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/web-vitals")) reports.push(request.postDataJSON());
  });
  const [response] = await Promise.all([page.waitForResponse(library), openPage(page, "/en/product/list?sort=title")]);
  expect(Number(await response.headerValue("Content-Length"))).toBeLessThanOrEqual(3000);
  await page.waitForLoadState("networkidle");
  await page.getByRole("heading", { level: 1 }).click();
  await waitForFirstInput(page);
  await leave(page);
  await leave(page);
  const value = expect.any(Number) as number;
  await expect.poll(() => reports).toEqual([{ route: "product-list", language: "en-US", LCP: value, INP: value }]);
  const series = '{route="product-list",language="en-US"} 1\n';
  await expect.poll(() => site.getText("/metrics")).toContain(`web_vitals_lcp_seconds_count${series}`);
  expect(await site.getText("/metrics")).toContain(`web_vitals_inp_seconds_count${series}`);
  expect(complaints).toEqual([]);
});

test.each([
  ["Do Not Track", "doNotTrack", "1"],
  ["Global Privacy Control", "globalPrivacyControl", true],
])("with %s a visit isn't measured", async (_name, property, value) => {
  const { page } = await browser.visit(site.origin);
  const urls: string[] = [];
  page.on("request", (request) => urls.push(request.url()));
  await page.addInitScript(([key, wish]) => Object.defineProperty(navigator, key, { value: wish }), [
    property,
    value,
  ] as const);
  await openPage(page, "/");
  await page.waitForLoadState("networkidle");
  await leave(page);
  await page.waitForTimeout(200);
  expect(urls.filter((url) => library.test(url) || url.endsWith("/web-vitals"))).toEqual([]);
});
