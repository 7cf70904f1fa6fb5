import type { BrowserContextOptions } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { localeCodes, locales, type Locale } from "#app/i18n/locales.ts";
import { findHtmlcsErrors, findIbmViolations } from "#tests/setup/browser/accessibility-checkers.ts";
import { contrastRules, findViolations, rules } from "#tests/setup/browser/axe.ts";
import { openPage } from "#tests/setup/browser/browser.ts";
import { getPath, screens, startFailingSite, type Screen } from "#tests/setup/browser/screens.ts";
import { setUpSiteAndBrowser } from "#tests/setup/browser/site-and-browser.ts";

const { site, browser } = setUpSiteAndBrowser({ GUARDED_ROUTES: "/guarded/*" });

let failingSite: Awaited<ReturnType<typeof startFailingSite>>;
beforeAll(async () => {
  failingSite = await startFailingSite();
});
afterAll(() => failingSite.stop());

async function checkScreen(screen: Screen, locale: Locale, options: BrowserContextOptions = {}): Promise<string[]> {
  const { page, close } = await browser.visit(screen.needsFailingBackend ? failingSite.origin : site.origin, {
    ...{ locale: locales[locale].language, reducedMotion: "reduce" },
    ...options,
  });
  await (screen.prepare ? openPage(page, getPath(screen, locale)) : page.goto(getPath(screen, locale)));
  await screen.prepare?.(page);
  // The checkers look at nothing in closed details, or miss the labels there.
  await page.evaluate(() => document.querySelectorAll("details").forEach((details) => (details.open = true)));
  const violations: string[] = [];
  // The dark theme has the same markup, so only its contrast is checked.
  for (const [colorScheme, themeRules] of [
    ["light", rules],
    ["dark", contrastRules],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    violations.push(
      ...(await findViolations(page, themeRules)).map((violation) => `${screen.name}, ${colorScheme}: ${violation}`),
    );
  }
  // IBM's checker and HTML_CodeSniffer run once, because their rules don't depend on the theme.
  violations.push(...(await findIbmViolations(page)), ...(await findHtmlcsErrors(page)));
  await close();
  return violations;
}

/** The lists of all kinds have the same screens, so filtered, empty and last pages are only checked for products. */
const differentScreens = screens.filter(({ name }) => !/^(?!product)\w+-list-/.test(name));

const phone = { viewport: { width: 360, height: 740 } };
const login: Screen = { name: "login that a page asks for", path: "/guarded/page" };

test("the list of screens has many entries", () => expect(differentScreens.length).toBeGreaterThan(25));

describe.concurrent.each(localeCodes)("in the locale %s", (locale) => {
  test.each(differentScreens)("$name violates no accessibility rule", async (screen) => {
    expect(await checkScreen(screen, locale)).toEqual([]);
  });

  test.each([...screens.filter(({ name }) => name === "menu" || name.endsWith("-errors")), login])(
    "$name violates no accessibility rule on a phone",
    async (screen) => {
      expect(await checkScreen(screen, locale, phone)).toEqual([]);
    },
  );
});
