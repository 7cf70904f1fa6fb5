import type { Log } from "#app/services/runtime/log.ts";
import { getCounter } from "#app/services/runtime/metrics.ts";
import { createStaleCache, type LoadResult } from "#app/services/runtime/stale-cache.ts";
import type { CachePolicy } from "./contract/calls/endpoints.ts";

const secondMs = 1000;
const dayMs = 24 * 60 * 60 * secondMs;
const defaultMaxBytes = 32 * 1024 * 1024;

/** Measured size of an entry, without its response. */
const entryBytes = 512;

/** Milliseconds for which a response is fresh; then it is stale while one call revalidates it. */
const maxAges: Record<Exclude<CachePolicy, "never">, number> = {
  /** Adverts, settings, menu: on every page, and rarely edited. */
  shared: 300 * secondMs,
  /** Editors expect changes about a minute after saving. */
  content: 60 * secondMs,
};

/** A response, or the error of an item that no longer exists. */
type CachedResponse = { value: object; tags: readonly string[] } | { notFoundError: unknown };

type ReadOptions<Value extends object> = {
  policy: keyof typeof maxAges;
  load: (signal: AbortSignal) => Promise<Value>;
  getTags?: (value: Value) => readonly string[];
  /** Whether an error means that the item is deleted. If so, the cached response is dropped. */
  isNotFound?: (error: unknown) => boolean;
  onRead?: (tags: readonly string[]) => void;
  onStale?: () => void;
  signal?: AbortSignal | undefined;
};

export type Cache = {
  /** Reads a response; concurrent loads of a key are shared. Errors aren't cached. */
  read<Value extends object>(key: string, options: ReadOptions<Value>): Promise<Value>;
  /** Purged responses are loaded again before they are served. The tag `all` matches every response. */
  purge(tags: readonly string[]): void;
};

const cacheReadsCounter = getCounter({
  name: "api_cache_reads_total",
  help: "Reads of the cache of API responses, by result: fresh, stale, or called if a call was made or awaited",
  labelNames: ["result"],
});

const results = { fresh: "fresh", stale: "stale", new: "called" } as const;
for (const result of Object.values(results)) cacheReadsCounter.inc({ result }, 0);

type CacheOptions = { log: Log; maxBytes?: number; now?: () => number };

/** Responses are served fresh, then stale while one call revalidates them, then stale for a day if that fails. */
export function createCache({ log, maxBytes = defaultMaxBytes, now }: CacheOptions): Cache {
  const cache = createStaleCache<CachedResponse>({
    maxBytes,
    now,
    // Estimates two bytes per character of JSON.
    sizeOf: (response) => ("notFoundError" in response ? 0 : entryBytes + 2 * JSON.stringify(response.value).length),
    staleWhileRevalidate: dayMs,
    staleIfError: dayMs,
    onRevalidation(outcome, key, error) {
      if (outcome === "failed") log.warn({ key, err: error }, "stale response served, because revalidation failed");
    },
  });

  return {
    async read(key, { policy, load, getTags = () => [], isNotFound = () => false, onRead, onStale, signal }) {
      const loadResponse = async (options: { signal: AbortSignal }): Promise<LoadResult<CachedResponse>> => {
        try {
          const value = await load(options.signal);
          const tags = getTags(value);
          return { value: { value, tags }, tags, maxAge: maxAges[policy], outcome: "keep" };
        } catch (error) {
          if (!isNotFound(error)) throw error;
          return { value: { notFoundError: error }, tags: [], maxAge: 0, outcome: "drop" };
        }
      };
      const { value: response, state } =
        cache.lookup(key, loadResponse) ?? (await cache.fetch(key, loadResponse, signal));
      cacheReadsCounter.inc({ result: results[state] });
      if ("notFoundError" in response) throw response.notFoundError;
      if (state === "stale") onStale?.();
      onRead?.(response.tags);
      return response.value as Awaited<ReturnType<typeof load>>;
    },

    purge: (tags) => void cache.purge(tags),
  };
}
