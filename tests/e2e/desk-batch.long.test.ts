import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { setUpBrowser } from "#tests/setup/browser/browser.ts";
import { setUpDeskSite } from "#tests/setup/desk/desk-site.ts";

const browser = setUpBrowser();
const desk = setUpDeskSite("zhou@qigu.example");

test("on a phone, what was entered for a batch survives a reload and a lost network, until it is saved", async () => {
  const { page } = await browser.visit(desk.site.origin, { viewport: { width: 360, height: 740 } });
  const [name, value] = desk.Cookie.split("=") as [string, string];
  await page.context().addCookies([{ name, value, url: `${desk.site.origin}/desk` }]);
  const rows = page.getByLabel("检验结果", { exact: true });
  const number = page.getByLabel("批号");
  await page.goto("/desk/batches/new");
  await number.fill("hq2603");
  await page.getByLabel("产品", { exact: true }).selectOption("huang-qi");
  await page.getByLabel("生产日期").fill("2026-01-20");
  await rows.fill("水分 | Moisture | ≤10.0% | 9.2%");
  await page.reload();
  await expect.poll(() => rows.inputValue()).toContain("9.2%");
  expect(await number.inputValue()).toBe("hq2603");
  expect(await page.getByLabel("产品", { exact: true }).inputValue()).toBe("huang-qi");
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "保存" }).click();
  await page.getByRole("alert").getByText("连不上网站").waitFor();
  expect(await rows.inputValue()).toContain("9.2%");
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "保存" }).click();
  await page.waitForURL("**/desk/batches/HQ2603?notice=saved");
  expect(readFileSync(join(desk.content, "batch/HQ2603.yaml"), "utf8")).toContain("9.2%");
  // A saved draft is gone, and that of another batch stays.
  await expect.poll(() => new URL(page.url()).search).toBe("");
  await rows.fill("水分 | Moisture | ≤10.0% | 9.3%");
  await page.goto("/desk/batches/new");
  await page.locator("form[data-draft]").waitFor();
  expect([await rows.inputValue(), await number.inputValue()]).toEqual(["", ""]);
  await page.goto("/desk/batches/HQ2603");
  await expect.poll(() => rows.inputValue()).toContain("9.3%");
});
