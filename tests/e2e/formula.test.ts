import type { Locator } from "playwright";
import { expect, test } from "vitest";
import { openPage } from "../setup/browser.ts";
import { setUpSharedSiteAndBrowser } from "../setup/site-and-browser.ts";

const { site, browser, open } = setUpSharedSiteAndBrowser();

test("on a phone a formula begins with its composition, and its picture is further down", async () => {
  const { page } = await open("/prescription/info/gui-zhi-tang", { viewport: { width: 360, height: 740 } });
  const getTop = async (selector: string) => (await page.locator(selector).first().boundingBox())!.y;
  expect(await getTop("figure svg")).toBeLessThan(740);
  expect(await getTop('main img[src="/plates/gui-zhi.svg"]:visible')).toBeGreaterThan(await getTop("figure svg"));
});

test("each formula has its own chart, from the server and after navigations", async () => {
  const { page, complaints } = await browser.visit(site.origin, { viewport: { width: 1440, height: 900 } });
  const findChart = (title: string) => page.getByRole("group", { name: title });
  await openPage(page, "/prescription/info/gui-zhi-tang");
  await page.waitForLoadState("networkidle");
  expect(await findChart("桂枝汤").locator("li", { hasText: "白芍" }).count()).toBe(1);
  await page.evaluate(() => Object.assign(window, { isFirstDocument: true }));
  await page.getByRole("main").getByRole("link", { name: "麻黄汤" }).first().click();
  await findChart("麻黄汤").locator("li", { hasText: "苦杏仁" }).waitFor();
  expect(await findChart("桂枝汤").count()).toBe(0);
  await page.goBack();
  await findChart("桂枝汤").locator("li", { hasText: "白芍" }).waitFor();
  expect(await page.evaluate(() => "isFirstDocument" in window)).toBe(true);
  expect(complaints).toEqual([]);
});

test("in every window a formula's short sections are before its text, and the links to its neighbours are last", async () => {
  const { page } = await open("/prescription/info/gui-zhi-tang");
  const getTop = async (element: Locator) => (await element.boundingBox())!.y;
  const main = page.getByRole("main");
  const findHeading = (name: string) => main.getByRole("heading", { name });
  for (const width of [360, 820, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const places = [
      findHeading("组成"),
      findHeading("功用"),
      findHeading("使用注意"),
      findHeading("一散一收"),
      findHeading("图片"),
    ];
    const tops = await Promise.all([...places, main.getByRole("navigation").last()].map(getTop));
    expect(tops, `${width}`).toEqual(tops.toSorted((a, b) => a - b));
    expect(await getTop(findHeading("相关内容"))).toBeLessThan(tops.at(-1)!);
  }
  // The pictures of a product are under the large one.
  await page.goto("/product/info/huang-qi");
  expect(await main.locator("header li img").count()).toBe(3);
  expect(await main.locator("figure img").count()).toBe(0);
});
