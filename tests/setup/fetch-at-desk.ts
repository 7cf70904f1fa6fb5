import { setTimeout as sleep } from "node:timers/promises";
import type { RunningSite } from "./running-site.ts";

type Options = RequestInit;

const isWaiting = async (response: Response): Promise<boolean> =>
  (response.headers.get("Content-Type") ?? "").startsWith("text/html") &&
  (await response.clone().text()).includes('http-equiv="refresh"');

/**
 * Sends a request to the desk. If a slow task is running, polls its page until the task is done, as a browser would.
 * Redirects to other pages aren't followed.
 */
export async function fetchAtDesk(url: string, options: Options = {}): Promise<Response> {
  const fetchOnce = (address: string, init: Options) => fetch(address, { ...init, redirect: "manual" });
  const headers = new Headers(options.headers);
  headers.delete("Content-Type");
  let response = await fetchOnce(url, options);
  const isSent =
    options.method === "POST" && response.status === 303 && response.headers.get("Location") === "/desk/publish";
  const page = isSent ? new URL("/desk/publish", url).href : url;
  if (isSent) response = await fetchOnce(page, { headers });
  for (; await isWaiting(response); response = await fetchOnce(page, { headers })) await sleep(200);
  return response;
}

type Fields = Record<string, string>;

export const postAtDesk = (site: Pick<RunningSite, "origin">, fields: Fields, headers: Fields, path: string) =>
  fetchAtDesk(site.origin + path, { method: "POST", body: new URLSearchParams(fields), headers });
