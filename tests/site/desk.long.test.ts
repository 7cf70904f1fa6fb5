import { beforeAll, describe, expect, test } from "vitest";
import { openDatabase } from "#app/services/submissions/database/database.ts";
import { createRepository } from "#app/services/submissions/received/repository.ts";
import { logInToDesk, openDesk } from "#tests/setup/desk/desk-login.ts";
import { requestPlain } from "#tests/setup/proxies/plain-http.ts";
import { createFields, getReference, post } from "#tests/setup/site/guestbook-form.ts";
import { forgetLimits, readInbox } from "#tests/setup/site/inbox.ts";
import { setUpSite } from "#tests/setup/site/site.ts";

const account = "zhou@qigu.example";
const site = setUpSite({ DESK_ACCOUNTS: account, SITE_URL: "http://site.example" });
let cookie: string;

const sameOrigin = { "Sec-Fetch-Site": "same-origin" };

const open = (path: string) => site.get(path, { Cookie: cookie });

const submit = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  post(site, fields, { ...sameOrigin, Cookie: cookie, ...headers }, path);

const sendMessage = async (fields = createFields()) => getReference(await post(site, fields))!;

beforeAll(async () => {
  cookie = await logInToDesk(site, account);
});

describe("login", () => {
  test("without a session, pages and forms redirect to the login", async () => {
    for (const method of ["GET", "HEAD"]) {
      const response = await fetch(`${site.origin}/desk/messages?view=all`, { method, redirect: "manual" });
      expect([response.status, response.headers.get("Location")]).toEqual([
        303,
        "/desk/login?to=%2Fdesk%2Fmessages%3Fview%3Dall",
      ]);
    }
    const refusedResponse = await submit("/desk/messages/ABCDEFGH", { intent: "forget" }, { Cookie: "" });
    expect([refusedResponse.status, refusedResponse.headers.get("Location")]).toEqual([
      307,
      "/desk/login?unsent=%2Fdesk%2Fmessages%2FABCDEFGH",
    ]);
  });

  test("a form that is sent after the login has ended is kept, to be sent again", async () => {
    const reference = await sendMessage();
    const path = `/desk/messages/${reference}`;
    const note = '一\n"二" <b>';
    const send = (fields: Record<string, string>, address = path) =>
      fetch(site.origin + address, { method: "POST", body: new URLSearchParams(fields), headers: sameOrigin });
    const keptForm = await send({ intent: "note", note });
    const html = await keptForm.text();
    expect([keptForm.status, html.includes("登录已过期，还没有保存")]).toEqual([401, true]);
    expect(html).toContain(`<form action="${path}" method="post">`);
    const escape = (text: string) => text.replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
    expect(html).toContain(`<input type="hidden" name="note" value="${escape(note)}"/>`);
    expect(html).toContain('<input type="hidden" name="intent" value="note"/>');
    expect(html).not.toContain("language=");
    expect(keptForm.headers.get("Cache-Control")).toBe("private, no-store");
    const many = Object.fromEntries(Array.from({ length: 501 }, (_, index) => [`a${index}`, ""]));
    expect((await send(many)).status).toBe(413);
    expect(await (await send({ note }, "/desk/login?unsent=//evil.example")).text()).not.toContain("evil");
    expect(await site.getText(`/desk/login?unsent=${path}`)).toContain(`name="to" value="${path}"`);
    await submit(path, { intent: "note", note });
    expect(await (await open(path)).text()).toContain("&quot;二&quot; &lt;b&gt;");
  });

  test("a wrong code and an invalid account are reported, and the typed account stays", async () => {
    const wrongCodeResponse = await submit("/desk/login", { intent: "login", account, code: "000000" });
    expect([wrongCodeResponse.status, (await wrongCodeResponse.text()).includes(account)]).toEqual([422, true]);
    const noAccount = await submit("/desk/login", { intent: "code", account: "nobody" });
    expect(await noAccount.text()).toContain("请填写手机号或邮箱");
  });

  test("the editor's login address is SITE_URL, whatever host the request names", async () => {
    const headers = { Host: "evil.example", Cookie: cookie };
    const { body } = await requestPlain(site, "/desk/content/config.json", headers);
    expect(JSON.parse(body.toString())).toMatchObject({ backend: { base_url: "http://site.example" } });
    expect(body.toString()).not.toContain("evil.example");
  });

  test("forms from other sites, and requests without an origin, are refused", async () => {
    for (const headers of [
      { "Sec-Fetch-Site": "cross-site" },
      { "Sec-Fetch-Site": "", Origin: "https://evil.example" },
    ])
      expect((await submit("/desk/login", { account }, headers as Record<string, string>)).status).toBe(404);
    expect((await post(site, { account }, { Cookie: cookie }, "/desk/logout")).status).toBe(404);
  });

  test("a login redirects only to pages of the desk", async () => {
    const page = await (await site.get("/desk/login?to=//evil.example")).text();
    expect(page).toContain('value="//evil.example"');
    await forgetLimits(site.DATA_DIR);
    // Redirecting to the logout would end the login at once.
    for (const [place, to] of ["//evil.example", "/desk/logout", "/desk/./logout", "/desk/%2e/logout"].entries()) {
      const { location } = await openDesk(site, account, 2 + place, to);
      expect(location).toBe("/desk");
      await forgetLimits(site.DATA_DIR);
    }
  });
});

