import { expect, test } from "vitest";
import { failEachScript } from "../setup/failed-chunks.ts";
import { setUpSharedSiteAndBrowser } from "../setup/site-and-browser.ts";

const setup = setUpSharedSiteAndBrowser();

test("whichever script of a page with a form fails once, the page works after at most one reload", async () => {
  expect((await failEachScript(setup, ["/quotation", "/contact-us"])).size).toBeGreaterThan(2);
});
