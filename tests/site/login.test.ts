import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDatabase } from "#app/services/submissions/database/database.ts";
import { startMailServer } from "#tests/mocks/smtp.ts";
import { readLoginCode } from "#tests/setup/desk/login-code.ts";
import { runScript } from "#tests/setup/programs/run-script.ts";
import { post, waitUntil } from "#tests/setup/site/guestbook-form.ts";
import { forgetLimits } from "#tests/setup/site/inbox.ts";
import { getCookies, setUpSite, type TestSite } from "#tests/setup/site/site.ts";

const getTokenCookie = (response: Response) =>
  response.headers.getSetCookie().find((cookie) => cookie.startsWith("token="))!;
const getToken = (response: Response) => getTokenCookie(response).split(";")[0]!;
const getTarget = (response: Response) => new URL(response.headers.get("Location")!, "http://site.test");
const withCookie = (Cookie: string) => ({ Cookie });

function postJson(site: TestSite, path: string, body: unknown, headers: Record<string, string> = {}) {
  const allHeaders = { "Content-Type": "application/json", ...headers };
  return fetch(site.origin + path, { method: "POST", body: JSON.stringify(body), headers: allHeaders });
}

describe("with the embedded API and guarded routes", () => {
  const GUARDED_ROUTES = "/case/*, /about-us, /product/info/huang-qi, /batch/HQ-2601, /page/quality";
  const site = setUpSite({ GUARDED_ROUTES, SITE_URL: "http://site.example", TRUST_PROXY: "127.0.0.1" });
  /** Titles of all cases, which only logged-in visitors see. */
  let titles: string[];
  let token: string;

  async function logIn(account: string, ordinal = 1): Promise<string> {
    await forgetLimits(site.DATA_DIR);
    const browser = getCookies(await site.post("/login", { intent: "code", account }));
    const code = await readLoginCode(site, account, ordinal);
    return getToken(await site.post("/login", { account, code }, browser));
  }

  const callApi = (path: string, bearer: string) => site.get(path, { Authorization: `Bearer ${bearer}` });

  beforeAll(async () => {
    token = await logIn("ada@example.com");
    const { data } = (await (await callApi("/api/case/list", token.slice(6))).json()) as {
      data: { rows: { title: string }[] };
    };
    titles = data.rows.map(({ title }) => title);
    expect(titles.length).toBeGreaterThan(0);
  });

  test.each([
    ...["/", "/search?q=%E9%BB%84%E8%8A%AA", "/search?q=hq", "/en/search?q=chromatography", "/product/list"],
    ...["/product/info/dang-gui", "/prescription/list", "/rss.xml", "/sitemap.xml", "/sitemap-pages.xml"],
    ...["/sitemap-product.xml", "/api/setting/list", "/api/batch/list", "/api/page/list"],
  ])("%s contains no text of guarded pages, rendered or cached", async (path) => {
    for (let time = 0; time < 2; time++) {
      const response = await site.get(path);
      const text = await response.text();
      expect(response.status).toBe(200);
      expect(titles.filter((title) => text.includes(title))).toEqual([]);
      expect(text).not.toMatch(
        /href="\/batch\/HQ-2601|<loc>[^<]*HQ-2601|"id":"HQ-2601|How we test|质量承诺|<loc>[^<]*page\/quality/,
      );
      if (path.includes("sitemap")) expect(text).not.toMatch(/\/case\/|\/about-us<|huang-qi<|sitemap-case/);
      // Only whole links and ids count, because every page contains the list of the guarded routes.
      else expect(/href="[^"]*\/product\/info\/huang-qi"|"huang-qi"/.test(text)).toBe(false);
      // Requests the page as a logged-in visitor. If it were cached, the next round would get it.
      expect((await site.get(path, withCookie(token))).status).toBe(200);
    }
  });

  test("the home page has no heading of guarded kinds, except for logged-in visitors", async () => {
    const heading = /<h2>[^<]*案例[^<]*<\/h2>/;
    expect(heading.test(await site.getText("/"))).toBe(false);
    const page = await (await site.get("/", withCookie(token))).text();
    expect([heading.test(page), page.includes(titles[0]!)]).toEqual([true, true]);
  });

  test.each([
    ["/case/list?page=1", "/login", "请先登录"],
    ["/en/about-us", "/en/login", "Please log in first"],
    ["/en/product/info/huang-qi", "/en/login", "Please log in first"],
    ["/batch/hq-2601", "/login", "请先登录"],
    ["/batch?number=hq-2601", "/login", "请先登录"],
    ["/batch/HQ-2601", "/login", "请先登录"],
    ["/page/quality", "/login", "请先登录"],
  ])("%s redirects to the login, with the reason and the page to return to", async (path, login, sentence) => {
    const target = getTarget(await site.get(path));
    expect([target.pathname, target.searchParams.get("code"), target.searchParams.get("message")]).toEqual([
      ...[login, "401", sentence],
    ]);
    expect(target.searchParams.get("redirect")?.toLowerCase()).toContain(path.split("?")[0]!.toLowerCase());
    expect(await site.getText(target.pathname + target.search)).toMatch(new RegExp(`role="alert"[^>]*>${sentence}<`));
    expect((await site.get(path, withCookie(token))).headers.get("Location") ?? "").not.toContain("/login");
  });

  test("loader data, API calls and QR codes of guarded pages require a login, too", async () => {
    for (const path of ["/case/list.data", "/product/info/huang-qi.data"])
      expect(await site.getText(path)).toContain("/login?code=401");
    for (const path of ["/api/batch/info?id=hq-2601", "/api/page/info?id=quality"])
      expect([path, (await site.get(path)).status]).toEqual([path, 401]);
    expect((await site.get("/batch/HQ-2601/qr.svg")).status).toBe(302);
  });

  test("a logged-in visitor's page is private; an unknown token is deleted, and guarded pages redirect its sender", async () => {
    const insidePage = await site.get("/case/list", withCookie(token));
    expect([insidePage.status, insidePage.headers.get("Cache-Control")]).toEqual([200, "private, no-store"]);
    const publicPage = await site.get("/news/list", withCookie("token=stolen"));
    expect([publicPage.status, publicPage.headers.get("Cache-Control")]).toEqual([200, "private, no-store"]);
    expect(publicPage.headers.get("Set-Cookie")).toMatch(/^token=;/);
    expect(await publicPage.text()).toContain('href="/login?redirect=');
    expect((await site.get("/login", withCookie("token=stolen"))).status).toBe(200);
    const guardedPage = await site.get("/case/list", withCookie("token=stolen"));
    expect([guardedPage.status, getTarget(guardedPage).searchParams.get("message")]).toEqual([
      303,
      "登录已失效，请重新登录",
    ]);
    expect((await callApi("/api/setting/list", "stolen")).status).toBe(401);
  });

  test("the embedded API accepts forms and logins as JSON, but neither invalid ones nor those of another origin", async () => {
    const message = { name: "Ada", contact: "ada@example.com", content: "=1+1", locale: "en" };
    const key = { "Idempotency-Key": "0f8fad5b-d9cb-469f-a165-70867728950e" };
    const first = await (await postJson(site, "/guestbook", message, key)).json();
    expect(first).toEqual({ code: 200, message: "ok", data: { id: expect.any(String) as string } });
    expect(await (await postJson(site, "/guestbook", message, key)).json()).toEqual(first);
    expect((await postJson(site, "/guestbook", message, { Origin: "https://evil.example" })).status).toBe(403);
    const request = { name: "Ada", contact: "no", items: [], locale: "en" };
    expect(await (await postJson(site, "/quotation", request, { Language: "en" })).json()).toMatchObject({ code: 400 });
    const invalidItems = Array.from({ length: 20_000 }, () => ({}));
    const invalidResponse = await postJson(site, "/quotation", {
      ...request,
      contact: "ada@b.cn",
      items: invalidItems,
    });
    expect([invalidResponse.status, (await invalidResponse.text()).length < 8000]).toEqual([400, true]);
    const account = { account: "grace@example.com" };
    expect(await (await postJson(site, "/api/auth/code", account)).json()).toMatchObject({ data: { expiresIn: 600 } });
    expect((await postJson(site, "/api/auth/code", account)).status).toBe(429);
    // Without `X-Login-Browser` only the client address that requested the code can use it.
    const elsewhere = { "X-Login-Browser": "another-browser-than-that" };
    const entry = { ...account, code: await readLoginCode(site, account.account) };
    expect((await postJson(site, "/api/auth/login", entry, elsewhere)).status).toBe(422);
    const { data } = (await (await postJson(site, "/api/auth/login", entry)).json()) as { data: { token: string } };
    expect((await callApi("/api/setting/list", data.token)).status).toBe(200);
  });

  test("without a mail server the page asks the visitor to call for the code, and doesn't claim that it was sent", async () => {
    expect(await site.getText("/login")).toContain("验证码登录暂未开通，请致电我们");
    const html = await (await site.post("/en/login", { intent: "code", account: "lin@example.com" })).text();
    expect(html).toContain("Your code is ready: please call us");
    expect(html).not.toMatch(/sent you|We send/);
  });

  test("a button or a command ends all logins of an account", async () => {
    const [phone, desktop, other] = [await logIn("a@b.cn"), await logIn("a@b.cn", 2), await logIn("c@d.cn")];
    const getStatuses = () =>
      Promise.all(
        [phone, desktop, other].map(async (cookie) => (await site.get("/about-us", { Cookie: cookie })).status),
      );
    expect(await getStatuses()).toEqual([200, 200, 200]);
    expect(await (await site.get("/en/login", withCookie(phone))).text()).toContain("Log out on all devices");
    const logoutResponse = await site.post("/en/login", { intent: "logout-everywhere" }, phone);
    expect(getTarget(logoutResponse).searchParams.get("message")).toBe("You have logged out on all your devices");
    expect(await getStatuses()).toEqual([303, 303, 200]);
    const { DATA_DIR } = site;
    expect(runScript("scripts/inbox.ts", { DATA_DIR }, { args: ["end-sessions", "C@d.cn"] }).stdout).toBe(
      "已退出 1 处登录。\n",
    );
    expect(await getStatuses()).toEqual([303, 303, 303]);
  });
});

