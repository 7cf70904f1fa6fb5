import type { Page, Route } from "playwright";
import { describe, expect, test } from "vitest";
import { localizePath } from "#app/i18n/urls.ts";
import { openPage } from "../setup/browser.ts";
import { setUpSharedSiteAndBrowser } from "../setup/site-and-browser.ts";

const { site, browser } = setUpSharedSiteAndBrowser();

const desktop = { viewport: { width: 1200, height: 700 } };

/** Records the visible share of elements that scripts animate, and the animated pseudo-elements of view transitions. */
function recordMovements(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const movements: number[] = [];
    const transitions: number[] = [];
    const travels: string[][] = [];
    Object.assign(window, { movements, transitions, travels });
    const { animate } = Element.prototype;
    Element.prototype.animate = function (keyframes, timing) {
      const { top, bottom, height } = this.getBoundingClientRect();
      const { duration, pseudoElement } = timing as KeyframeAnimationOptions;
      // Ignores the animation with which React hides removed elements, because it runs even where nothing moves.
      if (duration === 0 && pseudoElement?.startsWith("::view-transition"))
        return animate.call(this, keyframes, timing);
      // Ignores the example of a batch label, because it rises earlier than cards do.
      if (this.matches("[data-fade-up]:not(:has(article))")) return animate.call(this, keyframes, timing);
      movements.push((Math.min(bottom, innerHeight) - Math.max(top, 0)) / height);
      return animate.call(this, keyframes, timing);
    };
    const start = document.startViewTransition?.bind(document);
    if (!start) return;
    document.startViewTransition = (update) => {
      const transition = start(update);
      void transition.ready.then(() => {
        const effects = document.getAnimations().map(({ effect }) => effect as KeyframeEffect);
        const moving = effects.filter((effect) => effect.getComputedTiming().duration !== 0);
        const names = moving.flatMap(({ pseudoElement }) => pseudoElement?.match(/^::view-transition.*/)?.[0] ?? []);
        transitions.push(names.length);
        // Only elements on both pages have a group that moves.
        travels.push(names.flatMap((name) => /group\(([a-z]+-[a-z-]+)\)/.exec(name)?.[1] ?? []));
      });
      return transition;
    };
  });
}

const getMovements = (page: Page) => page.evaluate(() => (window as unknown as { movements: number[] }).movements);
const getOpacities = (page: Page) =>
  page
    .locator("[data-fade-up]")
    .evaluateAll((elements) => elements.map((element) => getComputedStyle(element).opacity));
const getTransitions = (page: Page) =>
  page.evaluate(() => (window as unknown as { transitions: number[] }).transitions);

test.concurrent(
  "the animation library is fetched at the first scroll, and nothing is hidden if it can't be loaded",
  async () => {
    const { page, close } = await browser.visit(site.origin, desktop);
    const requestedUrls: string[] = [];
    await page.route("**/assets/library-*.js", (route: Route) => {
      requestedUrls.push(route.request().url());
      return route.abort();
    });
    await openPage(page, "/");
    await page.waitForLoadState("networkidle");
    expect(requestedUrls).toEqual([]);
    const cards = page.locator("[data-fade-up]");
    for (let at = 0; at < (await cards.count()); at++) {
      expect(new Set(await getOpacities(page))).toEqual(new Set(["1"]));
      await cards.nth(at).scrollIntoViewIfNeeded();
    }
    expect(requestedUrls.length).toBeGreaterThan(0);
    await close();
  },
);

test.concurrent(
  "elements seen before the animation library loads stay visible, and others are hidden until they are reached",
  async ({ expect }) => {
    const { page, close } = await browser.visit(site.origin, desktop);
    await recordMovements(page);
    let releaseLibrary = () => {};
    const library = new Promise<void>((resolve) => (releaseLibrary = resolve));
    await page.route("**/assets/library-*.js", (route: Route) => library.then(() => route.continue()));
    await openPage(page, "/");
    const cards = page.locator("[data-fade-up]");
    await cards.first().scrollIntoViewIfNeeded();
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
    await page.evaluate(() => window.scrollTo(0, 0));
    releaseLibrary();
    await expect.poll(async () => (await getOpacities(page)).at(-1)).toBe("0");
    expect((await getOpacities(page))[0]).toBe("1");
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expect.poll(async () => new Set(await getOpacities(page))).toEqual(new Set(["1"]));
    for (const visibleShare of await getMovements(page)) expect(visibleShare).toBeGreaterThan(0.19);
    await close();
  },
);

test.concurrent("a card's picture moves to its place on the item's page and back", async ({ expect }) => {
  const { page, complaints, close } = await browser.visit(site.origin, desktop);
  await recordMovements(page);
  await openPage(page, "/product/list");
  const listTravels = () => page.evaluate(() => (window as unknown as { travels: string[][] }).travels);
  const link = page.locator('main article a[href^="/product/info/"]').first();
  const travel = [`product-${(await link.getAttribute("href"))!.split("/").at(-1)!}`];
  await link.click();
  await page.waitForURL("**/product/info/*");
  await expect.poll(listTravels).toEqual([travel]);
  await page.goBack();
  await page.getByRole("heading", { level: 1, name: "产品" }).waitFor();
  await expect.poll(listTravels).toEqual([travel, travel]);
  expect(complaints).toEqual([]);
  await close();
});

