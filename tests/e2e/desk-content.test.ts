import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { setUpBrowser } from "../setup/browser.ts";
import { logInToDesk } from "../setup/desk-login.ts";
import type { RunningSite } from "../setup/running-site.ts";
import { createSiteFolder } from "../setup/site-folder.ts";

const account = "zhou@qigu.example";
const browser = setUpBrowser();
const { folder, content, start, dispose } = createSiteFolder();
const file = join(content, "product/huang-qi/index.cn.md");
let site: RunningSite;

beforeAll(async () => {
  site = await start({ DATA_DIR: join(folder, "data"), DESK_ACCOUNTS: account, LOG_LEVEL: "info" });
});
afterAll(async () => {
  await site.stop();
  dispose();
});

test("an item is edited in the editor, one line of its file changes, and it is published", async () => {
  const before = readFileSync(file, "utf8");
  const [name, value] = (await logInToDesk(site, account)).split("=") as [string, string];
  const { page, close } = await browser.visit(site.origin, { viewport: { width: 1280, height: 900 } });
  await page.context().addCookies([{ name, value, url: `${site.origin}/desk` }]);
  await page.goto("/desk/content");
  await page.getByRole("button", { name: /登录/ }).click();
  await page.getByText("新闻").first().waitFor();
  await page.goto("/desk/content#/collections/product/entries/huang-qi/index");
  await page.locator('[data-key-path="sku"] input').first().fill("QG-P-0999");
  await page.getByRole("button", { name: "保存" }).click();
  await expect
    .poll(() => readFileSync(file, "utf8"), { timeout: 15_000 })
    .toBe(before.replace(/^sku: .*$/m, "sku: QG-P-0999"));
  await page.goto("/desk/publish");
  await page.getByText("黄芪").first().waitFor();
  await page.getByRole("button", { name: "发布" }).click();
  await page.getByRole("status").getByText("已发布").waitFor();
  const readPage = async () => (await fetch(`${site.origin}/product/info/huang-qi`)).text();
  await expect.poll(readPage, { timeout: 15_000 }).toContain("QG-P-0999");
  await close();
});
