import { describe, expect, test } from "vitest";
import { expectNoOverflow, holdRequests, openPage } from "#tests/setup/browser/browser.ts";
import { setUpSiteAndBrowser } from "#tests/setup/browser/site-and-browser.ts";
import { readLoginCode } from "#tests/setup/desk/login-code.ts";

const { site, browser, open } = setUpSiteAndBrowser({
  LOG_LEVEL: "info",
  GUARDED_ROUTES: "/case/*,/quotation,/files/*",
});

describe.each([true, false])("with script: %s", (javaScriptEnabled) => {
  const account = `${javaScriptEnabled}@example.com`;

  test("S22 a visitor of a guarded page is redirected to the login, gets a code, and returns to the page", async () => {
    const { page } = await browser.visit(site.origin, {
      ...{ javaScriptEnabled, viewport: { width: 360, height: 740 }, locale: "en-GB" },
    });
    await page.goto("/en/case/list?sort=title");
    expect(new URL(page.url()).pathname).toBe("/en/login");
    await page.getByRole("alert").getByText("Please log in first").waitFor();
    await expectNoOverflow(page);
    if (javaScriptEnabled) {
      await page.locator("nav[data-enhanced]").waitFor({ state: "attached" });
      await page.getByRole("status").getByText("Please log in first").waitFor();
    }
    await page.getByLabel("Phone or email").fill(account);
    const button = page.getByRole("button", { name: /^Get/ });
    await button.click();
    await page.locator("#code-hint").getByText("Your code is ready: please call us").waitFor();
    if (javaScriptEnabled) {
      expect(await button.isDisabled()).toBe(true);
      expect(await button.textContent()).toMatch(/^Get again in [56]\ds$/);
      await page.waitForFunction(() => document.activeElement?.id === "code");
    } else {
      await button.click();
      await page
        .getByRole("alert")
        .getByText(/in \d+ seconds/)
        .waitFor();
    }
    expect(await page.getByLabel("Phone or email").inputValue()).toBe(account);
    await page.getByLabel("Code", { exact: true }).fill("12");
    await page.getByLabel("Code", { exact: true }).press("Enter");
    await page.getByRole("alert").getByText("Enter the 6-digit code").waitFor();
    // A failed login doesn't change the countdown.
    if (javaScriptEnabled) expect(await button.isDisabled()).toBe(true);
    await page.getByLabel("Code", { exact: true }).fill(await readLoginCode(site, account));
    await page.getByLabel("Code", { exact: true }).press("Enter");
    await page.waitForURL("**/en/case/list?sort=title");
    if (javaScriptEnabled) await page.getByRole("status").getByText("Logged in").waitFor();
    await page.getByRole("contentinfo").getByRole("link", { name: "Logged in" }).click();
    if (javaScriptEnabled) {
      await page.getByRole("button", { name: "Log out", exact: true }).waitFor();
      await page.route("**/*.data**", (route) => route.abort("connectionfailed"));
      await page.getByRole("button", { name: "Log out", exact: true }).click();
      await page.getByRole("alert").getByText("The site couldn’t be reached").waitFor();
      await page.unrouteAll();
    }
    await page.getByRole("button", { name: "Log out", exact: true }).click();
    await page.getByText("You have logged out").first().waitFor();
    await page.goto("/en/case/list");
    expect(new URL(page.url()).pathname).toBe("/en/login");
  });
});

test("S20 without an account or after a rejected request the button starts no countdown", async () => {
  const { page } = await open("/login");
  const button = page.getByRole("button", { name: /获取/ });
  const sendForm = await holdRequests(page, "**/login.data*");
  await Promise.all([page.waitForRequest((request) => request.method() === "POST"), button.click()]);
  await page.waitForTimeout(300);
  expect([await button.textContent(), await button.isEnabled()]).toEqual(["获取验证码", true]);
  sendForm();
  // The message is the site's own, not the browser's.
  await page.getByRole("alert").getByText("请填写手机号或邮箱").waitFor();
  expect([await button.textContent(), await button.isEnabled()]).toEqual(["获取验证码", true]);
  const answer = page.waitForResponse((response) => response.request().method() === "POST");
  await page.getByLabel("手机号或邮箱").fill("nobody");
  await button.click();
  await answer;
  // Waits, because an effect ends the countdown after the message is drawn.
  await page.getByRole("button", { name: "获取验证码" }).waitFor();
  expect(await button.isEnabled()).toBe(true);
});