test.concurrent("with reduced motion nothing is animated: no rise, no fade, no slide, no progress line", async () => {
  const { page, close } = await browser.visit(site.origin, { ...desktop, reducedMotion: "reduce" });
  await recordMovements(page);
  await openPage(page, "/");
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await page.locator("nav#menu li[data-top]").nth(1).hover();
  const animationCounts = await page.evaluate(() => {
    const longElements = [...document.querySelectorAll("*")].filter((element) => {
      const { animationDuration, transitionDuration, scrollBehavior } = getComputedStyle(element);
      const times = `${animationDuration}, ${transitionDuration}`.split(", ");
      return times.some((time) => parseFloat(time) > 0) || scrollBehavior === "smooth";
    });
    return [longElements.length, document.getAnimations().filter(({ playState }) => playState === "running").length];
  });
  expect(animationCounts).toEqual([0, 0]);
  expect(new Set(await getOpacities(page))).toEqual(new Set(["1"]));
  await page.getByRole("contentinfo").getByRole("link", { name: "服务", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "服务" }).waitFor();
  await page.waitForFunction(() => (window as unknown as { transitions: number[] }).transitions.length > 0);
  expect([await getMovements(page), await getTransitions(page)]).toEqual([[], [0]]);
  await close();
});

test.concurrent("a progress line is visible during a long navigation, and hidden during a quick one", async () => {
  const { page, close } = await browser.visit(site.origin, { ...desktop, locale: "en-GB" });
  await page.addInitScript(() => {
    const texts: string[] = [];
    Object.assign(window, { texts });
    new MutationObserver(() => {
      const line = document.querySelector('[role="status"][class*="line"]');
      if (line) texts.push(line.textContent!);
    }).observe(document, { childList: true, subtree: true, attributes: true });
  });
  let releaseRoute = () => {};
  const release = new Promise<void>((resolve) => (releaseRoute = resolve));
  let areResponsesHeld = false;
  await page.route("**/*.data*", async (route: Route) => {
    if (areResponsesHeld) await release;
    await route.continue().catch(() => undefined);
  });
  await openPage(page, "/en/about-us");
  const link = (name: string) => page.getByRole("contentinfo").getByRole("link", { name, exact: true });
  const readTexts = () => page.evaluate(() => (window as unknown as { texts: string[] }).texts);
  // Hovers over the link first, so that its page is prefetched before the click.
  const prefetch = page.waitForResponse(/service\/list\.data/);
  await link("Services").hover();
  await (await prefetch).finished();
  await link("Services").click();
  await page.getByRole("heading", { level: 1, name: "Services" }).waitFor();
  areResponsesHeld = true;
  await link("News").click();
  await page.getByRole("status").getByText("Loading").waitFor({ state: "attached" });
  releaseRoute();
  await page.getByRole("heading", { level: 1, name: "News" }).waitFor();
  await page.getByRole("status").getByText("Loading").waitFor({ state: "detached" });
  expect(new Set(await readTexts())).toEqual(new Set(["Loading"]));
  await close();
});

/** Lists layout shifts after first paint and parsing, because a slow machine paints parts of the page while parsing. */
const measureShifts = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        type Source = { node: Element | null; previousRect: DOMRect; currentRect: DOMRect };
        type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: Source[] };
        new PerformanceObserver((list) => {
          const [paint] = performance.getEntriesByName("first-contentful-paint");
          const [navigation] = performance.getEntriesByType("navigation");
          const start = Math.max(paint?.startTime ?? Infinity, navigation!.domInteractive);
          const shifts = (list.getEntries() as Shift[]).filter(
            ({ hadRecentInput, startTime }) => !hadRecentInput && startTime > start,
          );
          const describe = ({ node, previousRect, currentRect }: Source) =>
            `${node?.nodeName}.${node?.className} from ${previousRect.y} to ${currentRect.y}`;
          resolve(
            shifts.map(
              ({ value, startTime, sources }) =>
                `${value} at ${startTime} after ${start} ms: ${sources.map(describe).join(", ")}`,
            ),
          );
        }).observe({ type: "layout-shift", buffered: true });
        setTimeout(() => resolve([]), 150);
      }),
  );

describe.concurrent.each([
  ["on a desktop", { viewport: { width: 1200, height: 1800 } }, "cn"],
  ["on a phone", { viewport: { width: 360, height: 1400 } }, "en"],
] as const)("pages %s", (_name, options, locale) => {
  test("the layout doesn't shift before or after hydration, however slow the pictures are", async () => {
    const { page, close } = await browser.visit(site.origin, { ...options, permissions: ["clipboard-write"] });
    await page.route(/\.svg|\/qr\//, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 150));
      await route.continue().catch(() => undefined);
    });
    const paths = [
      ...["/", "/about-us", "/contact-us", "/quotation", "/product/list", "/news/list"],
      ...["/product/info/huang-qi", "/prescription/info/gui-zhi-tang"],
    ];
    for (const path of paths) {
      await openPage(page, localizePath(path, locale));
      expect(await measureShifts(page), path).toEqual([]);
    }
    await close();
  });
});
