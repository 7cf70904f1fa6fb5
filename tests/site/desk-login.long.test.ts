import { beforeAll, describe, expect, test } from "vitest";
import { openDesk } from "#tests/setup/desk/desk-login.ts";
import { readLoginCode } from "#tests/setup/desk/login-code.ts";
import { runScript } from "#tests/setup/programs/run-script.ts";
import { post, waitUntil } from "#tests/setup/site/guestbook-form.ts";
import { getCookies, setUpSite } from "#tests/setup/site/site.ts";

const account = "zhou@qigu.example";
const variables = {
  DESK_ACCOUNTS: `${account},li@qigu.example,wang@qigu.example,chen@qigu.example,sun@qigu.example, 138 0000 0001`,
  SITE_URL: "http://site.example",
};
const site = setUpSite({ ...variables, TRUST_PROXY: "127.0.0.1", GUARDED_ROUTES: "/product/info/huang-qi" });

const send = (fields: Record<string, string>, address: string, Cookie = "") =>
  post(site, fields, { "Sec-Fetch-Site": "same-origin", "X-Forwarded-For": address, Cookie }, "/desk/login");

const requestLoginCode = (name: string, address: string, cookie = "") =>
  send({ intent: "code", account: name }, address, cookie);

const tryCode = (name: string, code: string, address: string, cookie = "") =>
  send({ intent: "login", account: name, code }, address, cookie);

/** Requests many codes for an account and for invented ones, and enters wrong codes, as a stranger from one address. */
async function attackLogin(name: string, address: string): Promise<void> {
  for (let n = 0; n < 35; n++) {
    const cookie = getCookies(await requestLoginCode(name, address));
    await requestLoginCode(name.replace("@", `+${n}@`), address);
    await tryCode(name, "AAAAAAAA", address, cookie);
  }
}

test("strangers can block neither a browser that has logged in before, nor a login link", async () => {
  const { known } = await openDesk(site, account);
  expect(known).toMatch(/^desk_known=[\w-]{43}$/);
  for (const address of ["9.9.9.9", "9.9.9.8", "9.9.9.7"]) await attackLogin(account, address);
  const countCodes = () => site.output().match(/"login code"/g)!.length;
  const sentCodes = countCodes();

  const browser = getCookies(await requestLoginCode(account, "1.1.1.1", known));
  await waitUntil(() => countCodes() > sentCodes);
  const code = await readLoginCode(site, account, countCodes());
  const cookie = `${known}; ${browser}`;
  expect((await tryCode(account, "AAAAAAAA", "1.1.1.1", cookie)).status).toBe(422);
  const response = await tryCode(account, ` ${code.toLowerCase()} `, "1.1.1.1", cookie);
  expect([response.status, response.headers.get("Location")]).toEqual([303, "/desk"]);
  expect(response.headers.getSetCookie()[1]).toMatch(/Max-Age=31536000; Path=\/desk;.*HttpOnly; SameSite=Lax/);

  // The attack doesn't use up the limits of visitors.
  const visitor = { account: "visitor@example.org" };
  expect((await post(site, { intent: "code", ...visitor }, { "X-Forwarded-For": "9.9.9.9" }, "/login")).status).toBe(
    200,
  );
});

