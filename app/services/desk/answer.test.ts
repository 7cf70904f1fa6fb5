import { expect, test } from "vitest";
import type { StoredSubmission } from "#app/services/submissions/inbox/submission-list.ts";
import { createOwnerTexts } from "#app/services/submissions/texts/owner-texts.ts";
import { createReplyMailto } from "./answer.ts";

const environment = { OWNER_TIME_ZONE: "Asia/Shanghai", SITE_URL: "https://qigu.example" };
const [chinese, english] = await Promise.all(
  ["cn", "en"].map((OWNER_LANGUAGE) => createOwnerTexts({ ...environment, OWNER_LANGUAGE })),
);

const createUrl = (payload: Record<string, unknown>, ownerTexts = chinese!, email = "a&b@b.cn", kind = "guestbook") =>
  createReplyMailto(email, { reference: "ABCDEFGH", kind, payload } as StoredSubmission, ownerTexts);

test("a draft reply has the reference, a salutation in the visitor's language, and the message as a quotation", () => {
  const url = new URL(createUrl({ name: "王伟", content: "你好\n& 再见" }));
  expect(url.pathname).toBe("a%26b@b.cn");
  expect(url.searchParams.get("subject")).toContain("ABCDEFGH");
  expect(url.searchParams.get("body")).toMatch(/^王伟，您好！\r\n\r\n[^]+\r\n\r\n> 你好\r\n> & 再见$/);
  const message = "Please send\nyour prices.";
  const body = new URL(createUrl({ name: "Ada", message }, english, "a@b.cn", "quotation")).searchParams.get("body");
  expect(body).toMatch(/^Dear Ada,\r\n\r\n[^]+\r\n\r\n> Please send\r\n> your prices\.$/);
});

test.each([
  ["guestbook", "回复：您的来信（编号 ABCDEFGH）", "感谢您的来信。"],
  ["quotation", "回复：您的询价（编号 ABCDEFGH）", "感谢您的询价。"],
] as const)("a draft reply to a %s names its kind", (kind, subject, thanks) => {
  const { searchParams } = new URL(createUrl({ name: "王伟" }, chinese, "a@b.cn", kind));
  expect(searchParams.get("subject")).toBe(subject);
  expect(searchParams.get("body")).toContain(thanks);
});

test("a reply to an inquiry without a message quotes the requested products", () => {
  const items = [{ id: "huang-qi", title: "黄芪", quantity: 20, unit: "kg" }];
  expect(new URL(createUrl({ name: "王伟", items })).searchParams.get("body")).toMatch(/> 黄芪 20 kg$/);
});

test.each([
  "你好，请问黄芪的价格。".repeat(900),
  "word ".repeat(4000),
  "🌿".repeat(5000),
  "x".repeat(5000),
  "\ud800\n\u0000",
])(
  "a draft reply's link has at most 1800 characters, and a long message in it is cut between words (%#)",
  (content) => {
    const url = createUrl({ name: "很".repeat(500), content });
    expect(url.length).toBeLessThanOrEqual(1800);
    const body = new URL(url).searchParams.get("body")!;
    if (content.length > 100) expect(body).toMatch(/(?:> |[。，请问黄芪的价格你好]|word ?|🌿)…$/u);
  },
);
