import { createHash } from "node:crypto";
import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { cdnControlName, staleCdnCacheControl } from "../../app/services/runtime/http-cache.ts";
import { compress, decompress, isCompressible, type Encoding } from "../../app/services/runtime/compression.ts";
import type { CacheablePage } from "./page-cache.ts";

/** A response of the site, read to its end. */
export type BufferedResponse = {
  status: number;
  /** Tags for `purge`: the items and lists that the page shows. */
  tags: readonly string[];
  /** Milliseconds for which the page is fresh, if shorter than the default. */
  maxAge: number | undefined;
  /** Without `Set-Cookie` and `X-Request-Id`, which belong to one visitor. */
  headers: [name: string, value: string][];
  body: Buffer;
  audience: CacheablePage["audience"];
  /** Id of the request that the page was rendered for. */
  requestId: string;
};

/** The page in one encoding. `headers` are names and values in turn, as `writeHead` takes them. */
type Variant = {
  bytes: Buffer;
  etag: string | undefined;
  headers: readonly string[];
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

/** Estimate of the memory that headers and objects of a page take. */
const overheadBytes = 6 * 1024;

/**
 * A page as bytes that can be sent many times. Each encoding is made once, when it is first requested. The
 * uncompressed text is dropped after the first encoding: it takes five times as much memory, and few clients request
 * it.
 */
export class PageResponse implements CacheablePage {
  readonly status: number;
  readonly tags: readonly string[];
  readonly audience: CacheablePage["audience"];
  readonly maxAge: number | undefined;
  readonly requestId: string;
  readonly #headers: readonly [string, string][];
  readonly #isCompressible: boolean;
  readonly #digest: string;
  /** Whether the text has the request id. Error pages show it. */
  readonly #hasRequestId: boolean;
  readonly #variants: Map<Encoding, Promise<Variant> | Variant>;
  #text: Buffer | undefined;

  /** @param previous the page that this page replaces. If nothing has changed, its compressed bytes are used again. */
  constructor(source: BufferedResponse, previous?: PageResponse) {
    const { status, tags, maxAge, requestId, body, headers } = source;
    this.status = status;
    this.tags = tags;
    this.maxAge = maxAge;
    this.requestId = requestId;
    this.#headers = headers;
    const type = headers.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "";
    this.#isCompressible = body.length > 0 && isCompressible(type);
    this.#digest = createHash("sha256")
      .update(JSON.stringify([status, headers]))
      .update(body)
      .digest("base64url");
    this.#hasRequestId = body.includes(requestId);
    // A page that shows a request id must not be cached, whatever its headers say.
    this.audience = source.audience === "public" && status === 200 && this.#hasRequestId ? "shared" : source.audience;
    const isSame = previous !== undefined && previous.#digest === this.#digest;
    this.#variants = isSame ? previous.#variants : new Map();
    this.#text = isSame && previous.#text === undefined ? undefined : body;
  }

  get size(): number {
    let size = overheadBytes + (this.#text?.length ?? 0);
    for (const variant of this.#variants.values()) size += variant instanceof Promise ? 0 : variant.bytes.length;
    return size;
  }

  /** Returns "identity" for media types that compression doesn't make smaller. */
  chooseEncoding(acceptedEncoding: Encoding): Encoding {
    return this.#isCompressible ? acceptedEncoding : "identity";
  }

  /** Sends the page if its bytes in this encoding exist. @returns whether it was sent */
  sendNow(response: ServerResponse, encoding: Encoding, options: SendOptions): boolean {
    const variant = this.#variants.get(encoding);
    if (this.#hasRequestId || variant === undefined || variant instanceof Promise) return false;
    this.#write(response, variant, options);
    return true;
  }

  /** Sends the page, after encoding it if needed. */
  async send(response: ServerResponse, acceptedEncoding: Encoding, options: SendOptions): Promise<void> {
    const encoding = this.chooseEncoding(acceptedEncoding);
    const variant = this.#hasRequestId
      ? await this.#withRequestId(encoding, options.requestId)
      : await this.#variant(encoding);
    if (!response.destroyed) this.#write(response, variant, options);
  }

  #write(response: ServerResponse, variant: Variant, options: SendOptions): void {
    const { requestId, ageSeconds, isStale, isHead, ifNoneMatch } = options;
    const isNotModified =
      ifNoneMatch !== undefined && variant.etag !== undefined && matchesEtag(ifNoneMatch, variant.etag);
    const headers = isNotModified ? [...this.#headers.flat(), "ETag", variant.etag!] : variant.headers;
    const extraHeaders = ["X-Request-Id", requestId, "Age", String(ageSeconds)];
    const sentHeaders = isStale ? replaceHeader(headers, cdnControlName, staleCdnCacheControl) : headers;
    response.writeHead(isNotModified ? 304 : this.status, [...sentHeaders, ...extraHeaders]);
    sendBytes(response, isNotModified || isHead ? undefined : variant.bytes);
  }

  /** Encodes the page before a client requests it. */
  async prepare(acceptedEncoding: Encoding): Promise<void> {
    await this.#variant(this.chooseEncoding(acceptedEncoding));
  }

  async #variant(encoding: Encoding): Promise<Variant> {
    const existingVariant = this.#variants.get(encoding);
    if (existingVariant) return existingVariant;
    const pendingVariant = this.#encode(encoding);
    this.#variants.set(encoding, pendingVariant);
    try {
      const variant = await pendingVariant;
      this.#variants.set(encoding, variant);
      this.#text = undefined;
      return variant;
    } catch (error) {
      this.#variants.delete(encoding);
      throw error;
    }
  }

  async #encode(encoding: Encoding): Promise<Variant> {
    return this.#createVariant(await compress(await this.#readText(), encoding), encoding);
  }

  /** Returns the text, decompressed from a variant if it was dropped. */
  #readText(): Buffer | Promise<Buffer> {
    if (this.#text) return this.#text;
    for (const [encoding, variant] of this.#variants) {
      if (!(variant instanceof Promise)) return decompress(variant.bytes, encoding);
    }
    throw new Error("a page without bytes");
  }

  /** Encodes the page with the id of another request. */
  async #withRequestId(encoding: Encoding, requestId: string): Promise<Variant> {
    // Ids of proxies have other lengths. Latin-1 keeps all bytes.
    const text = this.#text!.toString("latin1").replaceAll(this.requestId, requestId);
    return this.#createVariant(await compress(Buffer.from(text, "latin1"), encoding), encoding);
  }

  #createVariant(bytes: Buffer, encoding: Encoding): Variant {
    const isCacheable = this.status === 200;
    const etag = isCacheable ? `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"` : undefined;
    const extraHeaders: [string, string][] = [["Content-Length", String(bytes.length)]];
    if (etag) extraHeaders.push(["ETag", etag]);
    if (encoding !== "identity") extraHeaders.push(["Content-Encoding", encoding]);
    return { bytes, etag, headers: [...this.#headers, ...extraHeaders].flat() };
  }
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

/** Ends a response with these bytes. */
export function sendBytes(response: ServerResponse, bytes: Buffer | undefined): void {
  if (bytes === undefined || bytes.length <= maxBytesAtOnce) response.end(bytes);
  else Readable.from(splitIntoChunks(bytes), { objectMode: false }).pipe(response);
}

function* splitIntoChunks(bytes: Buffer): Iterable<Buffer> {
  for (let start = 0; start < bytes.length; start += chunkBytes) yield bytes.subarray(start, start + chunkBytes);
}
