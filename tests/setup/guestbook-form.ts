import { setTimeout as sleep } from "node:timers/promises";
import type { RunningSite } from "./running-site.ts";

type Fields = Record<string, string>;

/** What a visitor types, with nothing wrong in it. */
export const fine = { name: "王伟", contact: "13812345678", subject: "", content: "你好" };

let texts = 0;

/** The same with another text each time: another submission. */
export const fresh = () => ({ ...fine, content: `第 ${texts++} 封，<b>=1+1</b>\r\n“引号”` });

/** Sends a form as a browser without script does. */
export function post(site: RunningSite, fields: Fields, headers: Fields = {}, path = "/contact-us") {
  return fetch(site.origin + path, { method: "POST", body: new URLSearchParams(fields), redirect: "manual", headers });
}

/** The reference that an answer leads to; `undefined` where it was not received. */
export const referenceOf = (response: Response) =>
  /reference=(\w{8})$/.exec(response.headers.get("Location") ?? "")?.[1];

/** Waits until something is so; throws where it isn't in time. */
export async function until(condition: () => boolean | Promise<boolean>, milliseconds = 12_000): Promise<void> {
  const deadline = Date.now() + milliseconds;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error("it did not happen in time");
    await sleep(50);
  }
}
