import type { IncomingMessage } from "node:http";
import type { PageTags } from "#app/http/page-tags.ts";
import type { RequestFacts } from "#app/http/request-context.ts";
import type { FairQueue } from "#app/services/runtime/fair-queue.ts";
import type { Log } from "#app/services/runtime/log.ts";
import { getGauge } from "#app/services/runtime/metrics.ts";
import type { ServedValue } from "#app/services/runtime/stale-cache.ts";
import { waitForTurn } from "#app/services/runtime/turns.ts";
import { readPageLifetime } from "#app/services/runtime/web/http-cache.ts";
import type { Exchange } from "./exchange.ts";
import { createPageCache, type CacheablePage, type PageCache, type RenderOptions } from "./page-cache.ts";
import { PageResponse, type BufferedResponse } from "./page-response.ts";
import { renewals, staleAges } from "./request-metrics.ts";
import type { SendOptions } from "./send-page.ts";

const maxNotFound = 200;

/** Renders a response, and adds the tags of its items and lists to `tags`. */
export type RenderPage = (request: Request, tags: PageTags, facts: RequestFacts) => Promise<Response>;

type Options = {
  site: { render: RenderPage };
  /** `SITE_URL`. If it isn't set, pages are rendered for a nonexistent host, so that they don't depend on Host. */
  origin: string | undefined;
  headers: Readonly<Record<string, string>>;
  log: Log;
  maxBytes: number;
  renders: FairQueue;
};

export type SharedPages = PageCache<PageResponse>;

/** Creates the cache of shared pages. Each is rendered without a visitor's data, so that every visitor may get it. */
export function createSharedPages(options: Options): SharedPages {
  const { site, origin, headers, log, maxBytes, renders } = options;

  async function render(
    key: string,
    { requester, signal, previous }: RenderOptions<PageResponse>,
  ): Promise<PageResponse> {
    const { requestId, network } = requester;
    const request = new Request((origin ?? "http://site.invalid") + key, { signal });
    const facts = { ...requester, address: "unknown", signal };
    const tags: PageTags = new Set();
    const renderInTurn = async () => {
      await waitForTurn(network, signal);
      return site.render(request, tags, facts);
    };
    const web = await renders.run(network, renderInTurn, signal);
    const page = await bufferResponse(web, tags, headers, requestId);
    return new PageResponse(page, previous);
  }
  const cache = createPageCache<PageResponse>({
    render,
    maxBytes,
    maxNotFound,
    onRevalidation(outcome, key, error) {
      renewals.inc({ outcome });
      if (outcome === "failed")
        log.warn({ page: key.split("?")[0], err: error }, "stale page served, because revalidation failed");
    },
  });
  exposeSize(cache);
  return cache;
}

export function createSendOptions(
  request: IncomingMessage,
  { requestId }: Exchange,
  { age, state }: ServedValue<unknown>,
): SendOptions {
  return {
    requestId,
    ageSeconds: Math.floor(age / 1000),
    isStale: state === "stale",
    isHead: request.method === "HEAD",
    ifNoneMatch: request.headers["if-none-match"],
  };
}

export function recordServed(exchange: Exchange, { value, state, age }: ServedValue<PageResponse>): void {
  exchange.route = "page";
  exchange.cache = state;
  if (state === "stale") staleAges.observe(age / 1000);
  if (state === "new" && value.requestId !== exchange.requestId) exchange.madeFor = value.requestId;
}

/** Buffers a response, and adds the `headers` that it doesn't have itself. */
async function bufferResponse(
  web: Response,
  tags: PageTags,
  headers: Readonly<Record<string, string>>,
  requestId: string,
): Promise<BufferedResponse> {
  const audience = readAudience(web.headers);
  const mergedHeaders = new Map(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [name, value]] as const),
  );
  for (const [name, value] of web.headers) {
    if (name !== "set-cookie" && name !== "x-request-id") mergedHeaders.set(name, [name, value]);
  }
  const vary = mergedHeaders.get("vary")?.[1];
  mergedHeaders.set("vary", ["Vary", vary ? `${vary}, Accept-Encoding` : "Accept-Encoding"]);
  const body = Buffer.from(await web.arrayBuffer());
  return {
    tags: [...tags],
    maxAge: readPageLifetime(web.headers.get("Cache-Control") ?? ""),
    status: web.status,
    headers: [...mergedHeaders.values()].map(([name, value]) => [name, value]),
    body,
    audience,
    requestId,
  };
}

/** Headers by which pages may vary: the key covers login and language, and the cache encodes pages itself. */
const knownVaryNames = ["cookie", "accept-language", "accept-encoding"];

/**
 * Reads from a response's headers who may get it. Without `public` or `private` in Cache-Control, it is shared only
 * with requests that already wait for it.
 */
function readAudience(headers: Headers): CacheablePage["audience"] {
  const control = headers.get("Cache-Control") ?? "";
  const varyNames = (headers.get("Vary") ?? "")
    .toLowerCase()
    .split(",")
    .map((name) => name.trim());
  const isKnown = varyNames.every((name) => name === "" || knownVaryNames.includes(name));
  if (!isKnown || headers.has("Set-Cookie") || /\bprivate\b/.test(control)) return "private";
  return /\bpublic\b/.test(control) ? "public" : "shared";
}

function exposeSize(cache: PageCache<PageResponse>): void {
  // Prometheus collects the gauges in any order, so each reads the size.
  getGauge({
    name: "page_cache_pages",
    help: "Number of pages in the page cache",
    collect() {
      this.set(cache.size().pages);
    },
  });
  getGauge({
    name: "page_cache_bytes",
    help: "Estimated memory of the page cache in bytes",
    collect() {
      this.set(cache.size().bytes);
    },
  });
}
