import { createHash } from "node:crypto";
import type { ServerResponse } from "node:http";
import { compress, decompress, isCompressible, type Encoding } from "./compression.ts";
import type { CacheablePage } from "./page-cache.ts";
import { improveLater } from "./improvement.ts";
import { sendBytes } from "./send-bytes.ts";

/** An answer of the site, read to its end. */
export type Answer = {
  status: number;
  /** What it shows, as `purge` names it. */
  tags: readonly string[];
  /** Milliseconds for which it is fresh, where it is less than any other's. */
  freshFor: number | undefined;
  /** Pattern of its address, for the metrics. */
  route: string;
  /** Without `Set-Cookie` and `X-Request-Id`, which are nobody else's. */
  headers: [name: string, value: string][];
  body: Buffer;
  audience: CacheablePage["audience"];
  /** The request that it was made for. */
  requestId: string;
};

/** Bytes of a page in one encoding, with their headers: names and values in turn, as `writeHead` takes them. */
type Variant = {
  bytes: Buffer;
  etag: string | undefined;
  headers: readonly string[];
  servings: number;
};

/** What a request gets of a page. */
export type Serving = { requestId: string; ageSeconds: number; isHead: boolean; ifNoneMatch: string | undefined };

/** Servings after which it pays to compress a page as far as it goes. */
const popular = 16;

/** Bytes that a page takes beside its text: headers, and what they are put together to. */
const overhead = 6 * 1024;

/**
 * An answer as bytes that can be sent to many, in every encoding that was asked for, each made once. The text itself is
 * kept only until there is one: it takes five times the memory of its compressed bytes, and nearly nobody asks for it.
 */
export class FinishedPage implements CacheablePage {
  readonly status: number;
  readonly tags: readonly string[];
  readonly audience: CacheablePage["audience"];
  readonly freshFor: number | undefined;
  readonly route: string;
  readonly requestId: string;
  readonly #headers: readonly [string, string][];
  readonly #isCompressible: boolean;
  readonly #digest: string;
  /** Where the id of the request that it was made for stands in the text: error pages show it. */
  readonly #idAt: number[];
  readonly #variants: Map<Encoding, Promise<Variant> | Variant>;
  #text: Buffer | undefined;

  /** @param previous the page before: where nothing has changed, its compressed bytes are taken over */
  constructor(answer: Answer, previous?: FinishedPage) {
    const { status, tags, freshFor, route, requestId, body, headers } = answer;
    this.status = status;
    this.tags = tags;
    this.freshFor = freshFor;
    this.route = route;
    this.requestId = requestId;
    this.#headers = headers;
    const type = headers.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "";
    this.#isCompressible = body.length > 0 && isCompressible(type);
    this.#digest = createHash("sha256")
      .update(JSON.stringify([status, headers]))
      .update(body)
      .digest("base64url");
    this.#idAt = positionsOf(requestId, body);
    // A page of one visitor's must never be another's, whatever its headers say.
    this.audience =
      answer.audience === "public" && status === 200 && this.#idAt.length > 0 ? "shared" : answer.audience;
    const isSame = previous !== undefined && previous.#digest === this.#digest;
    this.#variants = isSame ? previous.#variants : new Map();
    this.#text = isSame && previous.#text === undefined ? undefined : body;
  }

