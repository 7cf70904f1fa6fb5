import { expect, test } from "vitest";
import { failEachScript, listPaths } from "../setup/failed-chunks.ts";
import { setUpSharedSiteAndBrowser } from "../setup/site-and-browser.ts";

const setup = setUpSharedSiteAndBrowser();

test("whichever script of any page fails once, the page works after at most one reload", async () => {
  expect((await failEachScript(setup, await listPaths(setup))).size).toBeGreaterThan(10);
});
