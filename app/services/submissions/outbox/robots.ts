import { createHmac } from "node:crypto";
import { z } from "zod";
import { httpFetch } from "#app/services/runtime/web/http-fetch.ts";
import { readUpTo } from "#app/services/runtime/web/request-limits.ts";
import { formatDetails, formatSubject, toSingleLine } from "#app/services/submissions/texts/describe.ts";
import type { OwnerTexts } from "#app/services/submissions/texts/owner-texts.ts";
import { readResult, type DeliveryResult, type Destination, type OutboxMessage } from "./delivery.ts";

const timeoutMs = 10_000;
const minuteMs = 60_000;
const maxResponseBytes = 64 * 1024;
const maxErrorLength = 200;

/** Maximum messages of a group robot in a minute, equal for both services. */
const maxMessagesPerMinute = 20;

/**
 * Limit in bytes of UTF-8, the `errcode` for too many messages, and the milliseconds after that error until the robot
 * may send again.
 */
type RobotService = { maxBytes: number; rateLimitCode: number; rateLimitMs: number };

const services = {
  wecom: { maxBytes: 2048, rateLimitCode: 45009, rateLimitMs: minuteMs },
  // DingTalk accepts longer texts, but they flood a chat.
  dingtalk: { maxBytes: 4096, rateLimitCode: 130101, rateLimitMs: 10 * minuteMs },
} as const satisfies Record<string, RobotService>;

const resultSchema = z.object({ errcode: z.number(), errmsg: z.string().catch("") });

/** `secret` signs a DingTalk robot's requests, if it requires signatures. */
type RobotOptions = { secret?: string; now?: () => number };

/** Every failure is retried, because the owner can correct a wrong key. */
export function createRobotDestination(
  name: keyof typeof services,
  url: string,
  ownerTexts: OwnerTexts,
  { secret, now = Date.now }: RobotOptions = {},
): Destination {
  const service = services[name];
  const throttle = createThrottle(now);
  return async (message) => {
    const retryAfter = throttle();
    if (retryAfter > 0) return { status: "retry", message: "more messages than a robot may send", retryAfter };
    const content = formatContent(message, service.maxBytes, ownerTexts);
    const request = new Request(secret ? signUrl(url, secret, now()) : url, {
      method: "POST",
      body: JSON.stringify({ msgtype: "text", text: { content } }),
      headers: { "Content-Type": "application/json" },
    });
    const response = await httpFetch(request, { signal: AbortSignal.timeout(timeoutMs) });
    return readRobotResult(response, service);
  };
}

/** @param time in milliseconds */
function signUrl(url: string, secret: string, time: number): string {
  const signedUrl = new URL(url);
  signedUrl.searchParams.set("timestamp", String(time));
  signedUrl.searchParams.set("sign", createHmac("sha256", secret).update(`${time}\n${secret}`).digest("base64"));
  return signedUrl.href;
}

/** Reads `errcode`, because the services respond with status 200 even to errors. */
async function readRobotResult(
  response: Response,
  { rateLimitCode, rateLimitMs }: RobotService,
): Promise<DeliveryResult> {
  if (!response.ok) return readResult(response);
  const body = new Response(await readUpTo(response.body, maxResponseBytes));
  const { data } = resultSchema.safeParse(await body.json().catch(() => undefined));
  if (!data) return { status: "retry", message: "the answer has no errcode: is this the address of a robot?" };
  const { errcode, errmsg } = data;
  if (errcode === 0) return { status: "delivered" };
  const message = toSingleLine(`errcode ${errcode}: ${errmsg}`).slice(0, maxErrorLength);
  return { status: "retry", message, ...(errcode === rateLimitCode && { retryAfter: rateLimitMs }) };
}

/** Truncates a long message, and adds a note on where to read the rest unless it is a reminder. */
function formatContent(message: OutboxMessage, maxBytes: number, ownerTexts: OwnerTexts): string {
  const lines = message.reminder ?? [formatSubject(message, ownerTexts), "", ...formatDetails(message, ownerTexts)];
  // WeCom would treat a visitor's `<@all>` as a mention.
  const content = lines.join("\n").replaceAll("<@", "< @");
  if (message.reminder) return truncateToBytes(content, maxBytes);
  const url = ownerTexts.getMessageUrl(message.reference);
  const wholeText = url ? `${content}\n\n${ownerTexts.t("mail.desk", { url })}` : content;
  if (Buffer.byteLength(wholeText) <= maxBytes) return wholeText;
  const note = `\n${url ? ownerTexts.t("robot.cutDesk", { url }) : ownerTexts.t("robot.cut", { reference: message.reference })}`;
  return truncateToBytes(content, maxBytes - Buffer.byteLength(note)) + note;
}

/** Truncates at the end of a character. */
function truncateToBytes(content: string, maxBytes: number): string {
  const bytes = new Uint8Array(maxBytes);
  return content.slice(0, new TextEncoder().encodeInto(content, bytes).read);
}

/**
 * Creates a function that returns the milliseconds to wait before a message, or 0. Counts only this process's messages;
 * if all processes together send too many, the service responds with an error.
 */
function createThrottle(now: () => number): () => number {
  let sendTimes: number[] = [];
  return () => {
    const time = now();
    // Drops times in the future, which mean that the clock was set back.
    sendTimes = sendTimes.filter((sendTime) => sendTime > time - minuteMs && sendTime <= time);
    if (sendTimes.length >= maxMessagesPerMinute) return sendTimes[0]! + minuteMs - time;
    sendTimes.push(time);
    return 0;
  };
}
