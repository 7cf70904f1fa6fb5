import { expect, test } from "vitest";
import { findViolations, rules } from "#tests/setup/browser/axe.ts";
import { setUpSharedSiteAndBrowser } from "#tests/setup/browser/site-and-browser.ts";

const { open } = setUpSharedSiteAndBrowser();

// accessibility.long.test.ts checks every screen in both languages and themes.
test.each(["/", "/en/product/list", "/prescription/info/gui-zhi-tang", "/en/contact-us", "/page/privacy"])(
  "%s breaks no rule of axe",
  async (path) => {
    const { page } = await open(path, { reducedMotion: "reduce" });
    expect(await findViolations(page, rules)).toEqual([]);
  },
);
