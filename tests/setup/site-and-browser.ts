import { inject } from "vitest";
import { setUpBrowser } from "./browser.ts";
import type { RunningSite } from "./running-site.ts";
import { setUpSite } from "./site.ts";

/** Returns the shared site and browser, for tests whose requests don't affect other tests. */
export function setUpSharedSiteAndBrowser() {
  const site: Pick<RunningSite, "origin"> = { origin: inject("siteOrigin") };
  return { site, browser: setUpBrowser() };
}

/** Starts a site with its own data folder for all tests of a file, and returns it with the browser. Both are available once the tests run. */
export function setUpSiteAndBrowser(variables: Record<string, string> = {}, folder?: string) {
  const browser = setUpBrowser();
  const site = setUpSite({ LOG_LEVEL: "warn", ...variables }, undefined, folder);
  return { site, browser, data: site.DATA_DIR };
}
