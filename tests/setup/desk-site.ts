import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { logInToDesk } from "./desk-login.ts";
import type { RunningSite } from "./running-site.ts";
import { createSiteFolder } from "./site-folder.ts";

/**
 * Starts a site with a desk and a content folder of its own, for all tests of a file, and logs in. Must be called at
 * the top of the file.
 */
export function setUpDeskSite(account: string) {
  const { folder, content, publish, start, dispose } = createSiteFolder();
  const desk = { content, site: undefined as unknown as RunningSite, Cookie: "" };
  beforeAll(async () => {
    const DATA_DIR = join(folder, "data");
    // Publishes the content together with the edits that the test file has made at its top.
    publish({ DATA_DIR });
    desk.site = await start({ DATA_DIR, DESK_ACCOUNTS: account, LOG_LEVEL: "info" });
    desk.Cookie = await logInToDesk(desk.site, account);
  });
  afterAll(async () => {
    await desk.site.stop();
    dispose();
  });
  return desk;
}
