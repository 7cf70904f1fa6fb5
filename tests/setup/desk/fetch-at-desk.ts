import { setTimeout as sleep } from "node:timers/promises";
import { computeVersion } from "#app/services/content/files/save-files.ts";
import type { RunningSite } from "#tests/setup/site/running-site.ts";

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

export type Fields = Record<string, string> | [string, string][];
type Site = Pick<RunningSite, "origin">;
type Headers = Record<string, string>;

export function postAtDesk(site: Site, fields: Fields, givenHeaders: Headers, path: string) {
  const headers = { "Sec-Fetch-Site": "same-origin", ...givenHeaders };
  return fetchAtDesk(site.origin + path, { method: "POST", body: new URLSearchParams(fields), headers });
}

/**
 * Saves a file of the content folder as the editor does.
 * @param before bytes of the edited file; `undefined` to create one
 * @param after new text; `undefined` to delete the file
 */
export function saveAtDesk(site: Site, headers: Headers, path: string, before?: Buffer, after?: Buffer | string) {
  const operation = after === undefined ? "delete" : before ? "update" : "create";
  const content = Buffer.from(after ?? "").toString("base64");
  const file = { operation, path: `content/${path}`, sha: before && computeVersion(before), content };
  return fetch(`${site.origin}/desk/api/v1/repos/desk/content/contents`, {
    method: "POST",
    body: JSON.stringify({ files: [file] }),
    headers: { ...headers, "Sec-Fetch-Site": "same-origin", "Content-Type": "application/json" },
  });
}
