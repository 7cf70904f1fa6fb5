import type { Log } from "../app/platform/log.ts";
import { gauge, type Gauge } from "../app/platform/metrics.ts";
import type { FairQueue } from "../app/platform/fair-queue.ts";
import { emptySource, type PageSource } from "../app/platform/page-source.ts";
import { FinishedPage, type Answer } from "./finished-page.ts";
import { createPageCache, type CacheablePage, type PageCache, type RenderOptions } from "./page-cache.ts";
import { renewals } from "./request-metrics.ts";
import type { Site } from "./site-build.ts";

/** 404s in memory. */
const maxNotFound = 200;

type Options = {
  site: Site;
  /** `SITE_URL`; without it a name that leads nowhere, since what is shared must not depend on a visitor's Host. */
  origin: string | undefined;
  /** Headers of every answer. */
  headers: Readonly<Record<string, string>>;
  log: Log;
  /** Bytes of pages in memory. */
  maxBytes: number;
  /** In which pages are made. */
  renders: FairQueue;
};

export type SharedPages = PageCache<FinishedPage> & {
  /** Pattern of a page that is being made, as far as it is known. */
  routeOf(key: string): string | undefined;
};

/** The page cache, filled from the site by requests that carry nothing of any visitor's. */
export function createSharedPages({ site, origin, headers, log, maxBytes, renders }: Options): SharedPages {
  /** What is known of the pages that are being made. */
  const sources = new Map<string, PageSource>();

  async function render(key: string, { asker, signal, previous }: RenderOptions<FinishedPage>): Promise<FinishedPage> {
    const { requestId, sender } = asker;
    const request = new Request((origin ?? "http://site.invalid") + key, { signal });
    // Nothing of a page that is shared may depend on who asks.
    const facts = { id: requestId, clientAddress: "unknown", signal };
    const source = emptySource();
    sources.set(key, source);
    try {
      const web = await renders.run(sender, () => site.handle(request, source, facts), signal);
      return new FinishedPage(await readAnswer(web, source, headers, requestId), previous);
    } finally {
      if (sources.get(key) === source) sources.delete(key);
    }
  }
  const cache = createPageCache<FinishedPage>({
    render,
    maxBytes,
    maxNotFound,
    onRenewal(outcome, key, error) {
      renewals.inc({ outcome });
      if (outcome === "failed") log.warn({ page: key.split("?")[0], err: error }, "page served stale: renewing failed");
    },
  });
  measure(cache);
  return { ...cache, routeOf: (key) => sources.get(key)?.route };
}

/** Reads an answer to its end, `headers` beneath its own. */
async function readAnswer(
  web: Response,
  source: PageSource,
  headers: Readonly<Record<string, string>>,
  requestId: string,
): Promise<Answer> {
  const audience = audienceOf(web.headers);
  const merged = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [name, value]] as const));
  for (const [name, value] of web.headers) {
    if (name !== "set-cookie" && name !== "x-request-id") merged.set(name, [name, value]);
  }
  const vary = merged.get("vary")?.[1];
  merged.set("vary", ["Vary", vary ? `${vary}, Accept-Encoding` : "Accept-Encoding"]);
  const body = Buffer.from(await web.arrayBuffer());
  return {
    ...source,
    tags: [...source.tags],
    status: web.status,
    headers: [...merged.values()].map(([name, value]) => [name, value]),
    body,
    audience,
    requestId,
  };
}

/** By `Cache-Control` and cookies: what says nothing is for those who wait for it now. */
function audienceOf(headers: Headers): CacheablePage["audience"] {
  const control = headers.get("Cache-Control") ?? "";
  if (headers.has("Set-Cookie") || /\bprivate\b/.test(control)) return "private";
  return /\bpublic\b/.test(control) ? "public" : "shared";
}

function measure(cache: PageCache<FinishedPage>): void {
  // Each reads for itself: nothing says in which order they are asked.
  const pages: Gauge = gauge({
    name: "page_cache_pages",
    help: "Pages in memory",
    collect: () => pages.set(cache.size().pages),
  });
  const bytes: Gauge = gauge({
    name: "page_cache_bytes",
    help: "Memory of the pages, as it is counted against its bound",
    collect: () => bytes.set(cache.size().bytes),
  });
}
