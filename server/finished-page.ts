import { createHash } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { PageSource } from "../app/platform/page-source.ts";
import { compress, isCompressible, type Encoding } from "./compression.ts";
import type { CacheablePage } from "./page-cache.ts";
import { improveLater } from "./improvement.ts";
import { PreparedHead } from "./prepared-head.ts";

/** An answer of the site, read to its end. */
export type Answer = PageSource & {
  status: number;
  /** Without `Set-Cookie` and `X-Request-Id`, which are nobody else's. */
  headers: [name: string, value: string][];
  body: Buffer;
  audience: CacheablePage["audience"];
  /** The request that it was made for. */
  requestId: string;
};

/** Bytes of a page in one encoding, with their heads. */
type Variant = {
  bytes: Buffer;
  etag: string | undefined;
  head: PreparedHead;
  notModified: PreparedHead;
  servings: number;
};

/** What a request gets of a page. */
export type Serving = { requestId: string; ageSeconds: number; isHead: boolean; ifNoneMatch: string | undefined };

/** Servings after which it pays to compress a page as far as it goes. */
const popular = 32;

/** An answer as bytes that can be sent to many: in every encoding that was asked for, each made once. */
export class FinishedPage implements CacheablePage {
  readonly status: number;
  readonly size: number;
  readonly tags: readonly string[];
  readonly audience: CacheablePage["audience"];
  readonly freshFor: number | undefined;
  readonly route: string;
  readonly requestId: string;
  readonly #body: Buffer;
  readonly #headers: readonly [string, string][];
  /** Where the id of the request that it was made for stands in the bytes: error pages show it. */
  readonly #idAt: number[];
  readonly #variants: Map<Encoding, Promise<Variant> | Variant>;

  /** @param previous the page before: where nothing has changed, its compressed bytes are taken over */
  constructor(answer: Answer, previous?: FinishedPage) {
    const { status, tags, freshFor, route, requestId, body, headers } = answer;
    this.status = status;
    this.tags = tags;
    this.freshFor = freshFor;
    this.route = route;
    this.requestId = requestId;
    this.#body = body;
    this.#headers = headers;
    this.#idAt = positionsOf(requestId, body);
    // A page of one visitor's must never be another's, whatever its headers say.
    this.audience =
      answer.audience === "public" && status === 200 && this.#idAt.length > 0 ? "shared" : answer.audience;
    // Both encodings of a text together take less than half of it.
    this.size = Math.ceil(body.length * 1.5) + 2048;
    const isSame =
      previous?.status === status && previous.#body.equals(body) && sameHeaders(previous.#headers, headers);
    this.#variants = isSame ? previous.#variants : new Map();
  }

  /** The encoding that a client gets which accepts this one: what doesn't get smaller isn't compressed. */
  encodingFor(accepted: Encoding): Encoding {
    const type = this.#headers.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "";
    return this.#body.length > 0 && isCompressible(type) ? accepted : "identity";
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
    (isKnown ? variant.notModified : variant.head).put(response, requestId, ageSeconds);
    response.end(isKnown || isHead ? undefined : variant.bytes);
    if (encoding !== "identity" && ++variant.servings === popular) {
      improveLater(() => this.#improve(encoding, variant));
    }
  }

  async #variant(encoding: Encoding): Promise<Variant> {
    const kept = this.#variants.get(encoding);
    if (kept) return kept;
    const made = compress(this.#body, encoding).then((bytes) => this.#describe(bytes, encoding));
    this.#variants.set(encoding, made);
    try {
      const variant = await made;
      this.#variants.set(encoding, variant);
      return variant;
    } catch (error) {
      this.#variants.delete(encoding);
      throw error;
    }
  }

  /** The bytes with another request's id in place of the one that it was made for. */
  async #personal(encoding: Encoding, requestId: string): Promise<Variant> {
    const body = Buffer.from(this.#body);
    for (const position of this.#idAt) body.write(requestId, position, "latin1");
    return this.#describe(await compress(body, encoding), encoding);
  }

  async #improve(encoding: Encoding, variant: Variant): Promise<void> {
    const bytes = await compress(this.#body, encoding, "thorough");
    if (this.#variants.get(encoding) === variant) {
      this.#variants.set(encoding, { ...this.#describe(bytes, encoding), servings: popular });
    }
  }

  #describe(bytes: Buffer, encoding: Encoding): Variant {
    const isKept = this.status === 200;
    const etag = isKept ? `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"` : undefined;
    const common: [string, string][] = etag ? [...this.#headers, ["ETag", etag]] : [...this.#headers];
    const own: [string, string][] = [["Content-Length", String(bytes.length)]];
    if (encoding !== "identity") own.push(["Content-Encoding", encoding]);
    const head = new PreparedHead(this.status, [...common, ...own]);
    return { bytes, etag, head, notModified: new PreparedHead(304, common), servings: 0 };
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

function sameHeaders(one: readonly [string, string][], other: readonly [string, string][]): boolean {
  return (
    one.length === other.length && one.every(([name, value], at) => other[at]![0] === name && other[at]![1] === value)
  );
}
