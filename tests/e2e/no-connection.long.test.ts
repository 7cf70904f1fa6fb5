import type { Page, Route } from "playwright";
import { expect, test } from "vitest";
import { openPage } from "#tests/setup/browser/browser.ts";
import { setUpSiteAndBrowser } from "#tests/setup/browser/site-and-browser.ts";
import { readInbox } from "#tests/setup/site/inbox.ts";

const { data, open } = setUpSiteAndBrowser();

/**
 * Aborts requests that load data or send forms.
 * @param after whether they fail after they have reached the server ("request"), or before ("nothing")
 */
async function loseConnection(page: Page, { after }: { after: "request" | "nothing" }): Promise<void> {
  await page.route("**/*.data**", async (route: Route) => {
    if (after === "request") await route.fetch();
    await route.abort("connectionfailed");
  });
}

test("a message whose response is lost stays in the form, and arrives once when it is sent again", async () => {
  const { page } = await open("/contact-us");
  await page.getByLabel("姓名").fill("王伟");
  await page.getByLabel("联系方式").fill("13812345678");
  await page.getByLabel("内容").fill("第一行\n第二行");
  await loseConnection(page, { after: "request" });
  await page.getByRole("button", { name: "提交留言" }).click();
  await page.getByRole("alert").getByText("没有连上网站").waitFor();
  expect(await page.title()).toMatch(/^错误：/);
  expect(await page.getByLabel("内容").inputValue()).toBe("第一行\n第二行");
  await page.unrouteAll();
  await page.getByLabel("姓名").fill("");
  await page.getByRole("button", { name: "提交留言" }).click();
  await page.getByRole("alert").getByText("请填写姓名").waitFor();
  await page.getByLabel("姓名").fill("王伟");
  await page.getByRole("button", { name: "提交留言" }).click();
  await page.waitForURL("**/contact-us/received?reference=*");
  expect((await readInbox(data)).filter(({ kind }) => kind === "guestbook")).toHaveLength(1);
});

test("an inquiry keeps its quantities and fields without a connection", async () => {
  const { page } = await open("/en/product/info/dang-gui", { locale: "en" });
  await page.getByRole("button", { name: "Add to inquiry" }).first().click();
  await page.getByText("has been added").first().waitFor();
  await openPage(page, "/en/quotation");
  await page.getByLabel(/^Quantity of/).fill("40");
  await page.getByRole("button", { name: "Send inquiry" }).click();
  await page.getByRole("alert").getByText("Name is required").waitFor();
  await page.getByLabel("Name", { exact: true }).fill("Ada");
  await page.getByLabel("Contact details").fill("ada@example.com");
  await loseConnection(page, { after: "request" });
  await page.getByRole("button", { name: "Send inquiry" }).click();
  await page.getByRole("alert").getByText("The site couldn’t be reached").waitFor();
  expect(await page.getByLabel(/^Quantity of/).inputValue()).toBe("40");
  expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Ada");
  // The first inquiry has arrived, so the changed form is another inquiry. The site asks before it accepts that one.
  await page.unrouteAll();
  await page.getByLabel("Anything else").fill("Whole slices");
  await page.getByRole("button", { name: "Send inquiry" }).click();
  await page.getByRole("alert").getByText("We have already received").waitFor();
  await page.getByRole("button", { name: "Send inquiry" }).click();
  await page.waitForURL("**/en/quotation/received?reference=*");
  const inquiries = (await readInbox(data)).filter(({ kind }) => kind === "quotation");
  expect(inquiries.map(({ payload }) => payload["message"])).toEqual(["Whole slices", undefined]);
});

