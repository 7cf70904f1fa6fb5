import type { BrowserContextOptions, Page } from "playwright";
import { describe, expect, test } from "vitest";
import { readInbox } from "../setup/inbox.ts";
import { readLoginCode } from "../setup/login-code.ts";
import { setUpSiteAndBrowser } from "../setup/site-and-browser.ts";

const { site, browser, data } = setUpSiteAndBrowser({ LOG_LEVEL: "info", GUARDED_ROUTES: "/case/list" });

const desktop = { viewport: { width: 1440, height: 900 } };
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true };

/** An old WebView runs the inline script of a page but no modules. Other browsers run no script at all. */
async function visit(options: BrowserContextOptions) {
  const { page, close } = await browser.visit(site.origin, options);
  await page.route("**/*.js", (route) => route.abort());
  return { page, close };
}
const getHeader = (page: Page) => page.getByRole("banner");

describe.concurrent.each([
  ["no JavaScript", false],
  ["no modules", true],
] as const)("%s", (_name, javaScriptEnabled) => {
  test("on a desktop: menu by hover and keyboard, pages, categories and order of a list, search, language", async () => {
    const { page, close } = await visit({ ...desktop, javaScriptEnabled });
    await page.goto("/");
    const products = page.locator("nav#menu > ul > li").nth(1);
    const roots = products.getByRole("link", { name: "根类", exact: true });
    await products.getByRole("link", { name: "产品", exact: true }).focus();
    await roots.waitFor({ state: "visible" });
    await page.getByRole("searchbox").first().focus();
    await roots.waitFor({ state: "hidden" });
    await products.hover();
    await roots.click();
    await page.waitForURL("**/product/list/pieces/roots");
    await page.getByRole("navigation", { name: "分类" }).getByRole("link", { name: "全部" }).click();
    await page.waitForURL("**/product/list");
    await page.getByRole("navigation", { name: "分页" }).locator('a[rel="next"]').click();
    await page.waitForURL("**/product/list?page=2");
    await page.getByLabel("排序").selectOption("title");
    await page.getByRole("button", { name: "筛选" }).click();
    await page.waitForURL(/sort=title/);
    await getHeader(page).getByRole("searchbox").fill("黄芪");
    await getHeader(page).getByRole("button", { name: "搜索" }).click();
    await page.waitForURL("**/search?q=*");
    await getHeader(page).getByRole("link", { name: "English" }).click();
    await page.waitForURL("**/en/search?q=*");
    expect(await page.locator("main").getByRole("searchbox").inputValue()).toBe("黄芪");
    await page.goto("/product/list");
    expect(new URL(page.url()).pathname).toBe("/en/product/list");
    await close();
  });
});

// The tests of reading, writing and login cover these journeys without any script.
describe.concurrent("without modules", () => {
  test("on a phone: the menu sheet opens, closes, and its links work", async () => {
    const { page, close } = await visit(phone);
    await page.goto("/en/news/list");
    const sheet = page.locator("nav#menu");
    await page.getByRole("link", { name: "Menu", exact: true }).tap();
    await sheet.waitFor({ state: "visible" });
    await page.getByRole("link", { name: "Close menu" }).tap();
    await sheet.waitFor({ state: "hidden" });
    await page.getByRole("link", { name: "Menu", exact: true }).tap();
    await sheet.getByRole("link", { name: "Roots", exact: true }).tap();
    await page.waitForURL("**/en/product/list/pieces/roots");
    await sheet.waitFor({ state: "hidden" });
    await close();
  });

  test("an inquiry list, a request, and a message with an error first are received", async () => {
    const { page, close } = await visit(phone);
    await page.goto("/en/product/info/huang-qi");
    await page.getByRole("button", { name: "Add to inquiry" }).first().click();
    await page.waitForURL("**/en/quotation");
    await page.getByLabel(/^Quantity of/).fill("4");
    await page.getByRole("button", { name: "Update" }).click();
    expect(await page.getByLabel(/^Quantity of/).inputValue()).toBe("4");
    await page.getByLabel("Name", { exact: true }).fill("Ada");
    await page.getByLabel("Phone or email").fill("ada@example.com");
    await page.getByRole("button", { name: "Send inquiry" }).last().click();
    await page.waitForURL("**/en/quotation/received?reference=*");
    const request = (await readInbox(data)).find(({ payload }) => payload["items"] !== undefined);
    expect(request!.payload["items"]).toEqual([expect.objectContaining({ id: "huang-qi", quantity: 4 })]);
    await page.goto("/en/contact-us");
    await page.getByLabel("Message").fill("Hello");
    await page.getByRole("button", { name: "Send message" }).click();
    await page.getByRole("alert").getByRole("link", { name: "Name is required" }).click();
    expect(new URL(page.url()).hash).toBe("#name");
    await page.getByLabel("Name", { exact: true }).fill("Ada");
    await page.getByLabel("Phone or email").fill("ada@example.com");
    await page.getByRole("button", { name: "Send message" }).click();
    await page.waitForURL("**/en/contact-us/received?reference=*");
    await close();
  });

  test("a guarded page requires the login, and a code grants access", async () => {
    const { page, close } = await visit(desktop);
    await page.goto("/case/list");
    await page.getByRole("alert").getByText("请先登录").waitFor();
    await page.getByLabel("手机号或邮箱").fill("ada@example.com");
    await page.getByRole("button", { name: "获取验证码" }).click();
    await page.locator("#code-hint").waitFor();
    await page.getByLabel("验证码", { exact: true }).fill(await readLoginCode(site, "ada@example.com"));
    await page.getByRole("main").getByRole("button", { name: "登录" }).last().click();
    await page.waitForURL("**/case/list");
    await close();
  });
});
