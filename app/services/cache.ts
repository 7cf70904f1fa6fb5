import { LRUCache } from "lru-cache";
import type { CachePolicy } from "../contract/endpoints.ts";
import type { Log } from "../platform/log.ts";
import { counter } from "../platform/metrics.ts";

const second = 1000;
const day = 24 * 60 * 60 * second;

/** How long an answer is fresh, in milliseconds. After that it is served stale while one call renews it. */
const freshFor: Record<Exclude<CachePolicy, "never">, number> = {
  /** Adverts, settings, menu: on every page, edited seldom. */
  shared: 300 * second,
  /** What an editor expects to see a minute after saving. */
  content: 60 * second,
};

type Entry = {
  value: object;
  /** What was asked for isn't there any more: thrown to those who wait for it, and then forgotten. */
  gone?: { error: unknown };
  storedAt: number;
  /** What it is about (see `tags.ts`). */
  tags: readonly string[];
  /** What it is about has been edited since: it is served only where nothing newer can be had. */
  isPurged: boolean;
};
type Loader = () => Promise<Pick<Entry, "value" | "gone" | "tags">>;

type ReadOptions<Value extends object> = {
  policy: CachePolicy;
  load: () => Promise<Value>;
  /** What an answer is about, as `purge` names it. */
  tagsOf?: (value: Value) => readonly string[];
  /** Whether an error says that there is nothing any more, which is an answer: what was kept is then wrong. */
  isGone?: (error: unknown) => boolean;
  /** Called with what the answer is about, where it is one of the cache's. */
  onRead?: (tags: readonly string[]) => void;
  /** Called where the answer is past its time: one call is renewing it, or could not. */
  onStale?: () => void;
};

export type Cache = {
  /** The cached answer for `key`, or what `load` returns; equal concurrent loads are one. Errors are never kept. */
  read<Value extends object>(key: string, options: ReadOptions<Value>): Promise<Value>;
  /**
   * Marks the answers about any of these as wrong: they are asked for anew before they are served. So is what is on its
   * way now. `all` is every answer.
   */
  purge(tags: readonly string[]): void;
};

const reads = counter({
  name: "api_cache_reads_total",
  help: "Reads of the cache of API answers, by what they got: fresh, stale, or what a call (a new one, or one under way) gave",
  labelNames: ["result"],
});

/** Answers of the API in memory: fresh, then stale while renewing, then stale for a day when renewing fails. */
export function createCache({ log, entries = 2000 }: { log: Log; entries?: number }): Cache {
  /** How often something was purged. */
  let purges = 0;
  const cache = new LRUCache<string, Entry, Loader>({
    max: entries,
    // Wall-clock time throughout: an answer ages while a machine sleeps.
    perf: Date,
    ttlResolution: 0,
    allowStale: true,
    noDeleteOnFetchRejection: true,
    fetchMethod: async (key, stale, { context }) => {
      const begunAfter = purges;
      try {
        return { ...(await context()), storedAt: Date.now(), isPurged: purges !== begunAfter };
      } catch (error) {
        if (stale) log.warn({ key, err: error }, "served stale: renewing failed");
        throw error;
      }
    },
  });
  return {
    async read(key, { policy, load, tagsOf = () => [], isGone = () => false, onRead, onStale }) {
      if (policy === "never") return load();
      const kept = cache.peek(key, { allowStale: true });
      const isUsable = kept !== undefined && Date.now() - kept.storedAt <= day;
      if (kept && !isUsable) cache.delete(key);
      const status: LRUCache.Status<string, Entry, Loader> = {};
      const entry = await cache.fetch(key, {
        ttl: freshFor[policy],
        context: () =>
          load().then(
            (value) => ({ value, tags: tagsOf(value) }),
            (error: unknown) => {
              if (!isGone(error)) throw error;
              return { value: {}, gone: { error }, tags: [] };
            },
          ),
        allowStaleOnFetchRejection: isUsable,
        ...(kept?.isPurged && { forceRefresh: true, allowStale: false }),
        status,
      });
      reads.inc({ result: status.returnedStale ? "stale" : status.fetch === "hit" ? "fresh" : "called" });
      if (entry!.gone) {
        if (cache.peek(key) === entry) cache.delete(key);
        throw entry!.gone.error;
      }
      if (status.returnedStale) onStale?.();
      onRead?.(entry!.tags);
      return entry!.value as Awaited<ReturnType<typeof load>>;
    },

    purge(tags) {
      purges++;
      const wrong = new Set(tags);
      for (const entry of cache.values()) {
        if (wrong.has("all") || entry.tags.some((tag) => wrong.has(tag))) entry.isPurged = true;
      }
    },
  };
}
