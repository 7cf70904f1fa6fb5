import {
  everyPageTag,
  isCdnTag,
  manyTagsTag,
  cdnControlName,
  getCdnCacheControl,
} from "../../app/services/runtime/http-cache.ts";
import type { Environment } from "../../app/services/runtime/environment.ts";
import type { BufferedResponse } from "./page-response.ts";

/** Varnish accepts 8 KB by default for one header, and nginx in front of a node 16 KB for all. */
const maxTagsBytes = 6 * 1024;

/** A page that a CDN must not keep is returned unchanged. */
export type AddCdnHeaders = (page: BufferedResponse) => BufferedResponse;

/** `undefined` without `CDN_TAGS`. */
export function createCdnHeaders(
  environment: Pick<Environment, "CDN_TAGS" | "CDN_PURGE_URL" | "API_BASE_URL" | "PURGE_SECRET">,
): AddCdnHeaders | undefined {
  const { CDN_TAGS, CDN_PURGE_URL, API_BASE_URL, PURGE_SECRET } = environment;
  if (!CDN_TAGS) return undefined;
  // Without PURGE_SECRET the site doesn't learn that the owner's system has changed a page.
  const isPurged = CDN_PURGE_URL !== undefined && (API_BASE_URL === undefined || PURGE_SECRET !== undefined);
  return (page) => {
    const { status, audience, tags, maxAge, headers, body, requestId } = page;
    const control = headers.find(([name]) => name.toLowerCase() === "cache-control")?.[1];
    // A page that shows the id of its request isn't for others, whatever its headers say.
    if (status !== 200 || audience !== "public" || control === undefined || body.includes(requestId)) return page;
    const cdnHeaders: [string, string][] = [
      ["Surrogate-Key", formatTags(tags)],
      [cdnControlName, getCdnCacheControl(control, maxAge, isPurged)],
      // Otherwise nginx between the CDN and the node would send the CDN copies from before a purge.
      ["X-Accel-Expires", "0"],
    ];
    return { ...page, headers: [...headers, ...cdnHeaders] };
  };
}

function formatTags(tags: readonly string[]): string {
  const text = [everyPageTag, ...tags.filter(isCdnTag)].join(" ");
  return text.length <= maxTagsBytes ? text : [everyPageTag, manyTagsTag].join(" ");
}
