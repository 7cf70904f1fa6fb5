import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import { z } from "zod";
import { everyPageTag, isCdnTag, manyTagsTag } from "../../runtime/http-cache.ts";
import { httpFetch } from "../../runtime/http-fetch.ts";
import { cdnPurgeKind, type Tables } from "../database/tables.ts";
import { createOwnMessage, newDelivery, readResult, type Destination } from "./delivery.ts";

const timeoutMs = 10_000;

/** Delay between a purge and its call. The node may still be sending a page from before the purge, which the CDN would keep. */
const settleMs = 1000;

/** Number of tags of a call. Even with tags of the maximum length, they fit into a header of 8 KB. */
const maxTags = 20;

const payloadSchema = z.object({ tags: z.array(z.string()) });

/** With one call for 20 tags. Tags that no page can have are left out. */
export async function storeCdnPurges(database: Kysely<Tables>, tags: readonly string[], now: number): Promise<void> {
  const validTags = tags.includes(everyPageTag) ? [everyPageTag] : tags.filter(isCdnTag);
  const rows: Tables["submission"][] = [];
  for (let start = 0; start < validTags.length; start += maxTags) {
    const payload = { tags: validTags.slice(start, start + maxTags) };
    rows.push(createOwnMessage(randomUUID(), cdnPurgeKind, payload, now));
  }
  if (rows.length === 0) return;
  const common = { ...newDelivery, destination: "cdn" as const, next_attempt_at: now + settleMs };
  const deliveries = rows.map(({ id }) => ({ ...common, submission_id: id }));
  await database.transaction().execute(async (transaction) => {
    await transaction.insertInto("submission").values(rows).execute();
    await transaction.insertInto("delivery").values(deliveries).execute();
  });
}

/** Each of `urls` is a CDN that removes the pages with certain tags, such as `deploy/varnish`. */
export function createCdnDestination(urls: readonly string[], token: string | undefined): Destination {
  return async ({ payload }) => {
    const { tags } = payloadSchema.parse(payload);
    // A page with too many tags for a header has only `manyTagsTag`, and may have any of these.
    const keys = tags.includes(everyPageTag) ? tags : [...tags, manyTagsTag];
    const headers = { "Surrogate-Key": keys.join(" "), ...(token && { Authorization: `Bearer ${token}` }) };
    const purge = async (url: string) => {
      const request = new Request(url, { method: "PURGE", headers });
      return readResult(await httpFetch(request, { signal: AbortSignal.timeout(timeoutMs) }));
    };
    const results = await Promise.all(urls.map(purge));
    return results.find(({ status }) => status === "retry") ?? { status: "delivered" };
  };
}
