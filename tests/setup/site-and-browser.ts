import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { startBrowser } from "./browser.ts";
import { startSite, type RunningSite } from "./running-site.ts";

/**
 * A site with a data folder of its own, and a browser, for all tests of a file; both end with them. To be called at the top
 * of the file: they are there once its tests run.
 */
export function siteAndBrowser(variables: Record<string, string> = { LOG_LEVEL: "warn" }) {
  const data = mkdtempSync(join(tmpdir(), "site-"));
  let running: RunningSite;
  let started: Awaited<ReturnType<typeof startBrowser>>;
  beforeAll(async () => {
    [running, started] = await Promise.all([startSite({ DATA_DIR: data, ...variables }), startBrowser()]);
  });
  afterAll(async () => {
    await started.stop();
    await running.stop();
    rmSync(data, { recursive: true, force: true });
  });
  const site: Pick<RunningSite, "origin" | "output"> = {
    get origin() {
      return running.origin;
    },
    output: () => running.output(),
  };
  const browser: Pick<typeof started, "visit"> = { visit: (...visit) => started.visit(...visit) };
  return { site, browser, data };
}