  get size(): number {
    let size = overhead + (this.#text?.length ?? 0);
    for (const variant of this.#variants.values()) size += variant instanceof Promise ? 0 : variant.bytes.length;
    return size;
  }

  /** The encoding that a client gets which accepts this one: what doesn't get smaller isn't compressed. */
  encodingFor(accepted: Encoding): Encoding {
    return this.#isCompressible ? accepted : "identity";
  }

  /** Sends it at once; `false` where its bytes in this encoding have still to be made. */
  sendNow(response: ServerResponse, encoding: Encoding, serving: Serving): boolean {
    const variant = this.#variants.get(encoding);
    if (this.#idAt.length > 0 || variant === undefined || variant instanceof Promise) return false;
    this.#write(response, encoding, variant, serving);
    return true;
  }

  /** Sends it, its bytes made first where need be. */
  async send(response: ServerResponse, accepted: Encoding, serving: Serving): Promise<void> {
    const encoding = this.encodingFor(accepted);
    const variant =
      this.#idAt.length > 0 ? await this.#personal(encoding, serving.requestId) : await this.#variant(encoding);
    if (!response.destroyed) this.#write(response, encoding, variant, serving);
  }

  #write(response: ServerResponse, encoding: Encoding, variant: Variant, serving: Serving): void {
    const { requestId, ageSeconds, isHead, ifNoneMatch } = serving;
    const isKnown = ifNoneMatch !== undefined && variant.etag !== undefined && names(ifNoneMatch, variant.etag);
    const headers = isKnown ? [...this.#headers.flat(), "ETag", variant.etag!] : variant.headers;
    const own = ["X-Request-Id", requestId, "Age", String(ageSeconds)];
    response.writeHead(isKnown ? 304 : this.status, [...headers, ...own]);
    sendBytes(response, isKnown || isHead ? undefined : variant.bytes);
    if (encoding !== "identity" && ++variant.servings === popular) {
      improveLater(() => this.#improve(encoding, variant));
    }
  }

  async #variant(encoding: Encoding): Promise<Variant> {
    const kept = this.#variants.get(encoding);
    if (kept) return kept;
    const made = this.#make(encoding, "quick");
    this.#variants.set(encoding, made);
    try {
      const variant = await made;
      this.#variants.set(encoding, variant);
      this.#text = undefined;
      return variant;
    } catch (error) {
      this.#variants.delete(encoding);
      throw error;
    }
  }

  async #make(encoding: Encoding, effort: "quick" | "thorough"): Promise<Variant> {
    return this.#describe(await compress(await this.#source(), encoding, effort), encoding);
  }

  /** The text, from what is kept of it. */
  #source(): Buffer | Promise<Buffer> {
    if (this.#text) return this.#text;
    for (const [encoding, variant] of this.#variants) {
      if (!(variant instanceof Promise)) return decompress(variant.bytes, encoding);
    }
    throw new Error("a page without bytes");
  }

  /** The bytes with another request's id in place of the one that it was made for. */
  async #personal(encoding: Encoding, requestId: string): Promise<Variant> {
    const text = Buffer.from(this.#text!);
    for (const position of this.#idAt) text.write(requestId, position, "latin1");
    return this.#describe(await compress(text, encoding), encoding);
  }

  async #improve(encoding: Encoding, variant: Variant): Promise<void> {
    const better = await this.#make(encoding, "thorough");
    if (this.#variants.get(encoding) === variant) this.#variants.set(encoding, { ...better, servings: popular });
  }

  #describe(bytes: Buffer, encoding: Encoding): Variant {
    const isKept = this.status === 200;
    const etag = isKept ? `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"` : undefined;
    const own: [string, string][] = [["Content-Length", String(bytes.length)]];
    if (etag) own.push(["ETag", etag]);
    if (encoding !== "identity") own.push(["Content-Encoding", encoding]);
    return { bytes, etag, headers: [...this.#headers, ...own].flat(), servings: 0 };
  }
}

/** Whether an `If-None-Match` names a tag: `*`, or a list; a weak one counts as its strong twin. */
function names(ifNoneMatch: string, etag: string): boolean {
  return ifNoneMatch === etag || ifNoneMatch.includes(etag) || ifNoneMatch.trim() === "*";
}

function positionsOf(text: string, body: Buffer): number[] {
  const positions: number[] = [];
  for (let at = body.indexOf(text); at >= 0; at = body.indexOf(text, at + text.length)) positions.push(at);
  return positions;
}
