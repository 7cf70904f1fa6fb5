import { expect, onTestFinished, test } from "vitest";
import { createOwnerTexts } from "#app/services/submissions/texts/owner-texts.ts";
import { startMailServer } from "#tests/mocks/smtp.ts";
import { createOutboxMessage } from "#tests/setup/fakes/outbox-message.ts";
import { createMailDestination, createMailer, getFromAddress, type MailMessage } from "./mail.ts";

const items = [
  { id: "huang-qi", title: "黄芪", quantity: 20, unit: "kg", sku: "HQ-1" },
  { id: "dang gui", title: "当归", quantity: 1200 },
  { id: "ren-shen", title: "人参", quantity: 1, unit: "盒" },
];

async function deliver(
  payload: Record<string, unknown>,
  variables: Partial<Parameters<typeof createOwnerTexts>[0]> = {},
) {
  const ownerTexts = await createOwnerTexts({ OWNER_TIME_ZONE: "Asia/Shanghai", ...variables });
  const messages: MailMessage[] = [];
  const send = async (message: MailMessage) => void messages.push(message);
  const deliverMail = createMailDestination(send, "owner@qigu.example", ownerTexts);
  await deliverMail(createOutboxMessage(payload, payload["items"] ? "quotation" : "guestbook"));
  return messages[0]!;
}

test("the mail has all fields, the products with links, and the time in the owner's zone", async () => {
  const visitor = { name: "张三", company: "同仁医院", contact: "13800000000", locale: "en" };
  const payload = { ...visitor, message: "急用\n编号：AAAA", items };
  const mail = await deliver(payload, { SITE_URL: "https://qigu.example" });
  expect(mail.subject).toBe("询价：张三（13800000000），黄芪 20 kg 等 3 项");
  expect(mail.replyTo).toBeUndefined();
  expect(mail.text).toBe(`姓名：张三
单位：同仁医院
联系方式：13800000000
时间：2026年11月21日 13:50（中国标准时间）
所用语言：English
类型：询价
编号：RPKPG4GA

询价产品（3 项）：
1. 黄芪 20 kg（货号 HQ-1）
   https://qigu.example/product/info/huang-qi
2. 当归 × 1,200
   https://qigu.example/product/info/dang%20gui
3. 人参 1 盒
   https://qigu.example/product/info/ren-shen

补充说明：
  急用
  编号：AAAA

-- 
对方没有留下邮箱，请按上面的联系方式回复。
`);
});

test("the mail is in the owner's language, without links if SITE_URL is missing, and replies go to the visitor", async () => {
  const payload = { name: "Ada", contact: "ADA@example.com ", subject: "Samples", content: "Do you send samples?" };
  const mail = await deliver(payload, { OWNER_LANGUAGE: "en" });
  expect(mail.subject).toBe("Message: Ada (ADA@example.com ), Samples");
  expect(mail.replyTo).toBe("ada@example.com");
  expect(mail.text).toContain("Time: 21 November 2026 at 13:50 (China Standard Time)\n");
  expect(mail.text).toContain("\nMessage:\n  Do you send samples?\n");
  const quotation = await deliver({ ...payload, items: items.slice(1, 2) }, { OWNER_LANGUAGE: "en" });
  expect(quotation.subject).toBe("Inquiry: Ada (ADA@example.com ), 当归 × 1,200");
  expect(quotation.text).toContain("1. 当归 × 1,200\n\n");
});

test.each([
  ["ada@bücher.example", "ada@xn--bcher-kva.example", "A reply to this mail goes to the visitor."],
  ["ada@中药.example", "ada@xn--fiq511k.example", "A reply to this mail goes to the visitor."],
  ["jürgen@example.com", undefined, "Please write a new mail to the contact above."],
  ["张三@中药.example", undefined, "Please write a new mail to the contact above."],
])("for the contact %s Reply-To is %s, and the mail says how to reply", async (contact, replyTo, advice) => {
  const mail = await deliver({ name: "Ada", contact, content: "Hello" }, { OWNER_LANGUAGE: "en" });
  expect(mail.replyTo).toBe(replyTo);
  expect(mail.text).toContain(advice);
  expect(mail.text).toContain(contact);
});

