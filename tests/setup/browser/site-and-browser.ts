import type { BrowserContextOptions } from "playwright";
import { inject } from "vitest";
import type { RunningSite } from "#tests/setup/site/running-site.ts";
import { setUpSite } from "#tests/setup/site/site.ts";
import { openPage, setUpBrowser } from "./browser.ts";

/** Returns the shared site and a browser, for tests whose requests don't affect other tests. */
export function setUpSharedSiteAndBrowser() {
  const site: Pick<RunningSite, "origin"> = { origin: inject("siteOrigin") };
  const browser = setUpBrowser();
  return { site, browser, open: createOpen(site, browser) };
}

/**
 * Starts a site with its own data folder for all tests of a file, and returns it with the browser. Both are available
 * once the tests run.
 */
export function setUpSiteAndBrowser(variables: Record<string, string> = {}, folder?: string) {
  const browser = setUpBrowser();
  const site = setUpSite({ LOG_LEVEL: "warn", ...variables }, undefined, folder);
  return { site, browser, open: createOpen(site, browser), data: site.DATA_DIR };
}

/** Returns a function that opens a page as a new visitor, and waits until it is hydrated if scripts are enabled. */
function createOpen(site: Pick<RunningSite, "origin">, { visit }: ReturnType<typeof setUpBrowser>) {
  return async (path: string, options: BrowserContextOptions = {}) => {
    const opened = await visit(site.origin, options);
    if (options.javaScriptEnabled === false) await opened.page.goto(path);
    else await openPage(opened.page, path);
    return opened;
  };
}
