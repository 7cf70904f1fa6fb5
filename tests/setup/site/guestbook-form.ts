import { setTimeout as sleep } from "node:timers/promises";
import type { RunningSite } from "./running-site.ts";

type Fields = Record<string, string>;

export const validFields = { name: "王伟", contact: "13812345678", subject: "", content: "你好" };

let textCount = 0;

/** Creates a valid message whose text is new, because equal messages count as one submission. */
export const createFields = () => ({ ...validFields, content: `第 ${textCount++} 封，<b>=1+1</b>\r\n“引号”` });

let visitorCount = 0;

/**
 * Returns the header with which a trusted proxy reports a visitor's address. Each visitor has another address, because
 * rate limits count by address.
 */
export const createVisitorHeaders = () => ({ "X-Forwarded-For": `203.0.${++visitorCount >> 8}.${visitorCount & 255}` });

/** Sends a form as a browser without script does. */
export function post(site: Pick<RunningSite, "origin">, fields: Fields, headers: Fields = {}, path = "/contact-us") {
  return fetch(site.origin + path, { method: "POST", body: new URLSearchParams(fields), redirect: "manual", headers });
}

/** Returns the reference in the redirect; `undefined` if the message was not received. */
export const getReference = (response: Response) =>
  /reference=(\w{8})$/.exec(response.headers.get("Location") ?? "")?.[1];

export async function waitUntil(condition: () => boolean | Promise<boolean>, milliseconds = 45_000): Promise<void> {
  const deadline = Date.now() + milliseconds;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`the condition was not met within ${milliseconds} ms`);
    await sleep(50);
  }
}
