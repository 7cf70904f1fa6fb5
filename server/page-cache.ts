import { LRUCache } from "lru-cache";
import { createStaleCache, type Load, type Served } from "../app/platform/stale-cache.ts";

/** Times of the page cache, in milliseconds. */
export type PageTimes = {
  /** For which a page is served without a look at anything. */
  fresh: number;
  /** After that: for which it is served at once while it is renewed. */
  staleWhileRevalidate: number;
  /** For which it is served where renewing fails. */
  staleIfError: number;
  /** For which a visitor waits for a page that is older than the second and not yet than the third. */
  maxWait: number;
  /** Between two tries to renew a page that couldn't be. */
  retry: number;
  notFound: number;
};

export const defaultTimes: PageTimes = {
  fresh: 60_000,
  staleWhileRevalidate: 600_000,
  staleIfError: 24 * 60 * 60 * 1000,
  maxWait: 2000,
  retry: 5000,
  notFound: 5000,
};

/** What is kept: whatever a page is to its maker, and what this cache must know of it. */
export type CacheablePage = {
  status: number;
  /** Memory that it takes, in bytes. */
  size: number;
  /** What it shows, as `purge` names it. */
  tags: readonly string[];
  /** `public` may be kept and shared, `shared` only by those who wait for it now, `private` by nobody. */
  audience: "public" | "shared" | "private";
  /** Milliseconds for which it is fresh, where it says so itself. */
  freshFor?: number | undefined;
};

/** Who asks for a page: the first who does is named in its log lines, and the last who leaves ends its making. */
export type Asker = {
  requestId: string;
  /** Whom the work counts for: see `senderOf`. */
  readonly sender: string;
  signal?: AbortSignal;
};

export type RenderOptions<Page> = {
  asker: Asker;
  /** Aborts once nobody waits for the page. */
  signal: AbortSignal;
  /** What is kept of the page. */
  previous: Page | undefined;
};

type Options<Page> = {
  render: (key: string, options: RenderOptions<Page>) => Promise<Page>;
  maxBytes: number;
  maxNotFound: number;
  times?: PageTimes;
  /** Milliseconds of a clock that never jumps. */
  now?: () => number;
  onRenewal?: (outcome: "renewed" | "failed", key: string, error?: unknown) => void;
};

export type PageCache<Page extends CacheablePage> = ReturnType<typeof createPageCache<Page>>;

/**
 * Pages by key. Only public answers of 200 are kept for long; a 404 for seconds, from the second time on, in a bound of its
 * own, so that made-up addresses push no page out. Nothing else is kept.
 */
export function createPageCache<Page extends CacheablePage>({
  render,
  maxBytes,
  maxNotFound,
  times = defaultTimes,
  now = () => performance.now(),
  onRenewal,
}: Options<Page>) {
  const pages = createStaleCache<Page>({
    maxBytes,
    now,
    onRenewal,
    retryDelay: times.retry,
    maxWait: times.maxWait,
    staleWhileRevalidate: times.staleWhileRevalidate,
    staleIfError: times.staleIfError,
    sizeOf: ({ size }) => size,
  });
  const notFound = new LRUCache<string, { page: Page; storedAt: number; freshFor: number }>({ max: maxNotFound });
  let purges = 0;

  function loadOf(key: string, asker: Asker): Load<Page> {
    return async ({ signal, previous }) => {
      const purgesBefore = purges;
      const page = await render(key, { asker, signal, previous });
      const { status, tags, audience } = page;
      const freshFor = Math.min(times.fresh, page.freshFor ?? times.fresh);
      if (status >= 500) return { value: page, tags, freshFor, outcome: "failure" };
      if (status === 404 && purges === purgesBefore) keepNotFound(key, page);
      else notFound.delete(key);
      return { value: page, tags, freshFor, outcome: audience === "public" && status === 200 ? "keep" : "drop" };
    };
  }

  /** What was missing once may be about to appear; only what is asked for again is worth keeping. */
  function keepNotFound(key: string, page: Page): void {
    notFound.set(key, { page, storedAt: now(), freshFor: notFound.has(key) ? times.notFound : 0 });
  }

  function lookupNotFound(key: string): Served<Page> | undefined {
    const missing = notFound.get(key);
    if (!missing) return undefined;
    const age = now() - missing.storedAt;
    return age < missing.freshFor ? { value: missing.page, state: "fresh", age } : undefined;
  }

  return {
    /** What can be served at once; a page past its time is then being renewed. */
    lookup: (key: string, asker: Asker): Served<Page> | undefined =>
      pages.lookup(key, loadOf(key, asker)) ?? lookupNotFound(key),

    /** A page for which one waits: made now, or where that fails or takes long, one that is hours old. */
    fetch: (key: string, asker: Asker): Promise<Served<Page>> => pages.fetch(key, loadOf(key, asker), asker.signal),

    /** Has the pages that show any of these made anew before they are served. `all` is every page. @returns how many */
    purge(tags: readonly string[]): number {
      purges++;
      notFound.clear();
      return pages.purge(tags);
    },

    /** Counts again what a page takes: more than when it was stored, once further encodings of it were made. */
    updateSize: pages.updateSize,

    size: () => ({ pages: pages.size().entries, bytes: pages.size().bytes, notFound: notFound.size }),
  };
}
