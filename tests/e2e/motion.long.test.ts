import type { Page } from "playwright";
import { expect, test } from "vitest";
import { openPage } from "#tests/setup/browser/browser.ts";
import { setUpSharedSiteAndBrowser } from "#tests/setup/browser/site-and-browser.ts";

const { site, browser } = setUpSharedSiteAndBrowser();
const desktop = { viewport: { width: 1200, height: 700 } };

/** Records the groups of elements that move in each view transition, for example `product-huang-qi`. */
const recordTransitions = (page: Page) =>
  page.addInitScript(() => {
    const transitions: string[][] = [];
    Object.assign(window, { transitions });
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (update) => {
      const transition = start(update);
      void transition.ready.then(() => {
        const effects = document.getAnimations().map(({ effect }) => effect as KeyframeEffect);
        const moving = effects.filter((effect) => effect.getComputedTiming().duration !== 0);
        const names = moving.flatMap(({ pseudoElement }) => /group\((.+)\)/.exec(pseudoElement ?? "")?.[1] ?? []);
        transitions.push(names.filter((name) => name !== "root"));
      });
      return transition;
    };
  });

const listTransitions = (page: Page) =>
  page.evaluate(() => (window as unknown as { transitions: string[][] }).transitions);

test("the animation library is fetched at the first scroll, and nothing is hidden if it can't be loaded", async () => {
  const { page } = await browser.visit(site.origin, desktop);
  let requestCount = 0;
  await page.route("**/assets/library-*.js", (route) => (requestCount++, route.abort()));
  await openPage(page, "/");
  await page.waitForLoadState("networkidle");
  expect(requestCount).toBe(0);
  for (const card of await page.locator("[data-fade-up]").all()) {
    expect(await card.evaluate((element) => getComputedStyle(element).opacity)).toBe("1");
    await card.scrollIntoViewIfNeeded();
  }
  expect(requestCount).toBeGreaterThan(0);
});

test("a card's picture moves to its place on the item's page and back", async () => {
  const { page, complaints } = await browser.visit(site.origin, desktop);
  await recordTransitions(page);
  await openPage(page, "/product/list");
  const link = page.locator('main article a[href^="/product/info/"]').first();
  const picture = `product-${(await link.getAttribute("href"))!.split("/").at(-1)!}`;
  const moved = expect.arrayContaining([picture]) as string[];
  await link.click();
  await page.waitForURL("**/product/info/*");
  await expect.poll(() => listTransitions(page)).toEqual([moved]);
  await page.goBack();
  await page.getByRole("heading", { level: 1, name: "产品" }).waitFor();
  await expect.poll(() => listTransitions(page)).toEqual([moved, moved]);
  expect(complaints).toEqual([]);
});

test("with reduced motion nothing rises, fades, slides or scrolls smoothly", async () => {
  const { page } = await browser.visit(site.origin, { ...desktop, reducedMotion: "reduce" });
  await recordTransitions(page);
  await openPage(page, "/");
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await page.locator("nav#menu li[data-top]").nth(1).hover();
  const moving = await page.locator("*").evaluateAll((elements) =>
    elements.flatMap((element) => {
      const { animationDuration, transitionDuration, scrollBehavior, opacity } = getComputedStyle(element);
      const times = `${animationDuration}, ${transitionDuration}`.split(", ");
      const isHidden = element.matches("[data-fade-up]") && opacity !== "1";
      const isMoving = isHidden || scrollBehavior === "smooth" || times.some((time) => parseFloat(time) > 0);
      return isMoving ? [element.outerHTML.slice(0, 80)] : [];
    }),
  );
  expect(moving).toEqual([]);
  await page.getByRole("contentinfo").getByRole("link", { name: "服务", exact: true }).click();
  await expect.poll(() => listTransitions(page)).toEqual([[]]);
});

test.each([
  ["a desktop", { viewport: { width: 1200, height: 1800 } }, ""],
  ["a phone", { viewport: { width: 360, height: 1400 } }, "/en"],
])("on %s the layout doesn't shift before or after hydration, however slow the pictures are", async (...row) => {
  const [, options, prefix] = row;
  const { page } = await browser.visit(site.origin, options);
  await page.route(/\.svg|\/qr\/|\/media\/photos\//, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 150));
    await route.continue().catch(() => undefined);
  });
  for (const path of ["/about-us", "/quotation", "/product/list", "/product/info/dan-shen", "/batch/HQ250901"]) {
    await openPage(page, prefix + path);
    await page.waitForLoadState("networkidle");
    expect(await page.evaluate(measureShift), path).toBe(0);
  }
});

/** Sums the layout shifts after first paint and parsing, because a slow machine paints parts of a page while parsing. */
function measureShift(): Promise<number> {
  const { domInteractive } = performance.getEntriesByType("navigation")[0] as PerformanceNavigationTiming;
  const start = Math.max(performance.getEntriesByName("first-contentful-paint")[0]!.startTime, domInteractive);
  return new Promise((resolve) => {
    type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean };
    new PerformanceObserver((list) => {
      const shifts = (list.getEntries() as Shift[]).filter((shift) => !shift.hadRecentInput && shift.startTime > start);
      resolve(shifts.reduce((sum, { value }) => sum + value, 0));
    }).observe({ type: "layout-shift", buffered: true });
    setTimeout(() => resolve(0), 150);
  });
}
