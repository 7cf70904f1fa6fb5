import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createEmbeddedApi } from "../../app/services/content/embedded-api/request-handler.ts";
import { openDatabase } from "../../app/services/submissions/database/database.ts";
import type { Transport } from "../../app/services/api/client.ts";
import { startBackend } from "../mocks/backend.ts";
import { parseMail, startMailServer } from "../mocks/smtp.ts";
import { compileTestContent } from "../setup/compiled-content.ts";
import { createFreshDatabase } from "../setup/databases.ts";
import { waitUntil } from "../setup/guestbook-form.ts";
import { readLoginCode } from "../setup/login-code.ts";
import { startSite, type RunningSite } from "../setup/running-site.ts";

const folder = mkdtempSync(join(tmpdir(), "login-site-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function post(site: RunningSite, fields: Record<string, string>, path = "/login", cookie = "") {
  const headers: Record<string, string> = cookie ? { Cookie: cookie } : {};
  return fetch(site.origin + path, { method: "POST", body: new URLSearchParams(fields), redirect: "manual", headers });
}

/** Returns the `Cookie` header that a browser sends after a response. */
const getCookies = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0]!)
    .join("; ");
const getToken = (response: Response) => response.headers.getSetCookie().find((cookie) => cookie.startsWith("token="))!;

function postJson(site: RunningSite, path: string, body: unknown, headers: Record<string, string> = {}) {
  const all = { "Content-Type": "application/json", ...headers };
  return fetch(site.origin + path, { method: "POST", body: JSON.stringify(body), headers: all });
}

function get(site: RunningSite, path: string, cookie?: string) {
  return fetch(site.origin + path, { redirect: "manual", headers: cookie ? { Cookie: cookie } : {} });
}

const getTarget = (response: Response) => new URL(response.headers.get("Location")!, "http://site.test");

