import { describe, expect, test } from "vitest";
import { localizePath } from "#app/i18n/urls.ts";
import { openPage } from "#tests/setup/browser/browser.ts";
import { findFaults, walkPage } from "#tests/setup/browser/keyboard.ts";
import { setUpSharedSiteAndBrowser } from "#tests/setup/browser/site-and-browser.ts";

const { site, browser } = setUpSharedSiteAndBrowser();

const desktop = { viewport: { width: 1440, height: 900 } };
const phone = { viewport: { width: 360, height: 740 } };

const screens = [
  ...["/", "/contact-us", "/search?q=%E9%BB%84%E8%8A%AA", "/nothing-here"],
  ...["/product/list", "/product/info/huang-qi", "/prescription/info/gui-zhi-tang"],
];

describe.concurrent.each([
  ["on a desktop", desktop, "cn"],
  ["on a phone", phone, "en"],
] as const)("by keyboard %s", (_name, options, locale) => {
  test("Tab moves through every page in visual order: nothing is hidden, and the focus isn't trapped", async () => {
    const { page } = await browser.visit(site.origin, { ...options, reducedMotion: "reduce" });
    for (const path of screens) {
      await openPage(page, localizePath(path, locale));
      const forwardStops = await walkPage(page);
      expect(findFaults(forwardStops), page.url()).toEqual([]);
      expect(forwardStops.length, `${page.url()}: ${forwardStops.map(({ name }) => name).join(", ")}`).toBeGreaterThan(
        15,
      );
    }
    const backwardStops = await walkPage(page, "Shift+Tab");
    expect(findFaults(backwardStops.toReversed())).toEqual([]);
  });
});
