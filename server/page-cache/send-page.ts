import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { getDataCacheControl, hasDataDirective, staleCacheControl } from "#app/services/runtime/web/http-cache.ts";

/** A page in one encoding. Headers alternate names and values, as for `writeHead`. */
export type SentPage = {
  status: number;
  headers: readonly string[];
  bytes: Buffer;
  /** `undefined` unless the status is 200. */
  etag: string | undefined;
  /** Headers of a 304. */
  notModifiedHeaders: readonly string[];
};

export type SendOptions = {
  requestId: string;
  ageSeconds: number;
  /** Whether the page is older than its freshness lifetime, or was purged. */
  isStale: boolean;
  isHead: boolean;
  ifNoneMatch: string | undefined;
};

/** Size of the chunks by which a slow client's progress is measured. */
const chunkBytes = 64 * 1024;

/** Maximum bytes for a single write, which takes a third of the time of chunks. Pages have at most 80 KB. */
const maxBytesAtOnce = 128 * 1024;

export function sendPage(response: ServerResponse, page: SentPage, options: SendOptions): void {
  const { requestId, ageSeconds, isStale, isHead, ifNoneMatch } = options;
  const isNotModified = page.etag !== undefined && ifNoneMatch !== undefined && matchesEtag(ifNoneMatch, page.etag);
  const headers = isNotModified ? page.notModifiedHeaders : page.headers;
  const isStaleData = isStale && headers.some(hasDataDirective);
  const cacheControl = isStaleData ? getDataCacheControl(staleCacheControl) : staleCacheControl;
  const sentHeaders = isStale ? replaceHeader(headers, "cache-control", cacheControl) : headers;
  // A fresh page has no Age header, because a new render would be equal. Data has none either, because the header
  // would prevent a browser from keeping the data.
  const age = isStale && !isStaleData ? ["Age", String(ageSeconds)] : [];
  response.writeHead(isNotModified ? 304 : page.status, [...sentHeaders, ...age, "X-Request-Id", requestId]);
  sendBytes(response, isNotModified || isHead ? undefined : page.bytes);
}

/** Whether `If-None-Match` is `*`, or contains this ETag, perhaps in its weak form (RFC 9110). */
function matchesEtag(ifNoneMatch: string, etag: string): boolean {
  return ifNoneMatch.includes(etag) || ifNoneMatch.trim() === "*";
}

/** Replaces a header's value in a list that alternates names and values. */
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
