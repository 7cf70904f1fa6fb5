import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { setUpBrowser } from "#tests/setup/browser/browser.ts";
import { setUpDeskSite } from "#tests/setup/desk/desk-site.ts";

const browser = setUpBrowser();
const desk = setUpDeskSite("zhou@qigu.example");

test("on a phone, what was entered for a batch is offered after a reload, until it is saved, and is never put into a form", async () => {
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
  await page.goto("/desk/batches/new?number=HQ2604");
  const offer = page.getByRole("button", { name: /^恢复 .* 没有保存的内容 HQ2603$/ });
  await offer.waitFor();
  expect([await rows.inputValue(), await number.inputValue()]).toEqual(["", "HQ2604"]);
  await rows.fill("铅 | Lead | ≤5 mg/kg | 1 mg/kg");
  await page.reload();
  await offer.click();
  expect(await rows.inputValue()).toContain("9.2%");
  expect(await number.inputValue()).toBe("hq2603");
  expect(await page.getByLabel("产品", { exact: true }).inputValue()).toBe("huang-qi");
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "保存", exact: true }).click();
  await page.getByRole("alert").getByText("连不上网站").waitFor();
  expect(await rows.inputValue()).toContain("9.2%");
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "保存", exact: true }).click();
  await page.waitForURL("**/desk/batches/HQ2603?notice=saved");
  expect(readFileSync(join(desk.content, "batch/HQ2603.yaml"), "utf8")).toContain("9.2%");
  // A saved draft is gone, and that of another batch stays.
  await expect.poll(() => new URL(page.url()).search).toBe("");
  await rows.fill("水分 | Moisture | ≤10.0% | 9.3%");
  await page.goto("/desk/batches/new");
  await page.getByRole("button", { name: /没有保存的内容 HQ2604$/ }).waitFor();
  expect(await page.getByRole("button", { name: /^恢复/ }).count()).toBe(1);
  await page.goto("/desk/batches/HQ2603");
  await page.getByRole("button", { name: /^恢复/ }).waitFor();
  expect(await rows.inputValue()).toContain("9.2%");
  await page.getByRole("button", { name: "不要了" }).click();
  await page.reload();
  await page.locator("template").waitFor({ state: "attached" });
  expect(await page.getByRole("button", { name: /^恢复/ }).count()).toBe(0);
  await rows.fill("项次\t检验项目\t检测方法\t标准规定\t结果(%)\t单项判定\n1\t水分\tGB 5009.3\t≤10.0%\t9.4\t合格");
  await page.getByRole("button", { name: "保存", exact: true }).click();
  const columns = page.getByLabel(/^第 \d 栏$/);
  for (const [index, role] of [
    [3, "limit"],
    [4, "result"],
    [5, "verdict"],
  ] as const)
    await columns.nth(index).selectOption(role);
  expect(await page.getByRole("button", { name: /^恢复/ }).count()).toBe(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await page.getByRole("button", { name: "保存", exact: true }).click();
  await page.waitForURL("**/desk/batches/HQ2603?notice=saved");
  expect(await rows.inputValue()).toBe("水分 | Moisture | ≤10.0% | 9.4%");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await page.goto("/desk/batches/HQ2603/recall");
  await page.getByLabel("原因 · 中文").fill("标签有误");
  await page.goto("/desk/batches/HQ2603/recall");
  await page.getByRole("button", { name: /^恢复/ }).click();
  expect(await page.getByLabel("原因 · 中文").inputValue()).toBe("标签有误");
});
