import { createHash } from "node:crypto";
import type { ServerResponse } from "node:http";
import { compress, decompress, isCompressible, type Encoding } from "#app/services/runtime/web/compression.ts";
import type { CacheablePage } from "./page-cache.ts";
import { sendPage, type SendOptions, type SentPage } from "./send-page.ts";

export type BufferedResponse = {
  status: number;
  tags: readonly string[];
  /** Milliseconds for which the page is fresh. */
  maxAge: number;
  /** Headers except the visitor's `Set-Cookie` and `X-Request-Id`. */
  headers: [name: string, value: string][];
  body: Buffer;
  audience: CacheablePage["audience"];
  requestId: string;
};

/** Estimated memory of a page's headers and objects. */
const overheadBytes = 6 * 1024;

/**
 * A page in memory. Each encoding is created when it is first requested. After that the text, which is five times as
 * large, is dropped.
 */
export class PageResponse implements CacheablePage {
  readonly status: number;
  readonly tags: readonly string[];
  readonly audience: CacheablePage["audience"];
  readonly maxAge: number;
  readonly requestId: string;
  readonly #headers: readonly [string, string][];
  readonly #isCompressible: boolean;
  readonly #digest: string;
  /** Whether the text contains the request id (error pages). */
  readonly #hasRequestId: boolean;
  /** The page's requested encodings, perhaps still promises. */
  readonly #encodedPages: Map<Encoding, Promise<SentPage> | SentPage>;
  #text: Buffer | undefined;

  /** @param previous the page that this one replaces; if nothing has changed, its encodings are reused */
  constructor(source: BufferedResponse, previous?: PageResponse) {
    const { status, tags, maxAge, requestId, body, headers, audience } = source;
    this.status = status;
    this.tags = tags;
    this.maxAge = maxAge;
    this.requestId = requestId;
    this.#headers = headers;
    const type = headers.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "";
    this.#isCompressible = body.length > 0 && isCompressible(type);
    this.#digest = hash(JSON.stringify([status, headers]), body);
    this.#hasRequestId = body.includes(requestId);
    // A page with a request id is never cached, whatever its headers.
    this.audience = audience === "public" && status === 200 && this.#hasRequestId ? "shared" : audience;
    const isSame = previous !== undefined && previous.#digest === this.#digest;
    this.#encodedPages = isSame ? previous.#encodedPages : new Map();
    this.#text = isSame && previous.#text === undefined ? undefined : body;
  }

  get size(): number {
    let size = overheadBytes + (this.#text?.length ?? 0);
    for (const page of this.#encodedPages.values()) size += page instanceof Promise ? 0 : page.bytes.length;
    return size;
  }

  chooseEncoding(acceptedEncoding: Encoding): Encoding {
    return this.#isCompressible ? acceptedEncoding : "identity";
  }

  /** Sends the page if its bytes in this encoding exist and contain no request id. @returns whether it was sent */
  sendNow(response: ServerResponse, encoding: Encoding, options: SendOptions): boolean {
    const page = this.#encodedPages.get(encoding);
    if (this.#hasRequestId || page === undefined || page instanceof Promise) return false;
    sendPage(response, page, options);
    return true;
  }

  async send(response: ServerResponse, acceptedEncoding: Encoding, options: SendOptions): Promise<void> {
    const encoding = this.chooseEncoding(acceptedEncoding);
    const page = this.#hasRequestId
      ? await this.#encodeWithRequestId(encoding, options.requestId)
      : await this.#getEncoded(encoding);
    if (!response.destroyed) sendPage(response, page, options);
  }

  async prepare(acceptedEncoding: Encoding): Promise<void> {
    await this.#getEncoded(this.chooseEncoding(acceptedEncoding));
  }

  /** Encodes the page only once per encoding, even for concurrent requests. */
  async #getEncoded(encoding: Encoding): Promise<SentPage> {
    const existingPage = this.#encodedPages.get(encoding);
    if (existingPage) return existingPage;
    const pendingPage = this.#encode(encoding);
    this.#encodedPages.set(encoding, pendingPage);
    try {
      const page = await pendingPage;
      this.#encodedPages.set(encoding, page);
      this.#text = undefined;
      return page;
    } catch (error) {
      this.#encodedPages.delete(encoding);
      throw error;
    }
  }

  async #encode(encoding: Encoding): Promise<SentPage> {
    return this.#addHeaders(await compress(await this.#readText(), encoding), encoding);
  }

  #readText(): Buffer | Promise<Buffer> {
    if (this.#text) return this.#text;
    for (const [encoding, page] of this.#encodedPages) {
      if (!(page instanceof Promise)) return decompress(page.bytes, encoding);
    }
    throw new Error("the page has neither its text nor an encoded copy");
  }

  async #encodeWithRequestId(encoding: Encoding, requestId: string): Promise<SentPage> {
    // Replaces the id in a string, because an id from a proxy may have another length. Latin-1 keeps all other bytes.
    const text = this.#text!.toString("latin1").replaceAll(this.requestId, requestId);
    return this.#addHeaders(await compress(Buffer.from(text, "latin1"), encoding), encoding);
  }

  #addHeaders(bytes: Buffer, encoding: Encoding): SentPage {
    const etag = this.status === 200 ? `"${hash(bytes).slice(0, 22)}"` : undefined;
    const notModifiedHeaders = [...this.#headers.flat(), ...(etag ? ["ETag", etag] : [])];
    const headers = [...notModifiedHeaders, "Content-Length", String(bytes.length)];
    if (encoding !== "identity") headers.push("Content-Encoding", encoding);
    return { status: this.status, headers, bytes, etag, notModifiedHeaders };
  }
}

function hash(...parts: readonly (string | Buffer)[]): string {
  const sha256 = createHash("sha256");
  for (const part of parts) sha256.update(part);
  return sha256.digest("base64url");
}
