import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { getDataCacheControl, isKeptForData, staleCacheControl } from "#app/services/runtime/web/http-cache.ts";

/** What is sent of a page in one encoding. Headers are names and values in turn, as `writeHead` takes them. */
export type SentPage = {
  status: number;
  headers: readonly string[];
  bytes: Buffer;
  /** Failures have none. */
  etag: string | undefined;
  /** The headers for a client that has these bytes already. */
  notModifiedHeaders: readonly string[];
};

export type SendOptions = {
  requestId: string;
  ageSeconds: number;
  /** Whether the page is older than its fresh time, or was purged. */
  isStale: boolean;
  isHead: boolean;
  ifNoneMatch: string | undefined;
};

/** Size of the chunks. What a slow client reads is noticed after each of them. */
const chunkBytes = 64 * 1024;

/** Up to this size a response is written at once, which takes a third of the time. Pages have at most 80 KB. */
const maxBytesAtOnce = 128 * 1024;

export function sendPage(response: ServerResponse, page: SentPage, options: SendOptions): void {
  const { requestId, ageSeconds, isStale, isHead, ifNoneMatch } = options;
  const isNotModified = page.etag !== undefined && ifNoneMatch !== undefined && matchesEtag(ifNoneMatch, page.etag);
  const headers = isNotModified ? page.notModifiedHeaders : page.headers;
  const isData = isStale && headers.some(isKeptForData);
  const cacheControl = isData ? getDataCacheControl(staleCacheControl) : staleCacheControl;
  const sentHeaders = isStale ? replaceHeader(headers, "cache-control", cacheControl) : headers;
  // A fresh page is what the site would render now, however long ago it was rendered.
  const age = isStale && !isData ? ["Age", String(ageSeconds)] : [];
  response.writeHead(isNotModified ? 304 : page.status, [...sentHeaders, ...age, "X-Request-Id", requestId]);
  sendBytes(response, isNotModified || isHead ? undefined : page.bytes);
}

/** Whether an `If-None-Match` header has this tag. `W/"tag"` matches `"tag"`, as RFC 9110 asks. */
function matchesEtag(ifNoneMatch: string, etag: string): boolean {
  return ifNoneMatch === etag || ifNoneMatch.includes(etag) || ifNoneMatch.trim() === "*";
}

/** Replaces the value of a header, if it is there, in a list of names and values in turn. */
function replaceHeader(headers: readonly string[], name: string, value: string): readonly string[] {
  const index = headers.indexOf(name);
  return index < 0 ? headers : headers.with(index + 1, value);
}

export function sendBytes(response: ServerResponse, bytes: Buffer | undefined): void {
  if (bytes === undefined || bytes.length <= maxBytesAtOnce) response.end(bytes);
  else Readable.from(splitIntoChunks(bytes), { objectMode: false }).pipe(response);
}

function* splitIntoChunks(bytes: Buffer): Iterable<Buffer> {
  for (let start = 0; start < bytes.length; start += chunkBytes) yield bytes.subarray(start, start + chunkBytes);
}
