import { createHmac } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Transport } from "#app/services/api/client.ts";
import { startMailServer } from "#tests/mocks/smtp.ts";
import { createFields, getReference, post, waitUntil } from "#tests/setup/site/guestbook-form.ts";
import { readInbox } from "#tests/setup/site/inbox.ts";
import { setUpBackend, setUpSite } from "#tests/setup/site/site.ts";

const backend = await setUpBackend();
let backendApi: Transport;
const posts: { key: string | null; body: unknown }[] = [];
const hooks: { headers: Headers; body: string }[] = [];
const announcements: { url: URL; text: string }[] = [];
const secret = "a secret of the webhook";
const origin = "https://qigu.example";
let smtp: Awaited<ReturnType<typeof startMailServer>>;
beforeAll(async () => void (smtp = await startMailServer()));
afterAll(() => smtp.stop());
const site = setUpSite(() => ({
  ...{ API_BASE_URL: backend.origin, SITE_URL: origin, OWNER_TIME_ZONE: "Europe/Berlin" },
  ...{ SMTP_URL: smtp.url, MAIL_TO: "owner@qigu.example" },
  ...{ WEBHOOK_URL: `${backend.origin}/hook`, WEBHOOK_SECRET: secret },
  WECOM_ROBOT_URL: `${backend.origin}/wecom?key=hidden-key`,
  ...{ DINGTALK_ROBOT_URL: `${backend.origin}/dingtalk?access_token=hidden-key`, DINGTALK_ROBOT_SECRET: secret },
}));

const receiveForm: Transport = async (request) => {
  posts.push({ key: request.headers.get("Idempotency-Key"), body: await request.clone().json() });
  return backendApi(request);
};
const announce: Transport = async (request) => {
  const { text } = (await request.json()) as { text: { content: string } };
  announcements.push({ url: new URL(request.url), text: text.content });
  return Response.json({ errcode: 0, errmsg: "ok" });
};
const receiveHook: Transport = async (request) => {
  hooks.push({ headers: request.headers, body: await request.text() });
  return new Response(null, { status: 204 });
};
beforeEach(() => {
  posts.length = 0;
  smtp.mails.length = 0;
  backendApi = respondOk;
  backend.responders.clear();
  for (const path of ["/guestbook", "/quotation"]) backend.responders.set(path, receiveForm);
  for (const path of ["/wecom", "/dingtalk"]) backend.responders.set(path, announce);
  backend.responders.set("/hook", receiveHook);
});

const respondOk = () => Promise.resolve(Response.json({ code: 0, data: { id: 1 } }));
const readStatus = async () => (await readInbox(site.DATA_DIR))[0]?.status;

test("S28 a message reaches the backend, the mailbox, the webhook and both robots", async () => {
  const fields = createFields();
  const reference = getReference(await post(site, fields, {}, "/en/contact-us"));
  await waitUntil(async () => (await readStatus()) === "delivered");
  expect(posts).toHaveLength(1);
  expect(posts[0]!.body).toMatchObject({ name: fields.name, locale: "en" });
  expect(smtp.mails).toHaveLength(1);
  const letter = smtp.mails[0]!;
  expect(letter.subject).toMatch(new RegExp(`^留言：${fields.name}（${fields.contact}），`));
  expect(letter.text).toContain(`编号：${reference}\n`);
  expect(letter.text).toContain("（中欧时间）\n所用语言：English\n");
  expect(announcements.map(({ text }) => text.split("\n")[0])).toEqual([letter.subject, letter.subject]);
  expect(announcements.map(({ url }) => url.searchParams.has("sign")).sort()).toEqual([false, true]);
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
  const { subject, text, replyTo } = smtp.mails[0]!;
  expect(subject).toMatch(/^询价：Ada（ada@example\.com），黄芪.*（Huang qi.*） 25 kg$/);
  expect(text).toContain(`\n   ${origin}/product/info/huang-qi\n`);
  expect(replyTo).toMatchObject([{ address: "ada@example.com" }]);
});

test("an inquiry keeps an item that can't be looked up", async () => {
  backend.responders.set("/api/product/info", async () => new Response("busy", { status: 503 }));
  const fields = { intent: "send", item: "huang-qi", quantity: "3", name: "王", contact: "13812345678" };
  expect((await post(site, fields, {}, "/quotation")).status).toBe(303);
  const [submission] = await readInbox(site.DATA_DIR);
  expect(submission!.payload["items"]).toEqual([{ id: "huang-qi", title: "huang-qi", quantity: 3 }]);
});

test("if the backend refuses a submission, the form shows why, and the submission is stored as refused", async () => {
  backendApi = () => Promise.resolve(Response.json({ code: 1002, message: "请留下座机号码" }));
  const fields = createFields();
  const response = await post(site, fields);
  expect(response.status).toBe(422);
  const html = await response.text();
  expect(html).toContain("请留下座机号码");
  expect(html).toContain("“引号”</textarea>");
  expect(await readStatus()).toBe("refused");
});

test("while the backend fails in any way, visitors see the confirmation, and the messages are delivered later", async () => {
  const { promise: releasePromise, resolve: release } = Promise.withResolvers<void>();
  const failures: Transport[] = [
    () => Promise.reject(new Error("gone")),
    () => releasePromise.then(respondOk),
    () => Promise.resolve(new Response("busy", { status: 503 })),
    () => Promise.resolve(new Response('{"code":0,"da')),
  ];
  for (const failure of failures) {
    backendApi = failure;
    expect((await post(site, createFields())).status).toBe(303);
  }
  release();
  backendApi = respondOk;
  await expect
    .poll(async () => (await readInbox(site.DATA_DIR)).slice(0, failures.length).map(({ status }) => status), {
      interval: 500,
    })
    .toEqual(failures.map(() => "delivered"));
  expect(new Set(posts.map(({ key }) => key)).size).toBe(failures.length);
});