test("a changed quantity survives a lost request and a reload", async () => {
  const { page } = await open("/en/product/info/bai-shao", { locale: "en" });
  await page.getByRole("button", { name: "Add to inquiry" }).first().click();
  await page.getByText("has been added").first().waitFor();
  await openPage(page, "/en/quotation");
  await page.getByLabel(/^Quantity of/).fill("77");
  await page.route("**/*.data**", (route) => route.abort("connectionfailed"));
  await page.getByRole("button", { name: "Update" }).last().click();
  await page.getByRole("alert").getByText("The site couldn’t be reached").waitFor();
  await page.unrouteAll();
  await openPage(page, "/en/quotation");
  expect(await page.getByLabel(/^Quantity of/).inputValue()).toBe("77");
});

test.each(["Send inquiry", "Update", "Remove"])(
  "a list that was returned with a mistake keeps its rows if “%s” finds no site, and then arrives as it was seen",
  async (name) => {
    const { page } = await open("/en/product/list?view=sheet", { locale: "en" });
    await page.locator("#sheet-dang-gui").fill("40");
    await page.locator("#sheet-huang-qi").fill("30");
    await page.locator('input[name="sample"][value="dang-gui"]').check();
    await page.getByRole("button", { name: "Add to inquiry" }).click();
    await page.waitForURL("**/en/quotation?added=*");
    await page.locator("nav[data-enhanced]").waitFor({ state: "attached" });
    await page.getByLabel("Quantity of Huang qi").fill("many");
    await page.getByRole("button", { name: "Update" }).last().click();
    await page.getByRole("alert").getByText("Huang qi").waitFor();
    const fields = page.locator('main fieldset input:not([type="hidden"]), main textarea[name="message"]');
    const rows = page.locator('main input[type="hidden"]:is([name="item"], [name="sample"])');
    const readAll = async () => [
      await rows.evaluateAll((all) => all.map((input) => (input as HTMLInputElement).value)),
      await fields.evaluateAll((all) => all.map((control) => (control as HTMLInputElement).value)),
    ];
    await page.getByLabel("Quantity of Huang qi").fill("50");
    await page.getByLabel("Name", { exact: true }).fill("Ada");
    await page.getByLabel("Contact details").fill("ada@example.com");
    await page.getByLabel("Anything else").fill(`Whole slices, ${name}`);
    const seen = await readAll();
    expect(seen[0]).toEqual(["dang-gui", "dang-gui", "huang-qi"]);
    const answer502 = (route: Route) => route.fulfill({ status: 502, contentType: "text/html", body: "<h1>502</h1>" });
    for (const respond of [answer502, (route: Route) => route.abort("connectionfailed")]) {
      await page.route("**/*.data**", respond);
      await page.getByRole("button", { name }).last().click();
      await page.getByRole("alert").getByText("The site couldn’t be reached").waitFor();
      expect(await readAll()).toEqual(seen);
      await page.unrouteAll();
    }
    // The first answer is lost, so the same inquiry arrives twice.
    await loseConnection(page, { after: "request" });
    const send = page.getByRole("button", { name: "Send inquiry" }).last();
    const lost = page.waitForEvent("requestfailed");
    await send.click();
    await lost;
    await page.unrouteAll();
    await send.click();
    await page.waitForURL("**/en/quotation/received?reference=*");
    const messages = (await readInbox(data)).map(({ payload }) => payload as Record<string, never>);
    const own = messages.filter(({ message }) => message === `Whole slices, ${name}`);
    expect(own.map(({ items }) => items)).toMatchObject([
      [
        { id: "dang-gui", quantity: 40, sample: true },
        { id: "huang-qi", quantity: 50 },
      ],
    ]);
  },
);

test("the login form keeps the account and the redirect if a proxy can't reach the server", async () => {
  const { page } = await open("/login?redirect=%2Fcase%2Flist");
  await page.getByLabel("手机号或邮箱").fill("13812345678");
  await page.route("**/*.data**", (route) =>
    route.fulfill({ status: 503, contentType: "text/html", body: "<h1>503</h1>" }),
  );
  await page.getByRole("button", { name: "登录", exact: true }).click();
  await page.getByRole("alert").getByText("没有连上网站").waitFor();
  expect(await page.getByLabel("手机号或邮箱").inputValue()).toBe("13812345678");
  expect(await page.locator('main input[name="redirect"]').inputValue()).toBe("/case/list");
  await page.getByRole("button", { name: "获取验证码" }).click();
  await page.waitForFunction(
    () => document.querySelector<HTMLButtonElement>('main button[value="code"]')?.disabled === false,
  );
});

