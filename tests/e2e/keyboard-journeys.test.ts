import type { Locator, Page } from "playwright";
import { describe, expect, test } from "vitest";
import { localizePath } from "../../app/i18n/urls.ts";
import { open } from "../setup/browser.ts";
import { inbox } from "../setup/inbox.ts";
import { focused, tabTo } from "../setup/keyboard.ts";
import { siteAndBrowser } from "../setup/site-and-browser.ts";

const { site, browser, data } = siteAndBrowser({});

/** The code that was sent to an account whose name begins so: the log has two letters of it. */
const codeOf = (account: string) =>
  new RegExp(`"account":"${account.slice(0, 2)}…","code":"(\\d{6})"`).exec(site.output())![1]!;

/** Goes to a control by Tab and presses it. */
async function press(page: Page, target: Locator, key = "Enter"): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Goes to a field by Tab and types. */
async function type(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.type(text);
}

/** Waits until an element has the focus. */
const hasFocus = (page: Page, selector: string) =>
  page.waitForFunction((wanted) => document.activeElement?.matches(wanted), selector);

const words = {
  en: {
    ...{ keyword: "Keyword", typed: "ginseng", pages: "Pages", other: "中文", around: "Before and after" },
    ...{ add: "Add to inquiry", toList: "Inquiry list, 1 item", update: "Update", quantity: /^Quantity of/ },
    ...{ name: "Name", account: "Phone or e-mail", send: "Send message", request: "Send request" },
    ...{ code: "Get code", enter: "Log in", inside: "Logged in", remove: /^Remove/ },
  },
  cn: {
    ...{ keyword: "关键词", typed: "人参", pages: "分页", other: "English", around: "前后篇" },
    ...{ add: "加入询价单", toList: "询价单，1 种", update: "更新", quantity: /的数量$/ },
    ...{ name: "姓名", account: "手机号或邮箱", send: "发送留言", request: "发送询价" },
    ...{ code: "获取验证码", enter: "登录", inside: "已登录", remove: /^移除/ },
  },
} as const;

describe.concurrent.each(["cn", "en"] as const)("%s, by keyboard alone", (locale) => {
  const word = words[locale];
  // A wide window in one language, a phone's in the other.
  const options = { viewport: locale === "cn" ? { width: 1440, height: 900 } : { width: 360, height: 740 } };
  const start = async (path: string) => {
    const { page, close } = await browser.visit(site.origin, options);
    await open(page, localizePath(path, locale));
    return { page, close };
  };

  test("a list is paged, searched and left for an item, the next one, and the other language", async () => {
    const { page, close } = await start("/prescription/list");
    await press(page, page.getByRole("navigation", { name: word.pages }).locator('a[rel="next"]'));
    await page.waitForURL("**/prescription/list?page=2");
    await hasFocus(page, "h1");
    await type(page, page.getByLabel(word.keyword), word.typed);
    await page.keyboard.press("Enter");
    await page.waitForURL(/keyword=/);
    await hasFocus(page, "#keyword");
    await press(page, page.locator("main article a").first());
    await page.waitForURL("**/prescription/info/**");
    await hasFocus(page, "h1");
    const first = page.url();
    const around = page.getByRole("navigation", { name: word.around });
    await press(page, around.locator('a[rel="next"]'));
    await page.waitForURL((url) => url.href !== first);
    await hasFocus(page, "h1");
    await press(page, around.locator('a[rel="prev"]'));
    await page.waitForURL(first);
    await hasFocus(page, "h1");
    await tabTo(page, page.getByRole("banner").getByRole("link", { name: word.other }), "Shift+Tab");
    await page.keyboard.press("Enter");
    await page.waitForURL((url) => url.pathname.startsWith("/en/") === (locale === "cn"));
    await close();
  });

  test("two products are asked for: one put on the list twice, one taken off", async () => {
    const { page, close } = await start("/product/info/huang-qi");
    const add = page.getByRole("button", { name: word.add, exact: true });
    await press(page, add);
    await page.getByRole("link", { name: word.toList }).waitFor();
    expect((await focused(page))?.name).toContain(word.add);
    await page.goto(localizePath("/product/info/dang-gui", locale));
    await page.locator("nav[data-enhanced]").waitFor({ state: "attached" });
    await press(page, add, "Space");
    await page.getByRole("status").getByText(/./).first().waitFor();
    await tabTo(page, page.getByRole("banner").locator('a[href$="/quotation"]'), "Shift+Tab");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/quotation");
    await hasFocus(page, "h1");
    const quantity = page.getByLabel(word.quantity);
    await tabTo(page, quantity.first());
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type("7");
    await press(page, page.getByRole("button", { name: word.remove }).nth(1));
    await page.waitForFunction(() => document.querySelectorAll('[name="quantity"]').length === 1);
    // The pressed button is gone: what is left of the list has the focus.
    await hasFocus(page, "fieldset");
    expect(await quantity.first().inputValue()).toBe("7");
    await press(page, page.getByRole("button", { name: word.update, exact: true }));
    await type(page, page.getByLabel(word.name, { exact: true }), "Ada");
    await press(page, page.getByRole("button", { name: word.request }).last());
    await hasFocus(page, '[role="alert"]');
    await press(page, page.getByRole("alert").getByRole("link").first());
    await hasFocus(page, "#contact[aria-invalid]");
    await page.keyboard.type("ada@example.com");
    await press(page, page.getByRole("button", { name: word.request }).last());
    await page.waitForURL("**/quotation/received?reference=*");
    await hasFocus(page, "h1");
    const sent = (await inbox(data)).find(({ kind, payload }) => kind === "quotation" && payload["locale"] === locale);
    expect(sent!.payload["items"]).toEqual([expect.objectContaining({ id: "huang-qi", quantity: 7 })]);
    await close();
  });

  test("a message comes back with its mistakes, each a press away, and is then sent", async () => {
    const { page, close } = await start("/contact-us");
    await press(page, page.getByRole("button", { name: word.send }));
    const problems = page.getByRole("alert").getByRole("link");
    for (const [index, id] of ["name", "contact", "content"].entries()) {
      if (index === 0) await hasFocus(page, '[role="alert"]');
      await tabTo(page, problems.nth(index), index === 0 ? "Tab" : "Shift+Tab");
      await page.keyboard.press("Enter");
      await hasFocus(page, `#${id}[aria-invalid]`);
      await page.keyboard.type(id === "contact" ? "ada@example.com" : `Ada ${locale}`);
    }
    await press(page, page.getByRole("button", { name: word.send }));
    await page.waitForURL("**/contact-us/received?reference=*");
    await hasFocus(page, "h1");
    await close();
  });

  test("a code is asked for and logs in", async () => {
    const { page, close } = await start("/login");
    await type(page, page.getByLabel(word.account), `${locale}@example.com`);
    await press(page, page.getByRole("button", { name: word.code }));
    await page.locator("#code-hint").waitFor();
    await hasFocus(page, "#code");
    await page.keyboard.type(codeOf(locale));
    await press(page, page.getByRole("main").getByRole("button", { name: word.enter, exact: true }).last());
    await page.getByRole("contentinfo").getByRole("link", { name: word.inside }).waitFor();
    await close();
  });
});