describe("with a mail server", () => {
  let smtp: Awaited<ReturnType<typeof startMailServer>>;
  beforeAll(async () => void (smtp = await startMailServer((address) => !address.startsWith("refused"))));
  afterAll(() => smtp.stop());
  const site = setUpSite(() => ({ SMTP_URL: smtp.url, DESK_ACCOUNTS: "13812345678" }));
  const requestCode = (account: string, path = "/en/login") => site.post(path, { intent: "code", account });

  test("the code is sent by mail and not logged; a phone number can't receive one", async () => {
    const response = await requestCode("ada@example.com");
    expect(response.status).toBe(200);
    await waitUntil(() => smtp.mails.length > 0);
    const code = /^Your login code for Qigu Herbal is (\d{6})/.exec(smtp.mails[0]!.text!)![1]!;
    // The pattern has word boundaries, because a time or an id may contain the digits by chance.
    expect(site.output()).not.toMatch(new RegExp(`\\b${code}\\b`));
    const entry = { account: "ada@example.com", code };
    expect((await site.post("/login", entry, getCookies(response))).status).toBe(303);
    await requestCode("li@example.com", "/login");
    await waitUntil(() => smtp.mails.length > 1);
    expect(smtp.mails.map(({ subject }) => subject)).toEqual(["Your login code for Qigu Herbal", "岐谷本草登录验证码"]);
    expect(smtp.mails[1]!.text).toMatch(/^您在岐谷本草的登录验证码是 \d{6}，/);
    const countCodes = async () => {
      const database = await openDatabase({ DATA_DIR: site.DATA_DIR });
      const codes = await database.selectFrom("open_code").select("account").execute();
      await database.destroy();
      return codes.length;
    };
    const codes = await countCodes();
    const phone = await requestCode("13812345678", "/login");
    expect([phone.status, (await phone.text()).includes("验证码只能发到邮箱")]).toEqual([422, true]);
    expect(await countCodes()).toBe(codes);
    expect(await site.getText("/en/login")).toMatch(/<label[^>]*>Email</);
    expect(await site.getText("/desk/login")).toMatch(/>邮箱</);
    const desk = await post(
      site,
      { intent: "code", account: "13812345678" },
      { "Sec-Fetch-Site": "same-origin" },
      "/desk/login",
    );
    expect([desk.status, (await desk.text()).includes("验证码只能发到邮箱")]).toEqual([422, true]);
    expect(await countCodes()).toBe(codes);
  });

  test("a request gets the same response whether the mail could be sent or not, and no address is logged", async () => {
    const readResponse = async (account: string) => {
      const response = await requestCode(account);
      const html = (await response.text()).replaceAll(account, "…").replace(/[\da-f-]{36}|sha256-\S+/g, "");
      return [response.status, html];
    };
    expect(await readResponse("refused@b.example")).toEqual(await readResponse("welcome@b.example"));
    await waitUntil(() => site.output().includes("login code could not be sent"));
    await smtp.stop();
    expect((await readResponse("away@b.example"))[0]).toBe(200);
    await waitUntil(() => /ECONNREFUSED|ESOCKET/.test(site.output()));
    expect(site.output()).not.toContain("b.example");
    expect((await requestCode("v1<someone@x.example>")).status).toBe(422);
  });
});
