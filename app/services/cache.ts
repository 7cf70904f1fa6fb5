import type { CachePolicy } from "../contract/endpoints.ts";
import type { Log } from "../platform/log.ts";
import { counter } from "../platform/metrics.ts";
import { createStaleCache, type Loaded } from "../platform/stale-cache.ts";

const second = 1000;
const day = 24 * 60 * 60 * second;

/** Memory of all answers, in bytes. */
const defaultMaxBytes = 32 * 1024 * 1024;

/** How long an answer is fresh, in milliseconds. After that it is served stale while one call renews it. */
const freshFor: Record<Exclude<CachePolicy, "never">, number> = {
  /** Adverts, settings, menu: on every page, edited seldom. */
  shared: 300 * second,
  /** What an editor expects to see a minute after saving. */
  content: 60 * second,
};

/** An answer, or the error that says that what was asked for isn't there any more. */
type Answer = { value: object; tags: readonly string[] } | { gone: unknown };

type ReadOptions<Value extends object> = {
  policy: CachePolicy;
  /** Makes the call; `signal` aborts once nobody waits for it. */
  load: (signal?: AbortSignal) => Promise<Value>;
  /** What an answer is about, as `purge` names it. */
  tagsOf?: (value: Value) => readonly string[];
  /** Whether an error says that there is nothing any more, which is an answer: what was kept is then wrong. */
  isGone?: (error: unknown) => boolean;
  /** Called with what the answer is about, where it is one of the cache's. */
  onRead?: (tags: readonly string[]) => void;
  /** Called where the answer is past its time: one call is renewing it, or could not. */
  onStale?: () => void;
  /** Aborts where this caller has left. */
  signal?: AbortSignal | undefined;
};

export type Cache = {
  /** The cached answer for `key`, or what `load` returns; equal concurrent loads are one. Errors are never kept. */
  read<Value extends object>(key: string, options: ReadOptions<Value>): Promise<Value>;
  /** Marks the answers about any of these: they are asked for anew before they are served. `all` is every answer. */
  purge(tags: readonly string[]): void;
};

const reads = counter({
  name: "api_cache_reads_total",
  help: "Reads of the cache of API answers, by what they got: fresh, stale, or what a call (a new one, or one under way) gave",
  labelNames: ["result"],
});

const results = { fresh: "fresh", stale: "stale", new: "called" } as const;
for (const result of Object.values(results)) reads.inc({ result }, 0);

type CacheOptions = { log: Log; maxBytes?: number; now?: () => number };

/** Answers of the API in memory: fresh, then stale while renewing, then stale for a day when renewing fails. */
export function createCache({ log, maxBytes = defaultMaxBytes, now }: CacheOptions): Cache {
  const cache = createStaleCache<Answer>({
    ...{ maxBytes, now, sizeOf, staleWhileRevalidate: day, staleIfError: day },
    onRenewal(outcome, key, error) {
      if (outcome === "failed") log.warn({ key, err: error }, "served stale: renewing failed");
    },
  });

  return {
    async read(key, { policy, load, tagsOf = () => [], isGone = () => false, onRead, onStale, signal }) {
      if (policy === "never") return load(signal);
      const loadAnswer = async (options: { signal: AbortSignal }): Promise<Loaded<Answer>> => {
        try {
          const value = await load(options.signal);
          const tags = tagsOf(value);
          return { value: { value, tags }, tags, freshFor: freshFor[policy], outcome: "keep" };
        } catch (error) {
          if (!isGone(error)) throw error;
          return { value: { gone: error }, tags: [], freshFor: 0, outcome: "drop" };
        }
      };
      const { value: answer, state } = cache.lookup(key, loadAnswer) ?? (await cache.fetch(key, loadAnswer, signal));
      reads.inc({ result: results[state] });
      if ("gone" in answer) throw answer.gone;
      if (state === "stale") onStale?.();
      onRead?.(answer.tags);
      return answer.value as Awaited<ReturnType<typeof load>>;
    },

    purge: (tags) => void cache.purge(tags),
  };
}

/** Bytes that an answer takes, about: two for each character of its JSON. */
function sizeOf(answer: Answer): number {
  return "gone" in answer ? 0 : 2 * JSON.stringify(answer.value).length;
}