describe("with the embedded API and guarded routes", () => {
  let site: RunningSite;
  beforeAll(async () => {
    site = await startSite({ DATA_DIR: join(folder, "alone"), GUARDED_ROUTES: "/case/*, /about-us" });
  });
  afterAll(() => site.stop());

  test.each([
    ["/case/list?page=1", "/login", "请先登录"],
    ["/en/about-us", "/en/login", "Please log in first"],
    ["/case/list.data", "/login", "请先登录"],
  ])(
    "%s without a token redirects to the login, with the reason and the page to return to",
    async (path, login, sentence) => {
      const response = await get(site, path);
      if (path.endsWith(".data")) return expect(await response.text()).toContain(`${login}?code=401`);
      expect([getTarget(response).pathname, getTarget(response).searchParams.get("message")]).toEqual([
        login,
        "loginFirst",
      ]);
      expect(getTarget(response).searchParams.get("code")).toBe("401");
      expect(getTarget(response).searchParams.get("redirect")).toBe(path);
      const page = await (await get(site, getTarget(response).pathname + getTarget(response).search)).text();
      expect(page).toMatch(new RegExp(`role="alert"[^>]*>${sentence}<`));
    },
  );

  test("only the site's own messages are shown, and the redirect never leaves the site", async () => {
    const page = await (await get(site, "/login?message=Call+this+number&redirect=//evil.example")).text();
    expect(page).not.toContain("Call this number</p>");
    const browser = getCookies(await post(site, { intent: "code", account: "redirect@b.cn" }));
    const account = "redirect@b.cn";
    const code = await readLoginCode(site, account);
    const fields = { intent: "login", account, code, redirect: "//evil.example/" };
    expect((await post(site, fields, "/en/login", browser)).headers.get("Location")).toBe("/en");
  });

  test("a visitor requests a code, enters it, and logs in; an unknown token redirects to the login", async () => {
    const codeResponse = await post(site, { intent: "code", account: "User@B.cn" });
    expect([codeResponse.status, (await codeResponse.text()).includes('value="User@B.cn"')]).toEqual([200, true]);
    const secondResponse = await post(site, { intent: "code", account: "user@b.cn" });
    expect(secondResponse.status).toBe(429);
    expect(Number(secondResponse.headers.get("Retry-After"))).toBeGreaterThan(50);
    expect(await secondResponse.text()).toMatch(/请 \d+ 秒后再获取/);
    const code = await readLoginCode(site, "user@b.cn");
    const browser = getCookies(codeResponse);
    expect(codeResponse.headers.get("Set-Cookie")).toMatch(/^login_browser=[\w-]{36};.*HttpOnly; SameSite=Lax$/);
    const guess = { account: "user@b.cn", code: code === "111111" ? "222222" : "111111" };
    // Other browsers can't use the code, and their attempts don't count.
    for (let n = 0; n < 6; n++)
      expect((await post(site, guess, "/login", `login_browser=${"x".repeat(36)}`)).status).toBe(422);
    expect((await post(site, { account: "user@b.cn", code })).status).toBe(422);
    const wrongResponse = await post(site, guess, "/login", browser);
    expect([wrongResponse.status, (await wrongResponse.text()).includes("验证码错误或已过期")]).toEqual([422, true]);
    const fullWidthCode = [...code].map((digit) => String.fromCodePoint(0xff10 + Number(digit))).join("");
    const loginResponse = await post(
      site,
      { account: "user@b.cn", code: fullWidthCode, redirect: "/case/list?page=1" },
      "/login",
      browser,
    );
    expect([loginResponse.status, loginResponse.headers.get("Location")]).toEqual([303, "/case/list?page=1"]);
    const cookie = getToken(loginResponse);
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/SameSite=Lax/);
    const token = cookie.split(";")[0]!;
    const insideResponse = await get(site, "/case/list", token);
    expect([insideResponse.status, insideResponse.headers.get("Cache-Control")]).toEqual([200, "private, no-store"]);
    const logoutResponse = await fetch(`${site.origin}/login`, {
      ...{ method: "POST", redirect: "manual", headers: { Cookie: token } },
      body: new URLSearchParams({ intent: "logout" }),
    });
    expect(logoutResponse.headers.get("Set-Cookie")).toMatch(/^token=;.*Max-Age=0/);
    const after = await get(site, "/case/list", token);
    expect([after.status, getTarget(after).searchParams.get("message")]).toEqual([303, "expired"]);
    const call = await fetch(`${site.origin}/api/setting/list`, {
      headers: { Authorization: `Bearer ${token.slice(6)}` },
    });
    expect(call.status).toBe(401);
    const unknownResponse = await get(site, "/news/list", "token=stolen");
    expect([unknownResponse.status, unknownResponse.headers.get("Cache-Control")]).toEqual([200, "private, no-store"]);
    expect(unknownResponse.headers.get("Set-Cookie")).toMatch(/^token=;/);
    expect(await unknownResponse.text()).toContain('href="/login"');
    expect((await get(site, "/login", "token=stolen")).status).toBe(200);
  });

  test("a missing field is reported at the field", async () => {
    const emptyFormPage = await (await post(site, { intent: "code", account: " " }, "/en/login")).text();
    expect(emptyFormPage).toContain("<title>Error: Log in");
    expect(emptyFormPage).toContain('<a href="#account">Phone or email is required</a>');
    const errorPage = await (await post(site, { account: "a@b.cn", code: "12ab" }, "/en/login")).text();
    expect(errorPage).toContain('<a href="#code">Enter the 6-digit code');
  });

  test("the embedded API accepts the same logins on the site's own origin", async () => {
    const message = { name: "Ada", contact: "ada@example.com", content: "=1+1", locale: "en" };
    const key = { "Idempotency-Key": "0f8fad5b-d9cb-469f-a165-70867728950e" };
    const [first, second] = [
      await postJson(site, "/guestbook", message, key),
      await postJson(site, "/guestbook", message, key),
    ];
    const id = (await first.json()) as { code: number; data: { id: string } };
    expect(id).toEqual({ code: 200, message: "ok", data: { id: expect.any(String) as string } });
    expect(await second.json()).toEqual(id);
    const request = { name: "Ada", contact: "nobody", items: [], locale: "en" };
    expect(await (await postJson(site, "/quotation", request, { Language: "en" })).json()).toMatchObject({ code: 400 });
    const account = { account: "grace@example.com" };
    expect(await (await postJson(site, "/api/auth/code", account)).json()).toMatchObject({ data: { expiresIn: 600 } });
    expect((await postJson(site, "/api/auth/code", account)).status).toBe(429);
    // Without `X-Login-Browser` only the client address that requested the code can use it.
    const elsewhere = { "X-Login-Browser": "another-browser-than-that" };
    const entry = { ...account, code: await readLoginCode(site, account.account) };
    expect((await postJson(site, "/api/auth/login", entry, elsewhere)).status).toBe(422);
    const login = await postJson(site, "/api/auth/login", entry);
    const { data } = (await login.json()) as { data: { token: string } };
    const call = (token: string) =>
      fetch(`${site.origin}/api/setting/list`, { headers: { Authorization: `Bearer ${token}` } });
    expect([(await call(data.token)).status, (await call("stolen")).status]).toEqual([200, 401]);
    expect((await postJson(site, "/guestbook", message, { Origin: "https://evil.example" })).status).toBe(403);
  });
});