test("without a connection, a toast reports that a product may not have been added, and the page stays", async () => {
  const { page } = await open("/product/info/dang-gui");
  await loseConnection(page, { after: "nothing" });
  await page.getByRole("button", { name: "加入询价单" }).first().click();
  await page.getByText("可能未能加入").first().waitFor();
  await page.getByRole("heading", { level: 1, name: "当归" }).waitFor();
  await openPage(page, "/product/list");
  await page.context().setOffline(true);
  await page.locator("article").getByRole("button", { name: "加入询价单" }).first().click();
  await page.getByText("可能未能加入").first().waitFor();
  await page.getByRole("heading", { level: 1, name: "产品" }).waitFor();
});

test("if a page can't be loaded, the error page blames the connection, not the server, and has a link to retry", async () => {
  const { page } = await open("/");
  await loseConnection(page, { after: "nothing" });
  await page.locator("main").getByRole("link", { name: "产品" }).first().click();
  await page.getByRole("heading", { level: 1, name: "无法连接网站" }).waitFor();
  expect(await page.locator("main").innerText()).not.toContain("服务器");
  await page.getByRole("link", { name: "重试" }).click();
  await page.getByRole("heading", { level: 1, name: "产品" }).waitFor();
});

test("the 404 page after a client-side navigation explains that the page may have moved", async () => {
  const { page } = await open("/");
  await page.evaluate(() => {
    history.pushState({}, "", "/product/info/nothing");
    dispatchEvent(new PopStateEvent("popstate"));
  });
  await page.getByText("页面可能已移走").waitFor();
});

test("a navigation without a connection keeps the page and reports the lost connection", async () => {
  const { page } = await open("/en/product/list", { locale: "en" });
  const link = page.getByRole("navigation").getByRole("link", { name: "About", exact: true });
  await page.context().setOffline(true);
  await link.click();
  await page.getByText("check your connection").first().waitFor();
  expect(new URL(page.url()).pathname).toBe("/en/product/list");
  await page.context().setOffline(false);
  await link.click();
  await page.waitForURL("**/en/about-us");
});

test("if a script can't be loaded, the page stays until the site can be reached, and then the destination loads", async () => {
  const { page } = await open("/en/product/list", { locale: "en" });
  await page.route(/\/assets\/|\/builds\//, (route) => route.abort("connectionfailed"));
  await page.getByRole("navigation").getByRole("link", { name: "About", exact: true }).click();
  await page.getByText("check your connection").first().waitFor();
  expect(await page.getByRole("heading", { level: 1, name: "Products" }).isVisible()).toBe(true);
  await page.unrouteAll();
  await page.getByRole("heading", { level: 1, name: "About us" }).waitFor();
});

test("without a connection, the fallback plate replaces pictures that can't be loaded, and one sentence gives the reason", async () => {
  const { page } = await open("/product/list", { viewport: { width: 360, height: 780 } });
  // Waits until the fallback plate is loaded, because it can't be loaded without a connection.
  await page.waitForFunction(() =>
    performance.getEntriesByType("resource").some(({ name }) => name.endsWith("/fallback-plate.svg")),
  );
  await page.context().setOffline(true);
  await page.getByRole("status").getByText("网络已断开").waitFor();
  await page.evaluate(() => {
    const image = document.querySelector<HTMLImageElement>("main article img")!;
    image.src = "/plates/not-loaded-yet.svg";
  });
  await page.waitForFunction(() => {
    const image = document.querySelector<HTMLImageElement>("main article img")!;
    return image.src.startsWith("data:image/svg+xml") && image.naturalWidth > 0;
  });
});