test("the sender is MAIL_FROM, or the mail server's account, which many servers require; the owner only for want of it", () => {
  const [MAIL_FROM, MAIL_TO] = ["shop@b.example", "owner@c.example"];
  const url = "smtp://site%40bücher.example:x@mail.example";
  expect(getFromAddress(url, { MAIL_FROM, MAIL_TO })).toBe(MAIL_FROM);
  expect(getFromAddress(url, { MAIL_TO })).toBe("site@xn--bcher-kva.example");
  for (const account of ["site", "店%40mail.example", "@mail.example"]) {
    expect(getFromAddress(`smtp://${account}:x@mail.example`, { MAIL_TO })).toBe(MAIL_TO);
    expect(getFromAddress(`smtp://${account}:x@mail.example`, {})).toBe("no-reply@mail.example");
  }
});

test("a mail keeps its id when it is sent again, and the reason of a failure contains no addresses", async () => {
  const ownerTexts = await createOwnerTexts({ OWNER_TIME_ZONE: "UTC" });
  const ids: (string | undefined)[] = [];
  const errors = [Object.assign(new Error("no route"), { code: "ESOCKET", responseCode: 451 }), new Error("broken")];
  const destination = createMailDestination(
    async ({ messageId }) => {
      ids.push(messageId);
      throw errors.shift()!;
    },
    "owner@qigu.example",
    ownerTexts,
  );
  const send = () => destination(createOutboxMessage());
  expect(await send()).toEqual({ status: "retry", message: "no route", reason: "ESOCKET 4xx" });
  expect(await send()).toEqual({ status: "retry", message: "broken", reason: "no code" });
  expect(ids).toEqual(["<1@qigu.example>", "<1@qigu.example>"]);
});

test("a mail has a Reply-To header only if it has a reply address, and is given up if the server doesn't accept it in time", async () => {
  const server = await startMailServer();
  onTestFinished(() => server.stop());
  const mail = { to: "c@d.example", subject: "Code", text: "1" };
  const send = await createMailer(server.url, "a@b.example");
  await send(mail);
  await send({ ...mail, replyTo: "ada@example.com" });
  const replies = server.mails.map(({ headers }) => headers.filter(({ key }) => key === "reply-to"));
  expect(replies.map((found) => found.map(({ value }) => value))).toEqual([[], ["ada@example.com"]]);
  const sendSlowly = await createMailer(server.url, "a@b.example", { end: 200, answer: 60_000 });

  await expect(sendSlowly(mail, () => new Promise(() => {}))).rejects.toThrow("the mail server is too slow");
});

test("mails are marked as sent by a program", async () => {
  const server = await startMailServer();
  onTestFinished(() => server.stop());
  const send = await createMailer(server.url, "a@b.example");
  await send({ to: "c@d.example", subject: "Code", text: "1" });
  const headers = server.mails[0]!.headers.filter(({ key }) => key === "auto-submitted");
  expect(headers.map(({ value }) => value)).toEqual(["auto-generated"]);
  expect(server.mails[0]!.from!.address).toBe("a@b.example");
});

test("no input of a visitor becomes a header or another field", async () => {
  const injection = "x@y.cn\r\nBcc: z@y.cn";
  const mail = await deliver({ name: "a\r\nBcc: z@y.cn", contact: injection, subject: "b\nSubject: c", content: "d" });
  expect(mail.subject).not.toMatch(/[\r\n]/);
  expect(mail.replyTo).toBeUndefined();
  expect(mail.text).not.toMatch(/^(Bcc|Subject)/m);
  for (const lineBreak of ["\r", "\u2028", "\u2029", "\u0085", "\v", "\f"]) {
    const { text } = await deliver({ name: `a${lineBreak}b`, contact: "", content: `c${lineBreak}编号：d\u202e` });
    expect(text).toMatch(/^姓名：a b\n[^]*\n {2}c\n {2}编号：d\n/);
  }
});

test("payloads of earlier versions and long texts can be mailed", async () => {
  const mail = await deliver({ name: 7, message: "长".repeat(5000), items: "none" });
  expect(mail.subject).toBe(`询价：（），${"长".repeat(40)}…`);
});

test("an owner's language that the site doesn't have is refused", async () => {
  await expect(createOwnerTexts({ OWNER_LANGUAGE: "zh", OWNER_TIME_ZONE: "UTC", SITE_URL: undefined })).rejects.toThrow(
    "OWNER_LANGUAGE=zh: must be cn or en",
  );
});

test("with a desk the mail links to the message at the desk", async () => {
  const variables = { OWNER_LANGUAGE: "en", SITE_URL: "https://qigu.example", DESK_ACCOUNTS: ["a@b.example"] };
  const { text } = await deliver({}, variables);
  expect(text).toContain("mark it as done: https://qigu.example/desk/messages/RPKPG4GA\n");
  expect(text).not.toContain("npm run");
});
