import type { Locator } from "playwright";
import { expect, test } from "vitest";
import { expectNoOverflow, holdRequests, openPage } from "#tests/setup/browser/browser.ts";
import { setUpSharedSiteAndBrowser } from "#tests/setup/browser/site-and-browser.ts";

const { site, browser, open } = setUpSharedSiteAndBrowser();

test("each formula's page shows that formula's chart, from the server and after navigations", async () => {
  const { page, complaints } = await browser.visit(site.origin, { viewport: { width: 1440, height: 900 } });
  const findChart = (title: string) => page.getByRole("table", { name: title });
  await openPage(page, "/prescription/info/gui-zhi-tang");
  await page.waitForLoadState("networkidle");
  expect(await findChart("桂枝汤").getByRole("row").filter({ hasText: "白芍" }).count()).toBe(1);
  await page.evaluate(() => Object.assign(window, { isFirstDocument: true }));
  await page.getByRole("main").getByRole("link", { name: "麻黄汤" }).first().click();
  await findChart("麻黄汤").getByRole("row").filter({ hasText: "苦杏仁" }).waitFor();
  expect(await findChart("桂枝汤").count()).toBe(0);
  await page.goBack();
  await findChart("桂枝汤").getByRole("row").filter({ hasText: "白芍" }).waitFor();
  expect(await page.evaluate(() => "isFirstDocument" in window)).toBe(true);
  expect(complaints).toEqual([]);
});

test("at every window size a formula's short sections are before its text, and the links to its neighbours are last", async () => {
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
  // A product's small pictures are in its header, below the large one, and not in figures.
  await page.goto("/product/info/huang-qi");
  expect(await main.locator("header li img").count()).toBe(3);
  expect(await main.locator("figure img").count()).toBe(0);
});

test("the kilograms of each herb follow the typed amount, which is parsed as on the server", async () => {
  const { page, complaints } = await open("/prescription/info/gui-zhi-tang", { viewport: { width: 320, height: 740 } });
  const main = page.getByRole("main");
  const read = async (name: string) =>
    (await main.getByRole("row", { name }).getByRole("cell").last().innerText()).trim();
  expect(await read("桂枝")).toMatch(/^0.9 kg\s+最低 20 kg$/);
  const field = main.getByRole("textbox", { name: "数量" });
  const expectNeed = (name: string, need: RegExp) => expect.poll(() => read(name)).toMatch(need);
  await field.fill("1,000 剂");
  await expectNeed("桂枝", /^9 kg\s+最低 20 kg$/);
  expect(await main.getByRole("columnheader").last().innerText()).toBe("1,000 剂");
  // This amount reaches the minimum order.
  await field.fill("三千");
  await expectNeed("桂枝", /^27 kg$/);
  await expectNeed("生姜", /^27 kg$/);
  await expectNeed("合计", /^117 kg$/);
  // An unreadable amount renders a dash, not 0.
  await field.fill("many");
  await expectNeed("桂枝", /^–$/);
  await main.getByRole("combobox", { name: "单位" }).selectOption("kilograms");
  await field.fill("390");
  await expectNeed("桂枝", /^90 kg$/);
  await expectNoOverflow(page);
  // The form begins where the chart ends, in the same frame.
  const [table, heading] = [
    main.getByRole("table").first(),
    main.getByRole("heading", { name: "本方药材", exact: true }),
  ];
  const [tableBox, headingBox] = [(await table.boundingBox())!, (await heading.boundingBox())!];
  const gap = headingBox.y - tableBox.y - tableBox.height;
  expect(gap).toBeGreaterThan(0);
  expect(gap).toBeLessThan(200);
  // The new page has no field left over from the previous formula.
  await main.getByRole("link", { name: "麻黄汤" }).first().click();
  await main.getByRole("table", { name: "麻黄汤" }).waitFor();
  expect(await main.getByRole("textbox", { name: "数量" }).count()).toBeLessThan(2);
  expect(complaints).toEqual([]);
});

test("an amount typed before the scripts have loaded is used in the calculation", async () => {
  const { page } = await browser.visit(site.origin);
  const sendScripts = await holdRequests(page, "**/entry.client-*.js");
  await page.goto("/en/prescription/info/gui-zhi-tang", { waitUntil: "commit" });
  await page.getByRole("textbox", { name: "Amount" }).fill("2000");
  sendScripts();
  const need = page.getByRole("main").getByRole("row", { name: "Gui zhi" }).getByRole("cell").last();
  await expect.poll(() => need.innerText()).toMatch(/^18 kg\s+min. 20 kg$/);
});
