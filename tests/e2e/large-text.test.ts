import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium, type BrowserContext } from "playwright";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { browserTimeoutMs, expectNoOverflow } from "#tests/setup/browser/browser.ts";
import { createChromiumLaunch, findInstalledBrowser, getMissingBrowserReason } from "#tests/setup/browser/chromium.ts";
import { setUpSharedSiteAndBrowser } from "#tests/setup/browser/site-and-browser.ts";
import { testUnless } from "#tests/setup/run/skipped.ts";
import { setUpTestFolder } from "#tests/setup/run/test-folder.ts";

const { site } = setUpSharedSiteAndBrowser();
// The headless Chromium from npm ignores the font size of the profile, so a browser must be installed.
const reason = getMissingBrowserReason() ?? (findInstalledBrowser() ? undefined : "there is no Chromium or Chrome");

const paths = [
  ..."/ /about-us /contact-us /quotation /login /search?q=huang /batch/HQ250901 /product/list?view=sheet".split(" "),
  "/batch?number=HQ250901,GC250802,XX111111",
  ..."/product/list /news/list /service/list /product/info/huang-qi /prescription/info/gui-zhi-tang".split(" "),
];

describe.each([16, 24, 32])("on a phone with text of %i px", (size) => {
  const profile = setUpTestFolder();
  let context: BrowserContext | undefined;
  beforeAll(async () => {
    if (reason) return;
    mkdirSync(join(profile, "Default"));
    const preferences = { webkit: { webprefs: { default_font_size: size } } };
    writeFileSync(join(profile, "Default", "Preferences"), JSON.stringify(preferences));
    const launch = await createChromiumLaunch();
    const phone = { viewport: { width: 360, height: 780 }, baseURL: site.origin, locale: "zh-CN" };
    context = await chromium.launchPersistentContext(profile, { ...launch, ...phone });
    context.setDefaultTimeout(browserTimeoutMs);
  });
  afterAll(() => context?.close());

  testUnless(reason)(`nothing scrolls sideways at ${size} px, and names and fields have room`, async () => {
    const page = await context!.newPage();
    for (const path of paths.flatMap((one) => [one, `/en${one}`.replace(/\/$/, "")])) {
      await page.goto(path);
      const { rem, logoHeight, keywordWidth } = await page.evaluate(() => ({
        rem: parseFloat(getComputedStyle(document.documentElement).fontSize),
        logoHeight: document.querySelector("header a > img + span")!.getBoundingClientRect().height,
        keywordWidth: document.querySelector("main [name=keyword], main [name=q]")?.clientWidth,
      }));
      expect([path, rem]).toEqual([path, size]);
      // The site's name has two lines at most.
      expect(logoHeight, path).toBeLessThan(3.2 * size);
      if (keywordWidth !== undefined) expect(keywordWidth, path).toBeGreaterThan(200);
      await expectNoOverflow(page);
    }
  });
});
