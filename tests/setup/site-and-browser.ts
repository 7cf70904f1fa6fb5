import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, inject } from "vitest";
import { setUpBrowser } from "./browser.ts";
import { startSite, type RunningSite } from "./running-site.ts";

/** Returns the shared site and browser, for tests whose requests don't affect other tests. */
export function setUpSharedSiteAndBrowser() {
  const site: Pick<RunningSite, "origin"> = { origin: inject("siteOrigin") };
  return { site, browser: setUpBrowser() };
}

/**
 * Starts a site with its own data folder for all tests of a file, and returns it with the browser. Must be called at
 * the top of the file. Both are available once the tests run.
 */
export function setUpSiteAndBrowser(variables: Record<string, string> = {}, folder?: string) {
  const data = mkdtempSync(join(tmpdir(), "site-"));
  let runningSite: RunningSite;
  const browser = setUpBrowser();
  beforeAll(async () => {
    runningSite = await startSite({ DATA_DIR: data, LOG_LEVEL: "warn", ...variables }, folder);
  });
  afterAll(async () => {
    await runningSite.stop();
    rmSync(data, { recursive: true, force: true });
  });
  const site: Pick<RunningSite, "origin" | "output"> = {
    get origin() {
      return runningSite.origin;
    },
    output: () => runningSite.output(),
  };
  return { site, browser, data };
}
