import type { Kysely } from "kysely";
import { z } from "zod";
import type { Environment } from "#app/services/runtime/environment.ts";
import { httpFetch } from "#app/services/runtime/web/http-fetch.ts";
import {
  announcementKind,
  searchEngines,
  type SearchEngine,
  type Tables,
} from "#app/services/submissions/database/tables.ts";
import { getTime } from "#app/services/submissions/database/time.ts";
import { readResult, storeSystemMessage, type DeliveryResult, type Destination } from "./delivery.ts";

const timeoutMs = 10_000;

/** Maximum addresses in a call. Baidu accepts 2,000 and IndexNow 10,000. */
const maxUrls = 500;

const payloadSchema = z.object({ urls: z.array(z.string()) });
const indexNowUrl = "https://api.indexnow.org/indexnow";

/** Baidu documents this address only without TLS. */
const baiduUrl = "http://data.zz.baidu.com/urls";

export function createSearchEngines({ SITE_URL, INDEXNOW_KEY, BAIDU_PUSH_TOKEN }: Environment) {
  const engines: Partial<Record<SearchEngine, Destination>> = {};
  if (SITE_URL && INDEXNOW_KEY) engines.indexnow = createIndexNowDestination(SITE_URL, INDEXNOW_KEY);
  if (SITE_URL && BAIDU_PUSH_TOKEN) engines.baidu = createBaiduDestination(SITE_URL, BAIDU_PUSH_TOKEN);
  return engines;
}

/** Stores messages of up to 500 addresses each, unless another process has announced the release. */
export async function storeAnnouncement(
  database: Kysely<Tables>,
  engines: readonly SearchEngine[],
  { release, urls }: { release: string; urls: readonly string[] },
  now = getTime(),
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    for (let start = 0; start < urls.length; start += maxUrls) {
      const key = `${release}-${start}`;
      const payload = { urls: urls.slice(start, start + maxUrls) };
      if (!(await storeSystemMessage(transaction, key, payload, engines, now))) return;
    }
  });
}

export type Announcement = Awaited<ReturnType<typeof listLastAnnouncements>>[number];

/** Lists the last announcement to each search engine. `message`: reason for a refusal or retry. */
export async function listLastAnnouncements(database: Kysely<Tables>) {
  const rows = await database
    .selectFrom("submission")
    .innerJoin("delivery", "delivery.submission_id", "submission.id")
    .select(["destination", "status", "message", "payload", "created_at"])
    .where("kind", "=", announcementKind)
    .where("destination", "in", searchEngines)
    .orderBy("created_at", "desc")
    .limit(20)
    .execute();
  return searchEngines.flatMap((engine) => {
    const row = rows.find(({ destination }) => destination === engine);
    if (!row) return [];
    const { status, message, payload, created_at: time } = row;
    return { engine, status, message, count: payloadSchema.parse(JSON.parse(payload)).urls.length, time };
  });
}

/**
 * Creates the destination of IndexNow, which Bing, Yandex, Naver and Seznam share
 * (https://www.indexnow.org/documentation).
 */
function createIndexNowDestination(origin: string, key: string): Destination {
  return async ({ payload }) => {
    const { urls: urlList } = payloadSchema.parse(payload);
    const body = JSON.stringify({ host: new URL(origin).host, key, keyLocation: `${origin}/${key}.txt`, urlList });
    const response = await post(indexNowUrl, "application/json; charset=utf-8", body);
    // Doesn't retry these statuses: the key is invalid, or an address belongs to another site.
    const isRefused = [400, 403, 422].includes(response.status);
    return isRefused ? { status: "refused", message: `status ${response.status}` } : readResult(response);
  };
}

/** Baidu's response: rejected addresses, or an error. */
const baiduSchema = z.object({
  not_same_site: z.array(z.string()).default([]),
  not_valid: z.array(z.string()).default([]),
  message: z.string().max(200).optional(),
});

/** Creates the destination of Baidu's push (https://ziyuan.baidu.com/linksubmit). */
function createBaiduDestination(origin: string, token: string): Destination {
  return async ({ payload }) => {
    const { urls } = payloadSchema.parse(payload);
    const response = await post(
      `${baiduUrl}?${new URLSearchParams({ site: origin, token })}`,
      "text/plain",
      urls.join("\n"),
    );
    if (response.status >= 500 || response.status === 429) return readResult(response);
    return readBaiduResult(response.ok, baiduSchema.safeParse(await response.json().catch(() => undefined)).data);
  };
}

function readBaiduResult(isOk: boolean, response: z.output<typeof baiduSchema> | undefined): DeliveryResult {
  if (!response) return { status: "retry", message: "an answer that isn't Baidu's" };
  // Retries later, because the quota is daily.
  if (response.message === "over quota") return { status: "retry", message: response.message };
  const rejectedUrls = [...response.not_same_site, ...response.not_valid];
  if (isOk && rejectedUrls.length === 0) return { status: "delivered" };
  return { status: "refused", message: response.message ?? `not taken: ${rejectedUrls.slice(0, 3).join(" ")}` };
}

function post(address: string, type: string, body: string): Promise<Response> {
  const request = new Request(address, { method: "POST", headers: { "Content-Type": type }, body });
  return httpFetch(request, { signal: AbortSignal.timeout(timeoutMs) });
}
