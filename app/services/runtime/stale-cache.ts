import { LRUCache } from "lru-cache";
import { createSharedWork } from "./shared-work.ts";
import { within } from "./within.ts";

/** Result of loading a value. Times are milliseconds. */
export type LoadResult<Value> = {
  value: Value;
  maxAge: number;
  /** Tags by which `purge` finds the value: the items and lists that it was made from. */
  tags: readonly string[];
  /** `drop` removes the old value; `failure` keeps it as the better response. */
  outcome: "keep" | "drop" | "failure";
};

/** `signal` aborts once no caller waits any more; `previous` is the cached value. */
export type Load<Value> = (options: { signal: AbortSignal; previous: Value | undefined }) => Promise<LoadResult<Value>>;

export type ServedValue<Value> = {
  value: Value;
  /** `fresh` and `stale` come from the cache, `new` was just loaded. */
  state: "fresh" | "stale" | "new";
  /** Milliseconds since the value was loaded. */
  age: number;
};

type Options<Value> = {
  maxBytes: number;
  sizeOf: (value: Value) => number;
  /** Milliseconds after a value's lifetime during which it is served while it is revalidated. */
  staleWhileRevalidate: number;
  /** Milliseconds since loading during which a value is served if revalidation fails. */
  staleIfError: number;
  /** Milliseconds to wait for a new value if an old one exists. @default no limit */
  maxWait?: number;
  /** Milliseconds before a failed revalidation is retried. @default 5000 */
  retryDelay?: number;
  now?: () => number;
  onRevalidation?: (outcome: "renewed" | "failed", key: string, error?: unknown) => void;
};

type Entry<Value> = {
  value: Value;
  tags: readonly string[];
  storedAt: number;
  maxAge: number;
  retryAt: number;
  /** Whether the value was purged, so that it is served only if loading fails. */
  isPurged: boolean;
};

/**
 * Creates a cache. A value is first served while it is fresh, next while a load revalidates it, and later only if
 * loading fails. Concurrent callers of a key share a load.
 */
export function createStaleCache<Value>({
  maxBytes,
  sizeOf,
  staleWhileRevalidate,
  staleIfError,
  maxWait = Infinity,
  retryDelay = 5000,
  now = () => performance.now(),
  onRevalidation,
}: Options<Value>) {
  const entries = new LRUCache<string, Entry<Value>>({
    maxSize: maxBytes,
    sizeCalculation: ({ value }, key) => sizeOf(value) + key.length,
  });
  const loads = createSharedWork<LoadResult<Value>>();
  let purges = 0;

  const toServed = (entry: Entry<Value>, state: "fresh" | "stale"): ServedValue<Value> => ({
    value: entry.value,
    state,
    age: now() - entry.storedAt,
  });

  /** Returns an entry that may be served if loading fails. */
  function getUsableEntry(key: string): Entry<Value> | undefined {
    const entry = entries.get(key);
    if (entry === undefined || now() - entry.storedAt <= staleIfError) return entry;
    entries.delete(key);
    return undefined;
  }

  function revalidate(key: string, load: Load<Value>, callerSignal?: AbortSignal): Promise<LoadResult<Value>> {
    return loads.share(
      key,
      async (signal) => {
        const purgesBefore = purges;
        // The result may be outdated if the load began before a purge, and incomplete if no caller waits any more.
        const isStorable = () => purges === purgesBefore && !signal.aborted;
        try {
          const result = await load({ signal, previous: entries.peek(key)?.value });
          if (isStorable()) store(key, result);
          return result;
        } catch (error) {
          if (isStorable()) handleFailure(key, error);
          throw error;
        }
      },
      callerSignal,
    );
  }

  function store(key: string, { value, tags, maxAge, outcome }: LoadResult<Value>): void {
    if (outcome === "failure") return handleFailure(key);
    if (entries.has(key)) onRevalidation?.("renewed", key);
    if (outcome === "drop") entries.delete(key);
    else entries.set(key, { value, tags, maxAge, storedAt: now(), retryAt: 0, isPurged: false });
  }

  function handleFailure(key: string, error?: unknown): void {
    const entry = entries.peek(key);
    if (!entry) return;
    entry.retryAt = now() + retryDelay;
    onRevalidation?.("failed", key, error);
  }

  return {
    /**
     * Returns a cached value, and revalidates a stale one in the background.
     * @returns `undefined` if the value must be loaded first
     */
    lookup(key: string, load: Load<Value>): ServedValue<Value> | undefined {
      const entry = getUsableEntry(key);
      if (!entry) return undefined;
      const age = now() - entry.storedAt;
      if (age < entry.maxAge && !entry.isPurged) return toServed(entry, "fresh");
      if (now() < entry.retryAt) return toServed(entry, "stale");
      if (entry.isPurged || age >= entry.maxAge + staleWhileRevalidate) return undefined;
      revalidate(key, load).catch(() => undefined);
      return toServed(entry, "stale");
    },

    /**
     * Loads a value. Returns the old one if loading fails or takes too long.
     * @throws what `load` throws, or the signal's reason if the caller has left
     */
    async fetch(key: string, load: Load<Value>, signal?: AbortSignal): Promise<ServedValue<Value>> {
      const oldEntry = getUsableEntry(key);
      const revalidation = revalidate(key, load, signal).then(
        ({ value, outcome }): ServedValue<Value> =>
          oldEntry && outcome === "failure" ? toServed(oldEntry, "stale") : { value, state: "new", age: 0 },
        (error: unknown) => {
          if (!oldEntry || signal?.aborted) throw error;
          return toServed(oldEntry, "stale");
        },
      );
      // A purged value is served only if loading fails, so `maxWait` doesn't apply to it.
      if (!oldEntry || oldEntry.isPurged || maxWait === Infinity) return revalidation;
      return (await within(maxWait, revalidation)) ?? toServed(oldEntry, "stale");
    },

    /**
     * Marks values to be loaded again before they are served. Results of loads in flight aren't stored. The tag `all`
     * matches every value.
     * @returns the number of marked values
     */
    purge(tags: readonly string[]): number {
      const purgedTags = new Set(tags);
      let count = 0;
      for (const entry of entries.values()) {
        if (!purgedTags.has("all") && !entry.tags.some((tag) => purgedTags.has(tag))) continue;
        entry.isPurged = true;
        entry.retryAt = 0;
        count++;
      }
      purges++;
      loads.forgetAll();
      return count;
    },

    /** Updates the size of a value that has grown. */
    updateSize(key: string): void {
      const entry = entries.peek(key);
      if (entry) entries.set(key, { ...entry });
    },

    size: () => ({ entries: entries.size, bytes: entries.calculatedSize }),
  };
}
