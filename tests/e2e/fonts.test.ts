import type { Page } from "playwright";
import { expect, test } from "vitest";
import { setUpSharedSiteAndBrowser } from "#tests/setup/browser/site-and-browser.ts";

const { open } = setUpSharedSiteAndBrowser();

/** Returns the families that drew the text of an element. Computed styles name only the requested families. */
async function findUsedFonts(page: Page, selector: string): Promise<string[]> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("DOM.enable");
  await devTools.send("CSS.enable");
  const { root } = await devTools.send("DOM.getDocument");
  const { nodeId } = await devTools.send("DOM.querySelector", { nodeId: root.nodeId, selector });
  const { fonts } = await devTools.send("CSS.getPlatformFontsForNode", { nodeId });
  return fonts.map(({ familyName }) => familyName);
}

test.each([
  ["/about-us", "Noto Sans SC", "Noto Sans SC"],
  ["/en/about-us", "DejaVu Serif", "Noto Sans"],
])("%s is rendered with the tests' fonts, whatever fonts the machine has", async (path, serif, sans) => {
  const { page } = await open(path);
  expect(await findUsedFonts(page, "h1")).toEqual([expect.stringContaining(serif)]);
  expect(await findUsedFonts(page, "main p")).toEqual([expect.stringContaining(sans)]);
});
