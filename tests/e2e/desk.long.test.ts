import { beforeAll, expect, test } from "vitest";
import { openDatabase } from "#app/services/submissions/database/database.ts";
import { createSessions } from "#app/services/submissions/login/sessions.ts";
import { findViolations, rules } from "#tests/setup/browser/axe.ts";
import { expectNoOverflow } from "#tests/setup/browser/browser.ts";
import { setUpSharedSiteAndBrowser, setUpSiteAndBrowser } from "#tests/setup/browser/site-and-browser.ts";
import { readLoginCode } from "#tests/setup/desk/login-code.ts";
import { createFields, getReference, post } from "#tests/setup/site/guestbook-form.ts";

const account = "zhou@qigu.example";
const { site, browser } = setUpSiteAndBrowser({ LOG_LEVEL: "info", DESK_ACCOUNTS: account });
const visitors = setUpSharedSiteAndBrowser();
let reference: string;

beforeAll(async () => {
  // Adds a long word, which must not make a page wider than a phone.
  const fields = createFields();
  reference = getReference(await post(site, { ...fields, content: fields.content + "A".repeat(100) }))!;
});

test("on a phone in dark mode the owner logs in, reads a message and marks it as done", async () => {
  const { page, complaints } = await browser.visit(site.origin, {
    ...{ colorScheme: "dark", viewport: { width: 360, height: 740 } },
  });
  const check = async () => {
    await expectNoOverflow(page);
    expect(await findViolations(page, rules)).toEqual([]);
  };
  await page.goto(`/desk/messages/${reference}`);
  await check();
  await page.getByLabel("手机号或邮箱").fill(account);
  await page.getByRole("button", { name: "获取验证码" }).click();
  await check();
  await page.getByLabel("验证码", { exact: true }).fill(await readLoginCode(site, account));
  await page.getByLabel("验证码", { exact: true }).press("Enter");
  await page.waitForURL(`**/desk/messages/${reference}`);
  await check();
  // The link calls the phone number, and a tap on the text selects it.
  expect(await page.getByRole("link", { name: "拨打电话" }).getAttribute("href")).toBe("tel:+8613812345678");
  await page.getByText("138 1234 5678").click();
  expect(await page.evaluate(() => getSelection()!.toString())).toBe("138 1234 5678");
  // Text typed after the login has ended isn't lost.
  const cookies = await page.context().cookies();
  await page.context().clearCookies();
  await page.getByLabel("备注").fill("明早\n回电");
  await page.getByRole("button", { name: "添加备注" }).click();
  await page.getByRole("alert").getByText("刚才写的都还在这一页里").waitFor();
  await check();
  await page.context().addCookies(cookies);
  await page.getByRole("button", { name: "再提交一次" }).click();
  await page.getByText(/明早\s回电/).waitFor();
  await page.getByRole("button", { name: "标记为已处理" }).click();
  await page.getByRole("status").getByText("已标记为处理完毕").waitFor();
  await page.getByRole("link", { name: "删除此人" }).click();
  await check();
  for (const path of ["/desk/messages?view=all", "/desk/searches", "/desk/nothing"]) {
    await page.goto(path);
    await check();
  }
  await page.getByRole("link", { name: "English" }).click();
  await page.getByRole("heading", { name: "There is no such page" }).waitFor();
  await page.getByRole("button", { name: "Log out" }).click();
  // The operator can give a login link to somebody who receives no code.
  const database = await openDatabase({ DATA_DIR: site.DATA_DIR });
  const token = await createSessions(database, Date.now, "deskLink").open(account);
  await database.destroy();
  await page.goto(`/desk/link?token=${token}`);
  await page.getByRole("link", { name: "中文" }).click();
  await check();
  await page.getByRole("button", { name: "登录" }).click();
  await page.waitForURL("**/desk");
  await check();
  // The text has twice the default size.
  for (const path of [
    "/desk",
    "/desk/messages",
    "/desk/items",
    "/desk/publish",
    "/desk/searches",
    "/desk/batches/new",
  ]) {
    await page.goto(path);
    await page.evaluate(() => void (document.documentElement.style.fontSize = "200%"));
    await expectNoOverflow(page);
    const search = page.getByRole("searchbox");
    if (await search.isVisible()) expect((await search.boundingBox())!.width).toBeGreaterThan(200);
  }
  await page.goto(`/desk/link?token=${token}`);
  await page.getByRole("alert").getByText("已经用过或已过期").waitFor();
  await check();
  expect(
    complaints
      .filter((complaint) => !/401|410/.test(complaint))
      .filter((complaint) => !complaint.includes("/desk/nothing") && !/404/.test(complaint)),
  ).toEqual([]);
});

test("on a site without a desk, /desk gets the site's 404 page, whose scripts load none of the desk's messages", async () => {
  const { page, complaints } = await visitors.open("/desk");
  await page.getByRole("heading", { name: "页面不存在" }).waitFor();
  expect(complaints.filter((complaint) => !/404/.test(complaint))).toEqual([]);
});
