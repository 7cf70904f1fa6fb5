import { createHmac } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createOwnerTexts } from "#app/services/submissions/texts/owner-texts.ts";
import { startBackend } from "#tests/mocks/backend.ts";
import { createOutboxMessage } from "#tests/setup/fakes/outbox-message.ts";
import { createRobotDestination } from "./robots.ts";

const environment = { OWNER_TIME_ZONE: "Asia/Shanghai", SITE_URL: "https://qigu.example" };
const ownerTexts = await createOwnerTexts(environment);
const secret = "SEC0123456789abcdef";

let service: Awaited<ReturnType<typeof startBackend>>;
let respond: () => Response;
let clock: number;
const now = () => clock;
beforeEach(async () => {
  clock = 1_800_000_000_000;
  respond = () => Response.json({ errcode: 0, errmsg: "ok" });
  service = await startBackend(() => Promise.resolve(respond()));
});
afterEach(() => service.stop());

const createMessage = (payload: Record<string, unknown>) =>
  createOutboxMessage({ name: "张三", contact: "13800000000", ...payload });
const createWecom = (reader = ownerTexts) =>
  createRobotDestination("wecom", `${service.origin}/cgi-bin/webhook/send?key=k-1`, reader, { now });
const createDingTalk = (signingSecret?: string) =>
  createRobotDestination("dingtalk", `${service.origin}/robot/send?access_token=t-1`, ownerTexts, {
    secret: signingSecret,
    now,
  });

async function readLastContent(): Promise<string> {
  const body = (await service.requests.at(-1)!.clone().json()) as { msgtype: string; text: { content: string } };
  expect(body.msgtype).toBe("text");
  return body.text.content;
}

test("WeCom receives a text message at the robot's address", async () => {
  expect(await createWecom()(createMessage({ content: "你好" }))).toEqual({ status: "delivered" });
  expect(new URL(service.requests[0]!.url).searchParams.get("key")).toBe("k-1");
  expect(await readLastContent()).toBe(
    "留言：张三（13800000000），你好\n\n姓名：张三\n联系方式：13800000000\n时间：2026年11月21日 13:50（中国标准时间）\n" +
      "类型：留言\n编号：RPKPG4GA\n\n内容：\n  你好",
  );
});

test("DingTalk receives the time and its signature in the query if there is a secret", async () => {
  for (clock of [1_800_000_000_000, 1_800_000_000_123, 1_800_000_000_456, 1_800_000_000_789]) {
    expect(await createDingTalk(secret)(createMessage({}))).toEqual({ status: "delivered" });
    // DingTalk computes the same signature from the query that it receives.
    const query = new URL(service.requests.at(-1)!.url).searchParams;
    const signature = createHmac("sha256", secret).update(`${clock}\n${secret}`).digest("base64");
    expect(Object.fromEntries(query)).toEqual({ access_token: "t-1", timestamp: String(clock), sign: signature });
    expect(service.requests.at(-1)!.url).not.toContain("+");
  }
  await createDingTalk()(createMessage({}));
  expect(new URL(service.requests.at(-1)!.url).search).toBe("?access_token=t-1");
});

test.each<[string, () => Response, object]>([
  [
    "errcode",
    () => Response.json({ errcode: 93000, errmsg: "invalid\nkey" }),
    { message: "errcode 93000: invalid key" },
  ],
  ["limit", () => Response.json({ errcode: 45009, errmsg: "freq" }), { retryAfter: 60_000 }],
  ["status", () => new Response("", { status: 502, headers: { "Retry-After": "7" } }), { retryAfter: 7000 }],
  ["page", () => new Response("<html>"), { message: expect.stringContaining("no errcode") }],
  ["other JSON", () => Response.json([]), { message: expect.stringContaining("no errcode") }],
])("a response that isn't a success is retried: %s", async (_name, respondWithError, expected) => {
  respond = respondWithError;
  expect(await createWecom()(createMessage({}))).toMatchObject({ status: "retry", ...expected });
});

test("a delivery that exceeds DingTalk's rate limit is retried after ten minutes", async () => {
  respond = () => Response.json({ errcode: 130101, errmsg: "send too fast" });
  expect(await createDingTalk()(createMessage({}))).toMatchObject({ status: "retry", retryAfter: 600_000 });
});