test("pages of the desk aren't stored by any cache, and can't run scripts", async () => {
  const { headers } = await open("/desk/messages");
  expect(headers.get("Cache-Control")).toBe("private, no-store");
  expect(headers.get("Content-Security-Policy")).toMatch(/^default-src 'none'; style-src 'self'/);
  expect((await open("/desk/nothing")).status).toBe(404);
  expect((await submit("/desk/searches", {})).status).toBe(405);
});

test("a message can be read, annotated, marked as done, found, exported and erased", async () => {
  const fields = { ...createFields(), name: "李时珍<i>", contact: "13911112222" };
  const reference = await sendMessage(fields);
  await sendMessage({ ...createFields(), contact: "13911113333" });
  expect(await (await open("/desk/messages")).text()).toContain("李时珍&lt;i&gt;");

  const page = await (await open(`/desk/messages/${reference}`)).text();
  expect(page).toContain("&lt;b&gt;=1+1&lt;/b&gt;");
  expect(page).toContain('href="tel:+8613911112222"');
  const path = `/desk/messages/${reference}`;
  await submit(path, { intent: "note", note: "已回电" });
  expect((await submit(path, { intent: "note", note: " " })).headers.get("Location")).toBe(path);
  // Every button also saves the typed note. The note's maximum length counts a line break as one character.
  const done = await submit(path, { intent: "done", note: `顺手写的备注${"\r\n另".repeat(900)}` });
  expect(done.headers.get("Location")).toBe(`${path}?notice=done`);
  expect(await (await open(path)).text()).toMatch(/已回电.*顺手写的备注/s);
  expect(await (await open("/desk/messages")).text()).not.toContain("李时珍");
  expect(await (await open("/desk/messages?view=done")).text()).toContain("李时珍");
  expect(await (await open(`/desk/messages?q=${encodeURIComponent("已回电")}`)).text()).toContain("李时珍");

  const table = await open("/desk/messages.csv?view=all");
  expect(table.headers.get("Content-Disposition")).toMatch(/attachment; filename=messages-\d{4}-\d\d-\d\d\.csv/);
  expect(await table.text()).toContain(reference);

  expect(await (await open(`${path}/forget`)).text()).toContain("+8613911112222");
  await submit(path, { intent: "forget" });
  expect((await readInbox(site.DATA_DIR)).map((message) => message.reference)).not.toContain(reference);
  expect((await open(path)).status).toBe(404);
  await expect
    .poll(site.output)
    .toMatch(new RegExp(`"account":1,"requestId":"[^"]+","reference":"${reference}","msg":"desk: forget"`));
});

test("a reply begins in the visitor's language, and quotes the message", async () => {
  const fields = { ...createFields(), name: "Ada", contact: "ada@example.com", content: "How much?\nThank you." };
  const reference = getReference(await post(site, fields, {}, "/en/contact-us"))!;
  const page = await (await open(`/desk/messages/${reference}`)).text();
  const href = /href="(mailto:[^"]+)"/.exec(page)![1]!.replaceAll("&amp;", "&");
  const url = new URL(href);
  expect([url.pathname, url.searchParams.get("subject")]).toEqual([
    "ada@example.com",
    expect.stringContaining(reference),
  ]);
  expect(url.searchParams.get("body")).toMatch(/^Dear Ada,[^]*> How much\?\r\n> Thank you\.$/);
});

