import { LRUCache } from "lru-cache";

/** Times of the page cache, in milliseconds. */
export type PageTimes = {
  /** For which a page is served without a look at anything. */
  fresh: number;
  /** After that: for which it is served at once while it is renewed. */
  staleWhileRevalidate: number;
  /** For which it is served where renewing fails. */
  staleIfError: number;
  /** For which a visitor waits for a page that is older than the second and not yet than the third. */
  patience: number;
  /** Between two tries to renew a page that couldn't be. */
  retry: number;
  notFound: number;
};

export const defaultTimes: PageTimes = {
  fresh: 60_000,
  staleWhileRevalidate: 600_000,
  staleIfError: 24 * 60 * 60 * 1000,
  patience: 2000,
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

export type Served<Page> = {
  page: Page;
  /** `fresh` and `stale` from the cache, `new` just made. */
  state: "fresh" | "stale" | "new";
  /** Milliseconds since it was made. */
  age: number;
};

type Entry<Page> = { page: Page; storedAt: number; freshFor: number; retryAt: number; isPurged: boolean };

type Options<Page> = {
  /** Makes the page of a key, for whom it was first asked. `previous` is what is kept of it. */
  render: (key: string, requestId: string, previous: Page | undefined) => Promise<Page>;
  maxBytes: number;
  maxNotFound: number;
  times?: PageTimes;
  now?: () => number;
  onRenewal?: (outcome: "renewed" | "failed", key: string, error?: unknown) => void;
};

export type PageCache<Page extends CacheablePage> = ReturnType<typeof createPageCache<Page>>;

/**
 * Pages by key, bounded in bytes: served fresh, then stale while one request renews them, then stale for hours where
 * renewing fails. Equal requests at one time are one. Only public answers of 200 are kept for long; a 404 for seconds,
 * from the second time on, in a bound of its own, so that made-up addresses push no page out. Nothing else is kept.
 */
export function createPageCache<Page extends CacheablePage>({
  render,
  maxBytes,
  maxNotFound,
  times = defaultTimes,
  now = Date.now,
  onRenewal,
}: Options<Page>) {
  const pages = new LRUCache<string, Entry<Page>>({
    maxSize: maxBytes,
    sizeCalculation: ({ page }, key) => page.size + key.length,
  });
  const notFound = new LRUCache<string, Entry<Page>>({ max: maxNotFound });
  const flights = new Map<string, Promise<Page>>();

  const served = (entry: Entry<Page>, state: "fresh" | "stale"): Served<Page> => ({
    page: entry.page,
    state,
    age: Math.max(0, now() - entry.storedAt),
  });

  /** What is kept under a key and may still be served where nothing newer can be had. */
  function kept(key: string): Entry<Page> | undefined {
    const entry = pages.get(key);
    if (entry === undefined || now() - entry.storedAt <= times.staleIfError) return entry;
    pages.delete(key);
    return undefined;
  }

  /** Makes a page, or joins whoever is making it. */
  function renew(key: string, requestId: string): Promise<Page> {
    const under = flights.get(key);
    if (under) return under;
    const flight: Promise<Page> = make(key, requestId, () => flights.get(key) === flight).finally(() => {
      if (flights.get(key) === flight) flights.delete(key);
    });
    flights.set(key, flight);
    return flight;
  }

  /** @param isCurrent whether nothing was purged since it began */
  async function make(key: string, requestId: string, isCurrent: () => boolean): Promise<Page> {
    try {
      const page = await render(key, requestId, pages.peek(key)?.page);
      if (isCurrent()) settle(key, page);
      return page;
    } catch (error) {
      failed(key, error);
      throw error;
    }
  }

  function settle(key: string, page: Page): void {
    if (page.status >= 500) return failed(key);
    const previous = pages.peek(key);
    if (previous) onRenewal?.("renewed", key);
    const common = { page, storedAt: now(), retryAt: 0, isPurged: false };
    if (page.audience === "public" && page.status === 200) {
      notFound.delete(key);
      pages.set(key, { ...common, freshFor: Math.min(times.fresh, page.freshFor ?? times.fresh) });
    } else {
      pages.delete(key);
      // What was missing once may be about to appear; only what is asked for again is worth keeping.
      const freshFor = notFound.has(key) ? times.notFound : 0;
      if (page.status === 404) notFound.set(key, { ...common, freshFor });
    }
  }

  function failed(key: string, error?: unknown): void {
    const entry = pages.peek(key);
    if (!entry) return;
    entry.retryAt = now() + times.retry;
    onRenewal?.("failed", key, error);
  }

  return {
    /** What can be served at once; a page past its time is then being renewed. */
    lookup(key: string, requestId: string): Served<Page> | undefined {
      const entry = kept(key);
      if (!entry) {
        const missing = notFound.get(key);
        return missing && now() - missing.storedAt < missing.freshFor ? served(missing, "fresh") : undefined;
      }
      const age = now() - entry.storedAt;
      if (age < entry.freshFor && !entry.isPurged) return served(entry, "fresh");
      // It couldn't be renewed a moment ago: nobody waits for the same again.
      if (now() < entry.retryAt) return served(entry, "stale");
      if (entry.isPurged || age >= entry.freshFor + times.staleWhileRevalidate) return undefined;
      renew(key, requestId).catch(() => undefined);
      return served(entry, "stale");
    },

    /** A page for which one waits: made now, or where that fails or takes long, one that is hours old. */
    async fetch(key: string, requestId: string): Promise<Served<Page>> {
      const flight = renew(key, requestId).then((page): Served<Page> => ({ page, state: "new", age: 0 }));
      const old = kept(key);
      if (!old) return flight;
      const stale = () => served(old, "stale");
      const renewed = flight.then((made) => (made.page.status >= 500 ? stale() : made), stale);
      // A purged page is known to be wrong: it is shown only where there is nothing else.
      return old.isPurged ? renewed : Promise.race([renewed, after(times.patience).then(stale)]);
    },

    /**
     * Marks the pages that show any of these as wrong: they are made anew before they are served, and served as they
     * were only where that fails. What is being made now isn't kept. `all` is every page.
     * @returns how many pages that were
     */
    purge(tags: readonly string[]): number {
      const wrong = new Set(tags);
      let count = 0;
      for (const entry of pages.values()) {
        if (!wrong.has("all") && !entry.page.tags.some((tag) => wrong.has(tag))) continue;
        entry.isPurged = true;
        entry.retryAt = 0;
        count++;
      }
      notFound.clear();
      flights.clear();
      return count;
    },

    /** Counts again what a page takes: more than when it was stored, once further encodings of it were made. */
    weigh(key: string): void {
      const entry = pages.peek(key);
      if (entry) pages.set(key, { ...entry });
    },

    size: () => ({ pages: pages.size, bytes: pages.calculatedSize, notFound: notFound.size }),
  };
}

function after(milliseconds: number): Promise<void> {
  return new Promise((done) => setTimeout(done, milliseconds).unref());
}