test("a delivery to an unreachable robot is retried, and the error doesn't contain its key", async () => {
  const destination = createWecom();
  await service.stop();
  const error = await destination(createMessage({})).then(String, String);
  expect(error).toMatch(/ECONNREFUSED/);
  expect(error).not.toContain("k-1");
});

test("messages beyond twenty in a minute are retried later", async () => {
  const destination = createWecom();
  const results = [];
  for (let n = 0; n < 25; n++) {
    results.push(await destination(createMessage({})));
    clock += 1000;
  }
  expect(results.filter(({ status }) => status === "delivered")).toHaveLength(20);
  expect(service.requests).toHaveLength(20);
  // 40 seconds after the attempt of the twenty-first message, the first message is a minute old.
  expect(results[20]).toMatchObject({ status: "retry", retryAfter: 40_000 });
  clock = 1_800_000_060_000;
  expect(await destination(createMessage({}))).toEqual({ status: "delivered" });
  // The first message no longer counts for the minute; the second one counts for another half second.
  clock += 500;
  expect(await destination(createMessage({}))).toMatchObject({ status: "retry", retryAfter: 500 });
});

test("a clock that is set back doesn't delay messages", async () => {
  const destination = createWecom();
  for (let n = 0; n < 20; n++) await destination(createMessage({}));
  clock -= 3_600_000;
  expect(await destination(createMessage({}))).toEqual({ status: "delivered" });
});

test("only a rate limit delays the retry, and an error's message is truncated", async () => {
  respond = () => Response.json({ errcode: 93000, errmsg: "x".repeat(500) });
  const result = await createWecom()(createMessage({}));
  expect(result).toEqual({ status: "retry", message: `errcode 93000: ${"x".repeat(185)}` });
  expect(service.requests[0]!.headers.get("Content-Type")).toBe("application/json");
});

test.each([
  [() => createWecom(), 2048],
  [() => createDingTalk(), 4096],
] as const)("a long text is truncated at the end of a character, with a note", async (create, maxBytes) => {
  for (const content of ["长".repeat(5000), `x${"🌿".repeat(5000)}`]) {
    await create()(createMessage({ content }));
    const sentContent = await readLastContent();
    expect(Buffer.byteLength(sentContent)).toBeLessThanOrEqual(maxBytes);
    if (Buffer.byteLength(content) > maxBytes) {
      expect(Buffer.byteLength(sentContent)).toBeGreaterThan(maxBytes - 4);
      expect(sentContent).toMatch(/……内容较长，未完。全文：npm run inbox -- show RPKPG4GA$/);
    }
    expect(sentContent.isWellFormed()).toBe(true);
  }
});

test("with a desk, short and long messages end with the message's address at the desk", async () => {
  const robot = createWecom(await createOwnerTexts({ ...environment, DESK_ACCOUNTS: ["a@b.example"] }));
  for (const content of ["你好", "长".repeat(640), "长".repeat(5000)]) {
    await robot(createMessage({ content }));
    const sentContent = await readLastContent();
    expect(sentContent).toMatch(/：https:\/\/qigu\.example\/desk\/messages\/RPKPG4GA$/);
    expect(Buffer.byteLength(sentContent)).toBeLessThanOrEqual(2048);
  }
});

test("a reminder is sent without mentions and without a note on where to read more, and only its end is cut if it is too long", async () => {
  const reminder = ["留言和询价：1 条", "", "2026-11-27 19:00 询价：<@all>（RPKPG4GA）"];
  await createWecom()({ ...createMessage({}), reminder });
  expect(await readLastContent()).toBe(reminder.join("\n").replace("<@", "< @"));
  const names = Array.from({ length: 100 }, () => reminder[2]!);
  await createWecom()({ ...createMessage({}), reminder: [...reminder.slice(0, 2), ...names] });
  const sentContent = await readLastContent();
  expect(sentContent).toMatch(/^留言和询价：1 条\n\n2026/);
  expect(sentContent).not.toContain("show");
  expect(Buffer.byteLength(sentContent)).toBeLessThanOrEqual(2048);
});

test("a visitor's text can't mention members of the robot's chat", async () => {
  await createWecom()(createMessage({ name: "<@all>", content: "<@zhangsan>" }));
  expect(await readLastContent()).not.toContain("<@");
});