test("a button or a command ends all logins of an account", async () => {
  const directory = join(folder, "everywhere");
  const site = await startSite({ DATA_DIR: directory, GUARDED_ROUTES: "/about-us", TRUST_PROXY: "127.0.0.1" });
  const logIn = async (account: string, ordinal = 1) => {
    await openDatabase({ DATA_DIR: directory }).then(async (database) => {
      await database.deleteFrom("rate_limit").execute();
      await database.destroy();
    });
    const browserCookies = getCookies(await post(site, { intent: "code", account }));
    const code = await readLoginCode(site, account, ordinal);
    return getToken(await post(site, { account, code }, "/login", browserCookies)).split(";")[0]!;
  };
  const [phone, desktop, other] = [await logIn("a@b.cn"), await logIn("a@b.cn", 2), await logIn("c@d.cn")];
  const getStatuses = async () =>
    Promise.all([phone, desktop, other].map(async (cookie) => (await get(site, "/about-us", cookie)).status));
  expect(await getStatuses()).toEqual([200, 200, 200]);
  expect(await (await get(site, "/en/login", phone)).text()).toContain("Log out on all devices");
  const logoutResponse = await post(site, { intent: "logout-everywhere" }, "/en/login", phone);
  expect(getTarget(logoutResponse).searchParams.get("message")).toBe("loggedOutEverywhere");
  expect(await getStatuses()).toEqual([303, 303, 200]);
  const command = spawnSync(process.execPath, ["scripts/inbox.ts", "end-sessions", "C@d.cn"], {
    env: { ...process.env, DATA_DIR: directory },
    encoding: "utf8",
  });
  expect(command.stdout).toBe("已退出 1 处登录。\n");
  expect(await getStatuses()).toEqual([303, 303, 303]);
  await site.stop();
});

test("with a mail server the code is sent by mail and not logged; a phone number can't receive one", async () => {
  const smtp = await startMailServer();
  const site = await startSite({ DATA_DIR: join(folder, "mail"), SMTP_URL: smtp.url });
  const response = await post(site, { intent: "code", account: "ada@example.com" }, "/en/login");
  expect(response.status).toBe(200);
  await waitUntil(() => smtp.mails.length > 0);
  const readMail = (number: number) => Object.values(parseMail(smtp.mails[number]!)).join();
  const code = /^Your login code for Qigu Herbal,,Your login code for Qigu Herbal is (\d{6})/.exec(readMail(0))![1]!;
  // The pattern has word boundaries, because a time or an id may contain the digits by chance.
  expect(site.output()).not.toMatch(new RegExp(`\\b${code}\\b`));
  expect((await post(site, { account: "ada@example.com", code }, "/en/login", getCookies(response))).status).toBe(303);
  await post(site, { intent: "code", account: "li@example.com" });
  await waitUntil(() => smtp.mails.length > 1);
  expect(readMail(1)).toMatch(/^岐谷本草登录验证码,,您在岐谷本草的登录验证码是 \d{6}，/);
  const phone = await post(site, { intent: "code", account: "13812345678" });
  expect([phone.status, (await phone.text()).includes("验证码只能发到邮箱")]).toEqual([422, true]);
  await Promise.all([site.stop(), smtp.stop()]);
});

test("a request for a code gets the same response whether the mail could be sent or not, and no address is logged", async () => {
  const smtp = await startMailServer((address) => !address.startsWith("refused"));
  const site = await startSite({ DATA_DIR: join(folder, "refusing"), SMTP_URL: smtp.url });
  const requestCode = async (account: string) => {
    const response = await post(site, { intent: "code", account }, "/en/login");
    return [response.status, (await response.text()).replaceAll(account, "…").replace(/[\da-f-]{36}|sha256-\S+/g, "")];
  };
  expect(await requestCode("refused@b.example")).toEqual(await requestCode("welcome@b.example"));
  await waitUntil(() => site.output().includes("login code could not be sent"));
  await smtp.stop();
  expect((await requestCode("away@b.example"))[0]).toBe(200);
  await waitUntil(() => site.output().includes("ECONNREFUSED") || site.output().includes("ESOCKET"));
  expect(site.output()).not.toContain("b.example");
  const strangeResponse = await post(site, { intent: "code", account: "v1<someone@x.example>" }, "/en/login");
  expect(strangeResponse.status).toBe(422);
  await site.stop();
});

