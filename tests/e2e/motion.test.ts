import type { Page, Route } from "playwright";
import { describe, expect, test } from "vitest";
import { localizePath } from "../../app/i18n/urls.ts";
import { open } from "../setup/browser.ts";
import { siteAndBrowser } from "../setup/site-and-browser.ts";

const { site, browser } = siteAndBrowser();

const desktop = { viewport: { width: 1200, height: 700 } };

type Movement = { duration: number; delay: number; properties: string[]; visible: number; from: string; to: string };

/** Notes every animation that a script starts, with how much of the element is seen then, and what every view transition moves. */
function noteMovements(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const movements: unknown[] = [];
    const transitions: number[] = [];
    Object.assign(window, { movements, transitions });
    const { animate } = Element.prototype;
    Element.prototype.animate = function (keyframes, timing) {
      const { top, bottom, height } = this.getBoundingClientRect();
      const { duration, delay = 0 } = timing as KeyframeAnimationOptions;
      const frames = keyframes as unknown as Record<string, string[]>;
      const visible = (Math.min(bottom, innerHeight) - Math.max(top, 0)) / height;
      const [from, to] = frames["transform"] ?? [];
      movements.push({ duration, delay, properties: Object.keys(frames), visible, from, to });
      return animate.call(this, keyframes, timing);
    };
    const start = document.startViewTransition?.bind(document);
    if (!start) return;
    document.startViewTransition = (update) => {
      const transition = start(update);
      void transition.ready.then(() => {
        const all = document.getAnimations().map(({ effect }) => (effect as KeyframeEffect).pseudoElement);
        transitions.push(all.filter((name) => name?.startsWith("::view-transition")).length);
      });
      return transition;
    };
  });
}

const movements = (page: Page) => page.evaluate(() => (window as unknown as { movements: Movement[] }).movements);
const transitions = (page: Page) => page.evaluate(() => (window as unknown as { transitions: number[] }).transitions);

test.concurrent(
  "what lies below rises 20 px in 0.4 s once a fifth of it is seen, each of a row a little later",
  async () => {
    const { page, close } = await browser.visit(site.origin, desktop);
    await noteMovements(page);
    await open(page, "/");
    const card = page.locator("[data-fade-up]").first();
    const { y, height } = (await card.boundingBox())!;
    const scrollTo = (share: number) => page.evaluate((top) => window.scrollTo(0, top), y + height * share - 700);
    const painted = () =>
      page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    await scrollTo(0.1);
    await painted();
    await painted();
    expect(await movements(page)).toEqual([]);
    expect(await card.evaluate((element) => getComputedStyle(element).opacity)).toBe("0");
    await scrollTo(0.3);
    await page.waitForFunction(() => (window as unknown as { movements: Movement[] }).movements.length >= 8);
    const all = await movements(page);
    expect([...new Set(all.map(({ duration }) => duration))]).toEqual([400]);
    expect([...new Set(all.map(({ delay }) => Math.round(delay)))].sort((a, b) => a - b)).toEqual([0, 60, 120, 180]);
    const rises = all.filter(({ from }) => from);
    expect(rises.map(({ from, to }) => [from, to])).toEqual(rises.map(() => ["translateY(20px)", "none"]));
    expect(Math.min(...all.map(({ visible }) => visible))).toBeGreaterThan(0.19);
    await page.waitForFunction(() =>
      [...document.querySelectorAll("[data-fade-up]")]
        .slice(0, 4)
        .every((one) => getComputedStyle(one).opacity === "1"),
    );
    await close();
  },
);

test.concurrent(
  "what moves is fetched with the first scroll; without it everything stands there all the same",
  async () => {
    const { page, close } = await browser.visit(site.origin, desktop);
    const asked: string[] = [];
    await page.route("**/assets/mini-*.js", (route: Route) => {
      asked.push(route.request().url());
      return route.abort();
    });
    await open(page, "/");
    await page.waitForLoadState("networkidle");
    expect(asked).toEqual([]);
    const cards = page.locator("[data-fade-up]");
    expect(await cards.first().evaluate((element) => getComputedStyle(element).opacity)).toBe("0");
    for (let at = 0; at < (await cards.count()); at++) await cards.nth(at).scrollIntoViewIfNeeded();
    await page.waitForFunction(() =>
      [...document.querySelectorAll("[data-fade-up]")].every((one) => getComputedStyle(one).opacity === "1"),
    );
    expect(asked.length).toBeGreaterThan(0);
    await close();
  },
);