test("S20 a press that passes the pre-check disables the button for 60 seconds, even before the response", async () => {
  const { page } = await open("/login");
  // The response never comes, because it would set the countdown, too.
  await page.route("**/login.data*", () => undefined);
  await page.clock.install();
  await page.getByLabel("手机号或邮箱").fill("13912345678");
  await page.getByRole("button", { name: "获取验证码" }).click();
  const button = page.getByRole("button", { name: /\d+s后获取/ });
  expect(await button.textContent()).toMatch(/^(?:60|5\d)s后获取$/);
  expect(await button.isDisabled()).toBe(true);
  await page.clock.fastForward(49_000);
  expect(await button.textContent()).toMatch(/^(?:11|\d)s后获取$/);
  await page.clock.fastForward(11_000);
  expect(await page.getByRole("button", { name: "获取验证码" }).isEnabled()).toBe(true);
});

test("S20 the button shows the remaining wait of an account that has just received a code", async () => {
  const { page } = await browser.visit(site.origin);
  await fetch(`${site.origin}/login`, {
    method: "POST",
    body: new URLSearchParams({ intent: "code", account: "13712345678" }),
  });
  await openPage(page, "/login");
  await page.clock.install();
  await page.getByLabel("手机号或邮箱").fill("137 1234 5678");
  await page.getByRole("button", { name: "获取验证码" }).click();
  await page
    .getByRole("alert")
    .getByText(/请 \d+ 秒后再获取/)
    .waitFor();
  expect(await page.getByRole("button", { name: /^\d+s后获取$/ }).isDisabled()).toBe(true);
  await page.clock.fastForward(61_000);
  expect(await page.getByRole("button", { name: "获取验证码" }).isEnabled()).toBe(true);
});

test("S21 a click on a link to a guarded page opens the login instead, and the page isn't prefetched", async () => {
  const { page } = await open("/about-us", { viewport: { width: 1440, height: 900 } });
  const requestedPaths: string[] = [];
  page.on("request", (request) => requestedPaths.push(new URL(request.url()).pathname));
  const link = page.getByRole("contentinfo").getByRole("link", { name: "案例" });
  await link.hover();
  // A prefetch of the page would have begun by now.
  await page.waitForTimeout(500);
  await link.click();
  await page.waitForURL("**/login?code=401&message=*");
  expect(new URL(page.url()).searchParams.get("redirect")).toBe("/case/list");
  expect(requestedPaths.filter((path) => path.startsWith("/case"))).toEqual([]);
});

test("S22 a guarded path redirects to the login with a code and a message, which an error toast shows", async () => {
  const { page } = await open("/case/list", { viewport: { width: 1440, height: 900 } });
  const { pathname, searchParams } = new URL(page.url());
  expect([pathname, searchParams.get("code"), searchParams.get("message")]).toEqual(["/login", "401", "请先登录"]);
  const toast = page.getByRole("status").getByText("请先登录");
  await toast.waitFor();
  expect(await toast.getAttribute("class")).toMatch(/\btoaster-error\b/);
});

test("S21 the browser handles clicks with a modifier key on a guarded link", async () => {
  const { page } = await open("/about-us", { viewport: { width: 1440, height: 900 } });
  const link = page.getByRole("contentinfo").getByRole("link", { name: "案例" });
  const [tab] = await Promise.all([page.context().waitForEvent("page"), link.click({ modifiers: ["Control"] })]);
  await tab.waitForURL("**/login?code=401&message=*", { waitUntil: "commit" });
  expect(new URL(page.url()).pathname).toBe("/about-us");
});

test("S21 a button to a guarded page opens the login instead", async () => {
  const { page } = await open("/en/product/info/huang-qi");
  await page.getByRole("button", { name: "Add to inquiry" }).first().click();
  await page.waitForURL("**/en/login?code=401&message=*");
  expect(new URL(page.url()).searchParams.get("redirect")).toBe("/en/quotation");
  const fileResponse = await fetch(`${site.origin}/files/how-to-decoct-cn.pdf`, { redirect: "manual" });
  expect([fileResponse.status, fileResponse.headers.get("Location")]).toEqual([
    303,
    `/login?code=401&message=${encodeURIComponent("请先登录")}&redirect=%2Ffiles%2Fhow-to-decoct-cn.pdf`,
  ]);
});
