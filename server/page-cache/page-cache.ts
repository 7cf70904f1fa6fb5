import { LRUCache } from "lru-cache";
import type { Caller } from "#app/services/api/contract/caller.ts";
import { createStaleCache, type Load, type ServedValue } from "#app/services/runtime/stale-cache.ts";

/** Times in milliseconds. The options of `createStaleCache` explain them. */
export const defaultPageCacheTimes = {
  staleWhileRevalidate: 600_000,
  staleIfError: 24 * 60 * 60 * 1000,
  maxWait: 2000,
  retryDelay: 5000,
};

export type CacheablePage = {
  status: number;
  /** Memory of the page in bytes. */
  size: number;
  /** Tags for `purge`: the page's items and lists. */
  tags: readonly string[];
  /**
   * `public`: the page is cached. `shared`: it is sent to all requests that already wait for it. `private`: it is sent
   * to one visitor.
   */
  audience: "public" | "shared" | "private";
  /** Milliseconds for which the page is fresh. */
  maxAge: number;
};

/** Logs have the ids of the first caller that waits for a page; when the last one leaves, the render aborts. */
export type RenderOptions<Page> = { requester: Caller; signal: AbortSignal; previous: Page | undefined };

type Options<Page> = {
  render: (key: string, options: RenderOptions<Page>) => Promise<Page>;
  maxBytes: number;
  maxNotFound: number;
  times?: typeof defaultPageCacheTimes;
  now?: () => number;
  onRevalidation?: (outcome: "renewed" | "failed", key: string, error?: unknown) => void;
};

export type PageCache<Page extends CacheablePage> = ReturnType<typeof createPageCache<Page>>;

/**
 * Creates a cache that renders missing pages. A 404 is cached for a few seconds, but only from its second request on.
 * Responses with 404 have a separate cache, so that invented URLs don't evict pages.
 */
export function createPageCache<Page extends CacheablePage>({
  render,
  maxBytes,
  maxNotFound,
  times = defaultPageCacheTimes,
  now = () => performance.now(),
  onRevalidation,
}: Options<Page>) {
  const pages = createStaleCache<Page>({ ...times, maxBytes, now, onRevalidation, sizeOf: ({ size }) => size });
  const notFoundPages = new LRUCache<string, { page: Page; storedAt: number; maxAge: number }>({ max: maxNotFound });
  let purges = 0;

  function createLoad(key: string, getCaller: () => Caller): Load<Page> {
    return async ({ signal, previous }) => {
      const purgesBefore = purges;
      const page = await render(key, { requester: getCaller(), signal, previous });
      const { status, tags, audience, maxAge } = page;
      if (status >= 500) return { value: page, tags, maxAge, outcome: "failure" };
      // A 404 is fresh only from its second request on, because a single request may be a typing error.
      if (status === 404 && audience === "public" && purges === purgesBefore)
        notFoundPages.set(key, { page, storedAt: now(), maxAge: notFoundPages.has(key) ? maxAge : 0 });
      else notFoundPages.delete(key);
      return { value: page, tags, maxAge, outcome: audience === "public" && status === 200 ? "keep" : "drop" };
    };
  }

  function lookupNotFound(key: string): ServedValue<Page> | undefined {
    const entry = notFoundPages.get(key);
    if (!entry) return undefined;
    const age = now() - entry.storedAt;
    return age < entry.maxAge ? { value: entry.page, state: "fresh", age } : undefined;
  }

  return {
    /** Returns a cached page, and revalidates a stale one in the background for the requester. */
    lookup: (key: string, getCaller: () => Caller): ServedValue<Page> | undefined =>
      pages.lookup(key, createLoad(key, getCaller)) ?? lookupNotFound(key),

    /** Renders a page. Returns the old one if rendering fails or takes too long. */
    fetch: (key: string, requester: Caller): Promise<ServedValue<Page>> =>
      pages.fetch(
        key,
        createLoad(key, () => requester),
        requester.signal,
      ),

    /** Marks pages with these tags to be rendered again before they are served. The tag `all` matches every page. */
    purge(tags: readonly string[]): number {
      purges++;
      notFoundPages.clear();
      return pages.purge(tags);
    },

    /** Updates the size of a page, which grows with each encoding. */
    updateSize: pages.updateSize,

    size: () => ({ pages: pages.size().entries, bytes: pages.size().bytes, notFound: notFoundPages.size }),
  };
}
