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

type Entry = { value: object; storedAt: number };
type Loader = () => Promise<object>;

export type Cache = {
  /**
   * The cached answer for `key`, or what `load` returns; equal concurrent loads are one. Errors are never kept.
   * @param onStale called where the answer is past its time: one call is renewing it, or could not
   */
  read<Value extends object>(
    key: string,
    policy: CachePolicy,
    load: () => Promise<Value>,
    onStale?: () => void,
  ): Promise<Value>;
};

const reads = counter({
  name: "api_cache_reads_total",
  help: "Reads of the cache of API answers, by what they got: fresh, stale, or what a call (a new one, or one under way) gave",
  labelNames: ["result"],
});

/** Answers of the API in memory: fresh, then stale while renewing, then stale for a day when renewing fails. */
export function createCache({ log, entries = 2000 }: { log: Log; entries?: number }): Cache {
  const cache = new LRUCache<string, Entry, Loader>({
    max: entries,
    // Wall-clock time throughout: an answer ages while a machine sleeps.
    perf: Date,
    ttlResolution: 0,
    allowStale: true,
    noDeleteOnFetchRejection: true,
    fetchMethod: async (key, stale, { context }) => {
      try {
        return { value: await context(), storedAt: Date.now() };
      } catch (error) {
        if (stale) log.warn({ key, err: error }, "served stale: renewing failed");
        throw error;
      }
    },
  });
  return {
    async read(key, policy, load, onStale) {
      if (policy === "never") return load();
      const kept = cache.peek(key, { allowStale: true });
      const isUsable = kept !== undefined && Date.now() - kept.storedAt <= day;
      if (kept && !isUsable) cache.delete(key);
      const status: LRUCache.Status<string, Entry, Loader> = {};
      const options = { ttl: freshFor[policy], context: load, allowStaleOnFetchRejection: isUsable, status };
      const entry = await cache.fetch(key, options);
      reads.inc({ result: status.returnedStale ? "stale" : status.fetch === "hit" ? "fresh" : "called" });
      if (status.returnedStale) onStale?.();
      return entry!.value as Awaited<ReturnType<typeof load>>;
    },
  };
}