test("two sites with the same PostgreSQL share codes, limits and logins", async () => {
  const storage = await createFreshDatabase("PostgreSQL");
  const [one, other] = await Promise.all([startSite(storage.variables), startSite(storage.variables)]);
  const response = await post(one!, { intent: "code", account: "ada@example.com" });
  expect(response.status).toBe(200);
  expect((await post(other!, { intent: "code", account: "ada@example.com" })).status).toBe(429);
  const entry = { account: "ada@example.com", code: await readLoginCode(one!, "ada@example.com") };
  const loginResponse = await post(other!, entry, "/login", getCookies(response));
  expect(loginResponse.status).toBe(303);
  const token = getToken(loginResponse).split(";")[0]!;
  expect((await get(one!, "/news/list", token)).status).toBe(200);
  expect((await post(one!, entry, "/login", getCookies(response))).status).toBe(422);
  await Promise.all([one!.stop(), other!.stop()]);
  await storage.remove();
});

test("an owner's backend receives the token with every call, and its 401 ends the login", async () => {
  const content = compileTestContent();
  const embeddedApi = createEmbeddedApi(content.index);
  const createResponse = (code: number, message: string, data: object | null = null) =>
    Response.json({ code, message, data }, { status: 200 });
  let isOver = false;
  const respondToLogin: Transport = async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/api/auth/code") return createResponse(200, "ok", { expiresIn: "300" });
    if (pathname === "/api/auth/login") {
      const { code } = (await request.json()) as { code: string };
      return code === "123456" ? createResponse(0, "", { token: "a/b+c=" }) : createResponse(4001, "code is wrong");
    }
    if (pathname === "/guestbook") return createResponse(200, "ok", { id: 7 });
    if (isOver && request.headers.has("Authorization")) return createResponse(401, "expired");
    return embeddedApi(request);
  };
  const backend = await startBackend(respondToLogin);
  const site = await startSite({ DATA_DIR: join(folder, "owner"), API_BASE_URL: backend.origin });
  const refusalResponse = await post(site, { account: "user-7", code: "654321" });
  expect([refusalResponse.status, (await refusalResponse.text()).includes("code is wrong")]).toEqual([422, true]);
  const loginResponse = await post(site, { account: "user-7", code: "123456" });
  const token = getToken(loginResponse).split(";")[0]!;
  backend.requests.length = 0;
  for (let n = 0; n < 2; n++) await get(site, "/product/list", token);
  const tokens = backend.requests.map(({ headers }) => headers.get("Authorization"));
  expect(new Set(tokens)).toEqual(new Set(["Bearer a/b+c="]));
  const lists = backend.requests.filter(({ url }) => url.includes("/api/product/list"));
  expect(lists.length).toBe(2);
  await fetch(`${site.origin}/contact-us`, {
    ...{ method: "POST", redirect: "manual", headers: { Cookie: token } },
    body: new URLSearchParams({ name: "Ada", contact: "ada@example.com", content: "x" }),
  });
  const backendRequest = backend.requests.find(({ url }) => url.endsWith("/guestbook"));
  expect(backendRequest!.headers.get("Authorization")).toBe("Bearer a/b+c=");
  isOver = true;
  backend.requests.length = 0;
  const endedResponse = await get(site, "/en/product/list", token);
  expect([endedResponse.status, getTarget(endedResponse).pathname]).toEqual([302, "/en/login"]);
  expect(endedResponse.headers.get("Set-Cookie")).toMatch(/^token=;/);
  // A refused token costs no further call, and an unknown one costs one call.
  await get(site, "/en/product/list", token);
  await get(site, "/en/news/list", "token=bogus");
  const withToken = backend.requests.filter(({ headers }) => headers.has("Authorization"));
  expect(withToken.filter(({ headers }) => headers.get("Authorization") === "Bearer bogus")).toHaveLength(1);
  const response = await get(site, "/en/product/list", token);
  expect([response.status, response.headers.get("Set-Cookie")]).toEqual([200, expect.stringMatching(/^token=;/)]);
  expect(backend.requests.filter(({ headers }) => headers.has("Authorization"))).toHaveLength(withToken.length);
  expect((await postJson(site, "/guestbook", {})).status).toBe(404);
  await Promise.all([site.stop(), backend.stop()]);
  content.dispose();
});
