import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { expectNoOverflow, open } from "../setup/browser.ts";
import { siteAndBrowser } from "../setup/site-and-browser.ts";

const { site, browser } = siteAndBrowser();

test("on a phone a formula begins with what it is made of, and its plate is further down", async () => {
  const { page, close } = await browser.visit(site.origin, { viewport: { width: 360, height: 740 } });
  await open(page, "/prescription/info/gui-zhi-tang");
  const top = async (selector: string) => (await page.locator(selector).first().boundingBox())!.y;
  expect(await top("figure svg")).toBeLessThan(740);
  expect(await top('main img[src="/plates/gui-zhi.svg"]:visible')).toBeGreaterThan(await top("figure svg"));
  await close();
});

const formulas = readdirSync("content/prescription", { withFileTypes: true }).filter((entry) => entry.isDirectory());

test("the table of every formula keeps to its place on the narrowest phones, and scrolls there", async () => {
  expect(formulas.length).toBeGreaterThan(30);
  const { page, close } = await browser.visit(site.origin, {
    viewport: { width: 320, height: 740 },
    javaScriptEnabled: false,
  });
  for (const { name } of formulas) {
    await page.goto(`/en/prescription/info/${name}`);
    await page.locator("figure summary").click();
    for (const width of [320, 360]) {
      await page.setViewportSize({ width, height: 740 });
      await expectNoOverflow(page);
    }
  }
  await close();
});
