import type { Locator, Page } from "playwright";
import { describe, expect, test } from "vitest";
import { localizePath } from "../../app/i18n/urls.ts";
import { openPage } from "../setup/browser.ts";
import { readInbox } from "../setup/inbox.ts";
import { describeFocus, tabTo } from "../setup/keyboard.ts";
import { readLoginCode } from "../setup/login-code.ts";
import { setUpSiteAndBrowser } from "../setup/site-and-browser.ts";

const { site, browser, data } = setUpSiteAndBrowser({ LOG_LEVEL: "info" });

/** Moves to a control with Tab and presses it. */
async function pressControl(page: Page, target: Locator, key = "Enter"): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Moves to a field with Tab and types. */
async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.type(text);
}

/** Waits until an element has the focus. */
const waitForFocus = (page: Page, selector: string) =>
  page.waitForFunction((selector) => document.activeElement?.matches(selector), selector);

const words = {
  en: {
    ...{
      keyword: "Keyword",
      searchText: "ginseng",
      pages: "Pages",
      otherLanguage: "中文",
      neighbours: "Previous and next",
    },
    ...{ add: "Add to inquiry", toList: "Inquiry list, 1 item", update: "Update", quantity: /^Quantity of/ },
    ...{ name: "Name", account: "Phone or email", send: "Send message", request: "Send inquiry" },
    ...{ code: "Get code", enter: "Log in", loggedIn: "Logged in", remove: /^Remove/ },
  },
  cn: {
    ...{ keyword: "关键词", searchText: "人参", pages: "分页", otherLanguage: "English", neighbours: "上一篇与下一篇" },
    ...{ add: "加入询价单", toList: "询价单，1 种", update: "更新", quantity: /的数量$/ },
    ...{ name: "姓名", account: "手机号或邮箱", send: "提交留言", request: "提交询价" },
    ...{ code: "获取验证码", enter: "登录", loggedIn: "已登录", remove: /^移除/ },
  },
} as const;

describe.concurrent.each(["cn", "en"] as const)("%s, with the keyboard only", (locale) => {
  const word = words[locale];
  // A wide window in one language, a phone in the other.
  const options = { viewport: locale === "cn" ? { width: 1440, height: 900 } : { width: 360, height: 740 } };
  const visitPage = async (path: string) => {
    const { page, close } = await browser.visit(site.origin, options);
    await openPage(page, localizePath(path, locale));
    return { page, close };
  };

  test("pages through a list, searches, opens an item and the next one, and changes the language", async () => {
    const { page, close } = await visitPage("/product/list");
    await pressControl(page, page.getByRole("navigation", { name: word.pages }).locator('a[rel="next"]'));
    await page.waitForURL("**/product/list?page=2");
    await waitForFocus(page, "h1");
    await typeInto(page, page.getByLabel(word.keyword), word.searchText);
    await page.keyboard.press("Enter");
    await page.waitForURL(/keyword=/);
    await waitForFocus(page, "#keyword");
    await pressControl(page, page.locator("main article a").first());
    await page.waitForURL("**/product/info/**");
    await waitForFocus(page, "h1");
    const first = page.url();
    const neighbours = page.getByRole("navigation", { name: word.neighbours });
    await pressControl(page, neighbours.locator('a[rel="next"]'));
    await page.waitForURL((url) => url.href !== first);
    await waitForFocus(page, "h1");
    await pressControl(page, neighbours.locator('a[rel="prev"]'));
    await page.waitForURL(first);
    await waitForFocus(page, "h1");
    await tabTo(page, page.getByRole("banner").getByRole("link", { name: word.otherLanguage }), "Shift+Tab");
    await page.keyboard.press("Enter");
    await page.waitForURL((url) => url.pathname.startsWith("/en/") === (locale === "cn"));
    await close();
  });

  test("requests two products: one is added twice, one is removed", async () => {
    const { page, close } = await visitPage("/product/info/huang-qi");
    const add = page.getByRole("button", { name: word.add, exact: true });
    await pressControl(page, add);
    await page.getByRole("link", { name: word.toList }).waitFor();
    expect((await describeFocus(page))?.name).toContain(word.add);
    await page.goto(localizePath("/product/info/dang-gui", locale));
    await page.locator("nav[data-enhanced]").waitFor({ state: "attached" });
    await pressControl(page, add, "Space");
    await page.getByRole("status").getByText(/./).first().waitFor();
    await tabTo(page, page.getByRole("banner").locator('a[href$="/quotation"]'), "Shift+Tab");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/quotation");
    await waitForFocus(page, "h1");
    const quantity = page.getByLabel(word.quantity);
    await tabTo(page, quantity.first());
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type("7");
    await pressControl(page, page.getByRole("button", { name: word.remove }).nth(1));
    await page.waitForFunction(() => document.querySelectorAll('[name="quantity"]').length === 1);
    // The pressed button is gone, so the rest of the list has the focus.
    await waitForFocus(page, "fieldset");
    expect(await quantity.first().inputValue()).toBe("7");
    await pressControl(page, page.getByRole("button", { name: word.update, exact: true }));
    await typeInto(page, page.getByLabel(word.name, { exact: true }), "Ada");
    await pressControl(page, page.getByRole("button", { name: word.request }).last());
    await waitForFocus(page, '[role="alert"]');
    await pressControl(page, page.getByRole("alert").getByRole("link").first());
    await waitForFocus(page, "#contact[aria-invalid]");
    await page.keyboard.type("ada@example.com");
    await pressControl(page, page.getByRole("button", { name: word.request }).last());
    await page.waitForURL("**/quotation/received?reference=*");
    await waitForFocus(page, "h1");
    const submission = (await readInbox(data)).find(
      ({ kind, payload }) => kind === "quotation" && payload["locale"] === locale,
    );
    expect(submission!.payload["items"]).toEqual([expect.objectContaining({ id: "huang-qi", quantity: 7 })]);
    await close();
  });

  test("a message is returned with errors that link to their fields, and is then sent", async () => {
    const { page, close } = await visitPage("/contact-us");
    await pressControl(page, page.getByRole("button", { name: word.send }));
    const problems = page.getByRole("alert").getByRole("link");
    for (const [index, id] of ["name", "contact", "content"].entries()) {
      if (index === 0) await waitForFocus(page, '[role="alert"]');
      await tabTo(page, problems.nth(index), index === 0 ? "Tab" : "Shift+Tab");
      await page.keyboard.press("Enter");
      await waitForFocus(page, `#${id}[aria-invalid]`);
      await page.keyboard.type(id === "contact" ? "ada@example.com" : `Ada ${locale}`);
    }
    await pressControl(page, page.getByRole("button", { name: word.send }));
    await page.waitForURL("**/contact-us/received?reference=*");
    await waitForFocus(page, "h1");
    await close();
  });

  test("requests a code and logs in", async () => {
    const { page, close } = await visitPage("/login");
    await typeInto(page, page.getByLabel(word.account), `${locale}@example.com`);
    await pressControl(page, page.getByRole("button", { name: word.code }));
    await page.locator("#code-hint").waitFor();
    await waitForFocus(page, "#code");
    await page.keyboard.type(await readLoginCode(site, locale));
    await pressControl(page, page.getByRole("main").getByRole("button", { name: word.enter, exact: true }).last());
    await page.getByRole("contentinfo").getByRole("link", { name: word.loggedIn }).waitFor();
    await close();
  });
});
