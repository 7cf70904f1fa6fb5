import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { BrowserContextOptions, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { localeCodes, locales, type Locale } from "../../app/i18n/locales.ts";
import { expectNoOverflow, open } from "../setup/browser.ts";
import { pathOf, screens, startTroubledSite, type Screen } from "../setup/screens.ts";
import { siteAndBrowser } from "../setup/site-and-browser.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const { site, browser } = siteAndBrowser({ LOG_LEVEL: "warn", GUARDED_ROUTES: "/guarded/*" });

const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** What axe finds against WCAG 2.2 A and AA, each as its rule and where. */
async function violations(page: Page): Promise<string[]> {
  // By the debugger: the page's policy lets no script in, and is not to be weakened for a test.
  await page.evaluate(axe);
  // What has been scrolled beneath the header counts as too small.
  await page.evaluate(() => window.scrollTo(0, 0));
  const { violations: found } = (await page.evaluate(
    (tags) => (window as unknown as { axe: { run(options: object): unknown } }).axe.run({ runOnly: tags }),
    rules,
  )) as AxeResults;
  return found.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${page.url()} ${id} ${target.join(" ")}`));
}

/** Pages that an address alone leads to, in each language. */
const paths = localeCodes.flatMap((locale) =>
  screens.filter(({ prepare, isTroubled }) => !prepare && !isTroubled).map((screen) => pathOf(screen, locale)),
);

let troubled: Awaited<ReturnType<typeof startTroubledSite>>;
beforeAll(async () => {
  troubled = await startTroubledSite();
});
afterAll(() => troubled.stop());

/** What axe finds on a screen in either theme. */
async function violationsOn(screen: Screen, locale: Locale, options: BrowserContextOptions = {}): Promise<string[]> {
  const { page, close } = await browser.visit(screen.isTroubled ? troubled.origin : site.origin, {
    ...{ locale: locales[locale].language, reducedMotion: "reduce" },
    ...options,
  });
  await (screen.prepare ? open(page, pathOf(screen, locale)) : page.goto(pathOf(screen, locale)));
  await screen.prepare?.(page);
  const found: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    found.push(...(await violations(page)).map((one) => `${screen.name}, ${colorScheme}: ${one}`));
  }
  await close();
  return found;
}

/** Lists of all kinds are one screen: those of products stand for them when they are filtered, empty or at their end. */
const different = screens.filter(({ name }) => !/^(?!product)\w+-list-/.test(name));

const phone = { viewport: { width: 360, height: 740 } };
const login = { name: "login that a page asks for", path: "/guarded/page" };

describe.concurrent.each(localeCodes)("%s", (locale) => {
  test("no screen breaks a rule", async () => {
    expect(different.length).toBeGreaterThan(25);
    const found: string[] = [];
    for (const screen of different) found.push(...(await violationsOn(screen, locale)));
    expect(found).toEqual([]);
  }, 240_000);

  test("nor does the sheet of a phone, a form that came back to it, or the login that a page asks for", async () => {
    const onPhones = screens.filter(({ name }) => name === "menu" || name.endsWith("-errors"));
    const found: string[] = [];
    for (const screen of [...onPhones, login]) found.push(...(await violationsOn(screen, locale, phone)));
    expect(found).toEqual([]);
  }, 60_000);
});

test.each([
  ["320 pixels", { viewport: { width: 320, height: 640 } }],
  ["twice the size", { viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 }],
])(
  "with %s nothing stands out of any page",
  async (_name, options) => {
    const { page, close } = await browser.visit(site.origin, options);
    for (const path of paths) {
      await page.goto(path);
      await expectNoOverflow(page);
    }
    await close();
  },
  90_000,
);

test("what reads the page aloud hears one heading of the first level, and the language that is written", async () => {
  const { page, close } = await browser.visit(site.origin);
  for (const path of paths) {
    await page.goto(path);
    expect(await page.locator("h1").count(), path).toBe(1);
    expect(await page.locator("html").getAttribute("lang"), path).toBe(path.startsWith("/en") ? "en-US" : "zh-CN");
    expect(await page.locator("main, [role=main]").count(), path).toBe(1);
  }
  await close();
}, 60_000);
