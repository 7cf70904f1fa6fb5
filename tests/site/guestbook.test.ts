import { createHmac } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createEmbeddedApi } from "../../app/services/content/embedded-api/request-handler.ts";
import type { Transport } from "../../app/services/api/client.ts";
import { startBackend } from "../mocks/backend.ts";
import { parseMail, startMailServer } from "../mocks/smtp.ts";
import { compileTestContent } from "../setup/compiled-content.ts";
import { validFields, createFields, post, getReference, waitUntil } from "../setup/guestbook-form.ts";
import { readInbox } from "../setup/inbox.ts";
import { startSite, type RunningSite } from "../setup/running-site.ts";

const folder = mkdtempSync(join(tmpdir(), "guestbook-"));
const content = compileTestContent();
const api = createEmbeddedApi(content.index);
afterAll(() => {
  content.dispose();
  rmSync(folder, { recursive: true, force: true });
});

describe("with the embedded API", () => {
  const directory = join(folder, "alone");
  let site: RunningSite;
  beforeAll(async () => {
    site = await startSite({ DATA_DIR: directory });
  });
  afterAll(() => site.stop());

  test("a message is stored before the confirmation is shown, and reloading that sends nothing", async () => {
    const fields = createFields();
    const response = await post(site, fields);
    expect(response.status).toBe(303);
    const [submission] = await readInbox(directory);
    expect(submission).toMatchObject({ reference: getReference(response), kind: "guestbook", status: "stored" });
    expect(submission!.payload).toEqual({
      ...{ name: fields.name, contact: fields.contact, locale: "cn" },
      content: fields.content.replace("\r\n", "\n"),
    });
    for (let reload = 0; reload < 2; reload++) {
      const page = await fetch(new URL(response.headers.get("Location")!, site.origin));
      expect(page.headers.get("Cache-Control")).toBe("private, no-store");
      expect(await page.text()).toContain(getReference(response));
    }
    expect(await readInbox(directory)).toHaveLength(1);
  });

  test("the same form sent twice is one message, with or without a key", async () => {
    const fields = createFields();
    const references = await Promise.all(
      [post(site, fields), post(site, fields)].map(async (response) => getReference(await response)),
    );
    expect(new Set(references).size).toBe(1);
    const key = "0f8fad5b-d9cb-469f-a165-70867728950e";
    const first = await post(site, { ...createFields(), key });
    const changedResponse = await post(site, { ...createFields(), key });
    expect(changedResponse.status).toBe(409);
    expect(await changedResponse.text()).toContain(getReference(first));
  });

  test("errors are shown at the field and above the form, in the reader's language, and the values are kept", async () => {
    const response = await post(
      site,
      { ...validFields, name: "", contact: "nobody", content: "kept <&>" },
      {},
      "/en/contact-us",
    );
    const html = await response.text();
    expect(response.status).toBe(422);
    expect(html).toContain("<title>Error: Contact us");
    expect(html).toContain('<a href="#name">Name is required</a>');
    expect(html).toMatch(
      /<input id="contact"[^>]*aria-describedby="contact-hint contact-error"[^>]*aria-invalid="true"/,
    );
    expect(html).toContain("kept &lt;&amp;&gt;</textarea>");
  });

  test.each([
    [{ Origin: "https://evil.example" }, 403],
    [{ "Sec-Fetch-Site": "cross-site" }, 403],
    [{}, 422],
  ])("a form with the headers %j gets status %i", async (headers, status) => {
    const response = await post(site, { ...validFields, name: "" }, headers as Record<string, string>);
    expect(response.status).toBe(status);
    if (status === 403) expect(await response.text()).toContain("表单未能提交");
  });

  test("a form of the own origin is accepted, and more than 64 KB is a 413 page", async () => {
    expect((await post(site, { ...validFields, name: "" }, { Origin: site.origin })).status).toBe(422);
    const response = await post(site, { ...validFields, content: "a".repeat(70_000) });
    expect([response.status, (await response.text()).includes("413 Content Too Large")]).toEqual([413, true]);
  });

  test("a confirmation page requires a reference, and shows nothing else", async () => {
    expect((await fetch(`${site.origin}/contact-us/received`)).status).toBe(404);
    expect((await fetch(`${site.origin}/contact-us/received?reference=%3Cb%3E`)).status).toBe(404);
  });

  test("the eleventh message in ten minutes must wait, and its values are kept", async () => {
    let response = await post(site, createFields());
    for (let n = 0; n < 12 && response.status === 303; n++) response = await post(site, createFields());
    expect(response.status).toBe(429);
    expect(Number(response.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(await response.text()).toContain("“引号”</textarea>");
  });
});

describe("with an owner's backend", () => {
  let backendApi: Transport = api;
  let products: Transport = api;
  const posts: { key: string | null; body: unknown }[] = [];
  const hooks: { headers: Headers; body: string }[] = [];
  const announcements: { url: URL; text: string }[] = [];
  const directory = join(folder, "owner");
  const secret = "a secret of the webhook";
  const origin = "https://qigu.example";
  let backend: Awaited<ReturnType<typeof startBackend>>;
  let smtp: Awaited<ReturnType<typeof startMailServer>>;
  let site: RunningSite;
  beforeAll(async () => {
    smtp = await startMailServer();
    backend = await startBackend(async (request) => {
      const { pathname } = new URL(request.url);
      if (pathname === "/hook") {
        hooks.push({ headers: request.headers, body: await request.text() });
        return new Response(null, { status: 204 });
      }
      if (pathname === "/wecom" || pathname === "/dingtalk") {
        const { text } = (await request.json()) as { text: { content: string } };
        announcements.push({ url: new URL(request.url), text: text.content });
        return Response.json({ errcode: 0, errmsg: "ok" });
      }
      if (pathname === "/api/product/info") return products(request);
      if (pathname !== "/guestbook" && pathname !== "/quotation") return api(request);
      posts.push({ key: request.headers.get("Idempotency-Key"), body: await request.clone().json() });
      return backendApi(request);
    });
    site = await startSite({
      ...{ DATA_DIR: directory, API_BASE_URL: backend.origin, SITE_URL: origin, OWNER_TIME_ZONE: "Europe/Berlin" },
      ...{ SMTP_URL: smtp.url, MAIL_TO: "owner@qigu.example" },
      ...{ WEBHOOK_URL: `${backend.origin}/hook`, WEBHOOK_SECRET: secret },
      WECOM_ROBOT_URL: `${backend.origin}/wecom?key=hidden-key`,
      ...{ DINGTALK_ROBOT_URL: `${backend.origin}/dingtalk?access_token=hidden-key`, DINGTALK_ROBOT_SECRET: secret },
    });
  });
  beforeEach(() => {
    posts.length = 0;
    smtp.mails.length = 0;
    backendApi = respondOk;
  });
  afterAll(async () => {
    await site.stop();
    await backend.stop();
    await smtp.stop();
  });

  const respondOk = () => Promise.resolve(Response.json({ code: 0, data: { id: 1 } }));

  const readStatus = async () => (await readInbox(directory))[0]?.status;

  test("a message reaches the backend, the mailbox, the webhook and both robots", async () => {
    const fields = createFields();
    const reference = getReference(await post(site, fields, {}, "/en/contact-us"));
    await waitUntil(async () => (await readStatus()) === "delivered");
    expect(posts).toHaveLength(1);
    expect(posts[0]!.body).toMatchObject({ name: fields.name, locale: "en" });
    expect(smtp.mails).toHaveLength(1);
    const letter = parseMail(smtp.mails[0]!);
    expect(letter.subject).toMatch(new RegExp(`^留言：${fields.name}（${fields.contact}），`));
    expect(letter.text).toContain(`编号：${reference}\n`);
    expect(letter.text).toContain("（中欧时间）\n所用语言：English\n");
    expect(announcements.map(({ text }) => text.split("\n")[0])).toEqual([letter.subject, letter.subject]);
    const { searchParams } = announcements.find(({ url }) => url.pathname === "/dingtalk")!.url;
    const signature = createHmac("sha256", secret).update(`${searchParams.get("timestamp")}\n${secret}`);
    expect(searchParams.get("sign")).toBe(signature.digest("base64"));
    for (const secret of ["hidden-key", fields.name, fields.contact]) expect(site.output()).not.toContain(secret);
    const { headers, body } = hooks[0]!;
    const expected = createHmac("sha256", secret)
      .update(`${headers.get("X-Timestamp")}.${body}`)
      .digest("hex");
    expect(headers.get("X-Signature")).toBe(`sha256=${expected}`);
    expect(headers.get("Idempotency-Key")).toBe(posts[0]!.key);
    expect(JSON.parse(body)).toMatchObject({ event: "submission.created", reference, kind: "guestbook" });
  });

  test("a mail names the product in the owner's language, with a link to its page", async () => {
    const fields = { intent: "send", item: "huang-qi", quantity: "25", name: "Ada", contact: "ada@example.com" };
    expect((await post(site, fields, {}, "/en/quotation")).status).toBe(303);
    await waitUntil(() => smtp.mails.length > 0);
    const { subject, text, replyTo } = parseMail(smtp.mails[0]!);
    expect(subject).toMatch(/^询价：Ada（ada@example\.com），黄芪.*（Huang qi.*） 25 kg$/);
    expect(text).toContain(`\n   ${origin}/product/info/huang-qi\n`);
    expect(replyTo).toBe("ada@example.com");
  });

  test("an item that can't be looked up stays on the inquiry list, and in the request", async () => {
    products = () => Promise.resolve(new Response("busy", { status: 503 }));
    const fields = { intent: "send", item: "huang-qi", quantity: "3", name: "王", contact: "13812345678" };
    expect((await post(site, fields, {}, "/quotation")).status).toBe(303);
    products = api;
    const [submission] = await readInbox(directory);
    expect(submission!.payload["items"]).toEqual([{ id: "huang-qi", title: "huang-qi", quantity: 3 }]);
  });

  test("a refusal of the backend is shown on the form, and the submission is stored and marked", async () => {
    backendApi = () => Promise.resolve(Response.json({ code: 1002, message: "请留下座机号码" }));
    const fields = createFields();
    const response = await post(site, fields);
    expect(response.status).toBe(422);
    const html = await response.text();
    expect(html).toContain("请留下座机号码");
    expect(html).toContain("“引号”</textarea>");
    expect(await readStatus()).toBe("refused");
  });

  let release = () => {};
  const isReleased = new Promise<void>((resolve) => (release = resolve));

  test.each<[string, Transport]>([
    ["down", () => Promise.reject(new Error("gone"))],
    ["slow", () => isReleased.then(respondOk)],
    ["503", () => Promise.resolve(new Response("busy", { status: 503 }))],
    ["cut off in the middle", () => Promise.resolve(new Response('{"code":0,"da'))],
  ])("the backend is %s: the visitor sees the confirmation, and the message is delivered later", async (_, failure) => {
    backendApi = failure;
    expect((await post(site, createFields())).status).toBe(303);
    release();
    backendApi = respondOk;
    await waitUntil(async () => (await readStatus()) === "delivered");
    expect(new Set(posts.map(({ key }) => key)).size).toBe(1);
  });
});