test("wrong codes count only in the browser that requested a code, so a stranger's wrong codes don't block a new browser", async () => {
  const li = "li@qigu.example";
  for (let n = 0; n < 50; n++) await tryCode(li, "AAAAAAAA", `2.2.3.${n % 5}`);
  const browser = getCookies(await requestLoginCode(li, "2.2.2.1"));
  const code = await readLoginCode(site, li);
  for (let n = 0; n < 20; n++) await tryCode(li, "AAAAAAAA", `2.2.3.${n % 5}`);
  // A second request renders the same page, and the first code stays valid.
  const again = await (await requestLoginCode(li, "2.2.2.1", browser)).text();
  expect(again).toContain('name="code"');
  await waitUntil(() => /"account":2,"seconds":\d+,"msg":"desk: no code was sent/.test(site.output()));
  expect((await tryCode(li, code, "2.2.2.1", browser)).status).toBe(303);
});

test("a code expires after five wrong tries, from however many addresses", async () => {
  const li = "li@qigu.example";
  const browser = getCookies(await requestLoginCode(li, "2.2.4.1"));
  const code = await readLoginCode(site, li, 2);
  for (let n = 0; n < 5; n++) expect((await tryCode(li, "AAAAAAAA", `2.2.5.${n}`, browser)).status).toBe(422);
  expect(await (await tryCode(li, code, "2.2.4.1", browser)).text()).toContain("错的次数太多");
});

test("if 120 senders request codes of an account, its owner still gets one", async () => {
  const sun = "sun@qigu.example";
  for (let n = 0; n < 120; n++) await requestLoginCode(sun, `7.7.7.${n}`);
  await readLoginCode(site, sun, 120);
  await requestLoginCode(sun, "8.8.8.8");
  await readLoginCode(site, sun, 121);
});

test("unknown accounts get the same page as listed ones, and don't use up the limits of a listed one", async () => {
  const wang = "wang@qigu.example";
  const read = async (response: Response) => (await response.text()).replaceAll(/value="[^"]*"/g, "");
  const pages = new Set<string>();
  for (let n = 0; n < 120; n++) pages.add(await read(await requestLoginCode(`wang+${n}@qigu.example`, "3.3.3.3")));
  const sentBefore = site.output().includes('"account":"wa…"');
  for (const name of [wang, "+86 138 0000 0001"]) pages.add(await read(await requestLoginCode(name, "3.3.3.3")));
  expect([pages.size, sentBefore]).toEqual([1, false]);
  const [page] = pages;
  expect(page).toContain("验证码会写入服务器的日志");
  expect(page).not.toContain("发到");
  expect(await site.getText("/desk/login")).toContain("网站还没有设置邮件服务器");
  await readLoginCode(site, wang);
  await waitUntil(() => /"account":"\+8…","code":"[2-9A-Y]{8}"/.test(site.output()));
});

const run = (name: string) =>
  runScript("scripts/desk-link.ts", { ...variables, DATA_DIR: site.DATA_DIR }, { args: [name] });

describe("desk-link", () => {
  const submit = (token: string) => post(site, { token }, { "Sec-Fetch-Site": "same-origin" }, "/desk/link");

  test("the command prints a link that logs in once; merely fetching the link doesn't use it up", async () => {
    const { stdout } = run("ZHOU@qigu.example");
    const [, path, token] = /http:\/\/site\.example(\/desk\/link\?token=([\w-]{43}))\n$/.exec(stdout)!;
    for (let n = 0; n < 2; n++) expect(await site.getText(path!)).toContain(`value="${token}"`);
    const responses = await Promise.all([submit(token!), submit(token!)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([303, 410]);
    const Cookie = getCookies(responses.find(({ status }) => status === 303)!);
    expect(Cookie).toMatch(/desk_session=.+desk_known=/);
    expect((await site.get("/desk/messages", { Cookie })).status).toBe(200);
    const usedLinkResponse = await site.get(path!);
    expect([usedLinkResponse.status, (await usedLinkResponse.text()).includes("已经用过或已过期")]).toEqual([
      410,
      true,
    ]);
    await site.get("/desk/link?token=wrong");
    const findRefusals = () => site.output().match(/"level":40[^\n]*"account":0[^\n]*"desk: a link was refused"/g);
    await expect.poll(() => findRefusals()?.length).toBe(3);
    expect(site.output()).not.toContain(token!);
  });

  test("the command refuses an account that isn't listed", () => {
    expect(run("nobody@qigu.example")).toMatchObject({ status: 2, stderr: expect.stringContaining("不在") });
  });
});

describe("a token gives access only to what it was created for", () => {
  const chen = "chen@qigu.example";
  const sameOrigin = { "Sec-Fetch-Site": "same-origin" };
  let [session, known, link] = ["", "", ""];
  beforeAll(async () => {
    const login = await openDesk(site, chen);
    [session, known] = [login.cookie.split("=")[1]!, login.known.split("=")[1]!];
    link = /token=([\w-]{43})/.exec(run(chen).stdout)![1]!;
  });
  const openDeskWith = async (token: string) =>
    (await site.get("/desk/messages", { Cookie: `desk_session=${encodeURIComponent(token)}` })).status;
  const openItemWith = async (token: string) => {
    const headers = { Authorization: `Bearer ${token}`, Language: "zh-cn" };
    return ((await (await site.get("/api/product/info?id=huang-qi", headers)).json()) as { code: number }).code;
  };

  test("a known browser's cookie and a login link's token aren't accepted as a session", async () => {
    expect(await openDeskWith(session)).toBe(200);
    for (const token of [known, link]) expect(await openDeskWith(token)).toBe(303);
  });

  test("the public API rejects tokens of the desk", async () => {
    for (const token of [session, known, link]) expect(await openItemWith(token)).toBe(401);
  });

  test("a logout ends the session and forgets the browser on its own device only", async () => {
    const link = /token=([\w-]{43})/.exec(run(chen).stdout)![1]!;
    const cookies = getCookies(await post(site, { token: link }, sameOrigin, "/desk/link"));
    const Cookie = `desk_session=${session}; desk_known=${known}`;
    const logout = await post(site, {}, { ...sameOrigin, Cookie }, "/desk/logout");
    expect(logout.headers.getSetCookie().map((cookie) => cookie.split(";")[0])).toEqual([
      "desk_session=",
      "desk_known=",
    ]);
    for (const token of [session, `browser ${known}`, known]) expect(await openDeskWith(token)).toBe(303);
    // A second logout, from a page that was still open, also redirects to the login.
    const again = await post(site, {}, { ...sameOrigin, Cookie }, "/desk/logout");
    expect([again.status, again.headers.get("Location")]).toEqual([303, "/desk/login?notice=loggedOut"]);
    // The list has the session and the known browser of the requesting device, and the unused login link.
    const page = await (await site.get("/desk/devices", { Cookie: cookies })).text();
    expect(page.match(/<td>(工作台，登录中|记住的浏览器)（本机）<\/td>/g)).toHaveLength(2);
    expect(page.match(/<tr>/g)).toHaveLength(1 + 3);
    expect(page).toMatch(/能登录工作台的有：[^<]*@[^<]*。要增减/);
  });

  test("the desk lists an account's logins on all devices, and a button ends them", async () => {
    const deviceCookies = await Promise.all(
      [1, 2].map(async () => {
        const token = /token=([\w-]{43})/.exec(run(chen).stdout)![1]!;
        return getCookies(await post(site, { token }, sameOrigin, "/desk/link"));
      }),
    );
    const response = await post(site, {}, { ...sameOrigin, Cookie: deviceCookies[0]! }, "/desk/devices");
    expect([response.status, response.headers.get("Location")]).toEqual([303, "/desk/login?notice=loggedOut"]);
    for (const Cookie of deviceCookies) expect((await site.get("/desk/messages", { Cookie })).status).toBe(303);
    expect((await post(site, { token: link }, sameOrigin, "/desk/link")).status).toBe(410);
    await expect.poll(site.output).toMatch(/"account":4,[^\n]*"msg":"desk: logout on all devices"/);
  });
});

test("logins, wrong codes and logouts are logged without an address, and a logout deletes the editor's drafts only on request", async () => {
  const { cookie } = await openDesk(site, "wang@qigu.example", 2);
  const headers = { "Sec-Fetch-Site": "same-origin", Cookie: cookie };
  const response = await post(site, {}, headers, "/desk/logout");
  expect(response.headers.get("Clear-Site-Data")).toBeNull();
  expect(await (await site.get("/desk/login?notice=loggedOut")).text()).toMatch(/没有保存的文字还留在.*value="clear"/s);
  const cleared = await post(site, { intent: "clear" }, headers, "/desk/logout");
  expect(cleared.headers.get("Clear-Site-Data")).toBe('"storage"');
  await tryCode("wang@qigu.example", "AAAAAAAA", "4.4.4.4");
  await tryCode("nobody@qigu.example", "AAAAAAAA", "4.4.4.4");
  for (const action of ["login", "logout"])
    await expect.poll(site.output).toMatch(new RegExp(`"account":3,"requestId":"[^"]+","msg":"desk: ${action}"`));
  for (const place of [3, 0])
    await expect
      .poll(site.output)
      .toMatch(new RegExp(`"account":${place},"requestId":"[^"]+","problem":"code","msg":"desk: login refused"`));
  expect(site.output()).not.toContain('qigu.example"');
});

test("addresses of the desk are case-sensitive, and forms from other origins are refused without a logged error", async () => {
  expect((await site.get("/DESK/login")).status).toBe(404);
  const origins = { zzz: 400, "http://site.example": 200, [site.origin]: 404, [`http://${"x".repeat(15_000)}`]: 400 };
  for (const [Origin, status] of Object.entries(origins))
    expect((await post(site, { intent: "code", account: "x@y.cn" }, { Origin }, "/desk/login")).status).toBe(status);
  await post(site, {}, { Origin: `http://${"x".repeat(15_000)}.example` }, "/guestbook");
  expect((await post(site, {}, { Origin: "zzz" }, "/guestbook")).status).toBe(400);
  expect(site.output()).not.toContain('"stack"');
  expect(
    Math.max(
      ...site
        .output()
        .split("\n")
        .map(({ length }) => length),
    ),
  ).toBeLessThan(2000);
});