test.concurrent("a page that is gone to in the site fades over, once", async () => {
  const { page, complaints, close } = await browser.visit(site.origin, desktop);
  await noteMovements(page);
  await open(page, "/about-us");
  for (const name of ["服务", "新闻"]) {
    await page.getByRole("contentinfo").getByRole("link", { name, exact: true }).click();
    await page.getByRole("heading", { level: 1, name }).waitFor();
  }
  expect((await transitions(page)).map((moved) => moved > 0)).toEqual([true, true]);
  await page.goBack();
  await page.getByRole("heading", { level: 1, name: "服务" }).waitFor();
  expect(complaints).toEqual([]);
  await close();
});

test.concurrent(
  "for those who want less motion nothing moves: no rise, no fading over, no sliding, no growing line",
  async () => {
    const { page, close } = await browser.visit(site.origin, { ...desktop, reducedMotion: "reduce" });
    await noteMovements(page);
    await open(page, "/");
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await page.locator("nav#menu li[data-top]").nth(1).hover();
    const moving = await page.evaluate(() => {
      const long = [...document.querySelectorAll("*")].filter((element) => {
        const { animationDuration, transitionDuration, scrollBehavior } = getComputedStyle(element);
        const times = `${animationDuration}, ${transitionDuration}`.split(", ");
        return times.some((time) => parseFloat(time) > 0) || scrollBehavior === "smooth";
      });
      return [long.length, document.getAnimations().filter(({ playState }) => playState === "running").length];
    });
    expect(moving).toEqual([0, 0]);
    await page.getByRole("contentinfo").getByRole("link", { name: "服务", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "服务" }).waitFor();
    await page.waitForFunction(() => (window as unknown as { transitions: number[] }).transitions.length > 0);
    expect([await movements(page), await transitions(page)]).toEqual([[], [0]]);
    await close();
  },
);

test.concurrent("a line says that a page takes long, and says nothing of one that comes at once", async () => {
  const { page, close } = await browser.visit(site.origin, { ...desktop, locale: "en-GB" });
  await page.addInitScript(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    new MutationObserver(() => {
      const line = document.querySelector('[role="status"][class*="line"]');
      if (line) said.push(line.textContent!);
    }).observe(document, { childList: true, subtree: true, attributes: true });
  });
  let letThrough = () => {};
  const held = new Promise<void>((done) => (letThrough = done));
  let isHeld = false;
  await page.route("**/*.data*", async (route: Route) => {
    if (isHeld) await held;
    await route.continue().catch(() => undefined);
  });
  await open(page, "/en/about-us");
  const link = (name: string) => page.getByRole("contentinfo").getByRole("link", { name, exact: true });
  const said = () => page.evaluate(() => (window as unknown as { said: string[] }).said);
  // Looked at first, its page is there when it is clicked.
  const fetched = page.waitForResponse(/service\/list\.data/);
  await link("Services").hover();
  await (await fetched).finished();
  await link("Services").click();
  await page.getByRole("heading", { level: 1, name: "Services" }).waitFor();
  isHeld = true;
  await link("News").click();
  await page.getByRole("status").getByText("Loading").waitFor({ state: "attached" });
  letThrough();
  await page.getByRole("heading", { level: 1, name: "News" }).waitFor();
  await page.getByRole("status").getByText("Loading").waitFor({ state: "detached" });
  expect(new Set(await said())).toEqual(new Set(["Loading"]));
  await close();
});

/** How far things have moved by themselves since the page began, and what. */
const shifts = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string[]>((done) => {
        type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Element | null }[] };
        new PerformanceObserver((list) => {
          const found = (list.getEntries() as Shift[]).filter(({ hadRecentInput }) => !hadRecentInput);
          done(
            found.map(
              ({ value, sources }) =>
                `${value} ${sources.map(({ node }) => node?.nodeName + "." + (node as Element)?.className)}`,
            ),
          );
        }).observe({ type: "layout-shift", buffered: true });
        setTimeout(() => done([]), 150);
      }),
  );

describe.concurrent.each([
  ["on a desktop", { viewport: { width: 1200, height: 1800 } }, "cn"],
  ["on a phone", { viewport: { width: 360, height: 1400 } }, "en"],
] as const)("%s", (_name, options, locale) => {
  test("nothing shifts, however slow the pictures are, before and after the script", async () => {
    const { page, close } = await browser.visit(site.origin, { ...options, permissions: ["clipboard-write"] });
    await page.route(/\.svg|\/qr\//, async (route) => {
      await new Promise((done) => setTimeout(done, 150));
      await route.continue().catch(() => undefined);
    });
    const paths = [
      ...["/", "/about-us", "/contact-us", "/quotation", "/product/list", "/news/list"],
      ...["/product/info/huang-qi", "/prescription/info/gui-zhi-tang"],
    ];
    for (const path of paths) {
      await open(page, localizePath(path, locale));
      expect(await shifts(page), path).toEqual([]);
    }
    await close();
  }, 60_000);
});