test("an inquiry sent as JSON is stored with the catalogue's titles, and is subject to the limits of a form", async () => {
  const send = async (fields: object) => {
    const body = JSON.stringify({ name: "Json", contact: "json@example.com", locale: "cn", items: [], ...fields });
    const headers = { "Content-Type": "application/json" };
    return (await fetch(`${site.origin}/quotation`, { method: "POST", headers, body })).status;
  };
  const item = { id: "huang-qi", title: "<Buy pills>", sku: "PILLS", quantity: 2, unit: "pills" };
  expect(await send({ items: [item] })).toBe(200);
  const [message] = await readInbox(site.DATA_DIR);
  expect(message!.payload["items"]).toMatchObject([
    { id: "huang-qi", title: expect.stringContaining("黄芪"), quantity: 2 },
  ]);
  expect(JSON.stringify(message)).not.toMatch(/pills/i);
  expect(await send({ items: [item, { ...item, id: "made-up" }] })).toBe(400);
  expect(await send({ items: [item, item] })).toBe(400);
  expect(await send({ message: "🌿".repeat(5000) })).toBe(200);
  expect(await send({ message: "👨‍👩‍👧".repeat(2000) })).toBe(413);
});

test("many messages are listed in pages, and their CSV export is streamed", async () => {
  const database = await openDatabase({ DATA_DIR: site.DATA_DIR });
  const { store } = createRepository(database);
  for (let n = 0; n < 70; n++) {
    const payload = { name: `Many ${n}`, contact: "m@b.cn", content: "长".repeat(18_000), locale: "cn" };
    await store({ kind: "guestbook", payload, contact: "m@b.cn", idempotencyKey: `many-${n}` });
  }
  await database.destroy();
  const countRows = async (path: string) =>
    (await (await open(path)).text()).split('<a href="/desk/messages/').length - 1;
  expect(await countRows("/desk/messages?page=2")).toBe(30);
  expect(await countRows("/desk/messages?q=many&page=3")).toBe(10);
  expect(await (await open("/desk/messages?q=many")).text()).toContain("共 70 份");
  const table = await open("/desk/messages.csv?q=many");
  expect((await table.text()).split("Many ")).toHaveLength(71);
  expect(await (await open("/desk/messages?q=Many+69")).text()).toContain("Many 69");
});

test("a form with an unknown `intent` gets a 404, and a form with a far too long note gets a 413", async () => {
  const reference = await sendMessage();
  expect((await submit(`/desk/messages/${reference}`, { intent: "publish" })).status).toBe(404);
  expect((await submit(`/desk/messages/${reference}`, { intent: "note", note: "x".repeat(40_000) })).status).toBe(413);
});

test("searches without a result are listed by keyword, and the page is in the chosen language", async () => {
  await site.get("/search?q=%E7%8E%84%E6%B2%A1%E6%9C%89");
  const chosen = await site.get("/desk/searches?language=en-US", { Cookie: cookie });
  expect(chosen.headers.get("Location")).toBe("/desk/searches");
  const language = chosen.headers.getSetCookie()[0]!.split(";")[0]!;
  const page = await (await site.get("/desk/searches", { Cookie: `${cookie}; ${language}` })).text();
  expect(page).toContain("Searches without results");
  expect(page).toContain("玄没有");
});

describe("if API_BASE_URL is set", () => {
  const other = setUpSite({ DESK_ACCOUNTS: account, API_BASE_URL: "http://127.0.0.1:9" });
  test("the desk has its overview and the messages, but no pages for content", async () => {
    const headers = { Cookie: await logInToDesk(other, account) };
    const statuses = ["messages", "publish", "content", "api/v1/user", "preview/x/product/info/y"].map(async (page) => {
      return (await other.get(`/desk/${page}`, headers)).status;
    });
    expect(await Promise.all(statuses)).toEqual([200, 404, 404, 404, 404]);
    expect(await (await other.get("/desk", headers)).text()).toContain("内容来自您自己的系统");
  });
});
