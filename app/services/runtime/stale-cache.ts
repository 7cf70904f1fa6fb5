import { LRUCache } from "lru-cache";

/** Result of loading a value. Times are milliseconds. */
export type LoadResult<Value> = {
  value: Value;
  /** How long the value is fresh. */
  maxAge: number;
  /** Tags for `purge`: the items and lists that the value shows. */
  tags: readonly string[];
  /**
   * `keep` stores the value. `drop` removes the old one. `failure` keeps the old one, which is then the better
   * response.
   */
  outcome: "keep" | "drop" | "failure";
};

/** Loads the value of a key. `signal` aborts when nobody waits for it any more; `previous` is the cached value. */
export type Load<Value> = (options: { signal: AbortSignal; previous: Value | undefined }) => Promise<LoadResult<Value>>;

export type ServedValue<Value> = {
  value: Value;
  /** `fresh` and `stale` come from the cache, `new` was just loaded. */
  state: "fresh" | "stale" | "new";
  /** Milliseconds since it was loaded. */
  age: number;
};

type Options<Value> = {
  /** Limit of the sum of all sizes. */
  maxBytes: number;
  sizeOf: (value: Value) => number;
  /** Milliseconds after the fresh time in which a value is served at once while it is renewed. */
  staleWhileRevalidate: number;
  /** Milliseconds since loading in which a value is served if renewing fails. */
  staleIfError: number;
  /** Milliseconds that a caller waits for a new value if there is an old one. @default no limit */
  maxWait?: number;
  /** Milliseconds before a failed renewal is tried again. @default 5000 */
  retryDelay?: number;
  /** Monotonic clock in milliseconds. */
  now?: () => number;
  onRenewal?: (outcome: "renewed" | "failed", key: string, error?: unknown) => void;
};

type Entry<Value> = {
  value: Value;
  tags: readonly string[];
  storedAt: number;
  maxAge: number;
  /** A failed renewal isn't tried again before this time. */
  retryAt: number;
  /** Whether the content of the value was edited. The value is then served only if loading fails. */
  isPurged: boolean;
};

type Flight<Value> = { result: Promise<LoadResult<Value>>; controller: AbortController; waitingCallers: number };

/**
 * A cache with a limit in bytes. Values are served fresh, then stale while one load renews them, then stale if
 * renewing fails. Concurrent loads of the same key are shared; a load is aborted when its last caller leaves.
 */
export function createStaleCache<Value>({
  maxBytes,
  sizeOf,
  staleWhileRevalidate,
  staleIfError,
  maxWait = Infinity,
  retryDelay = 5000,
  now = () => performance.now(),
  onRenewal,
}: Options<Value>) {
  const entries = new LRUCache<string, Entry<Value>>({
    maxSize: maxBytes,
    sizeCalculation: ({ value }, key) => sizeOf(value) + key.length,
  });
  const flights = new Map<string, Flight<Value>>();

  const toServed = (entry: Entry<Value>, state: "fresh" | "stale"): ServedValue<Value> => ({
    value: entry.value,
    state,
    age: now() - entry.storedAt,
  });

  /** Returns an entry that isn't too old to be served after a failure. */
  function getUsableEntry(key: string): Entry<Value> | undefined {
    const entry = entries.get(key);
    if (entry === undefined || now() - entry.storedAt <= staleIfError) return entry;
    entries.delete(key);
    return undefined;
  }

  function startFlight(key: string, load: Load<Value>): Flight<Value> {
    const controller = new AbortController();
    const flight: Flight<Value> = { controller, waitingCallers: 0, result: run() };
    flights.set(key, flight);
    return flight;

    async function run(): Promise<LoadResult<Value>> {
      // A purge, or the last caller leaving, removes the flight. Its result isn't stored then.
      const isCurrent = () => flights.get(key) === flight;
      try {
        const result = await load({ signal: controller.signal, previous: entries.peek(key)?.value });
        if (isCurrent()) store(key, result);
        return result;
      } catch (error) {
        if (isCurrent()) handleFailure(key, error);
        throw error;
      } finally {
        if (isCurrent()) flights.delete(key);
      }
    }
  }

  /** Waits for the load in flight, or starts one. Without a signal the caller waits until it ends. */
  function joinFlight(key: string, load: Load<Value>, signal?: AbortSignal): Promise<LoadResult<Value>> {
    const flight = flights.get(key) ?? startFlight(key, load);
    flight.waitingCallers++;
    if (!signal) return flight.result;
    return new Promise((resolve, reject) => {
      const leaveFlight = () => {
        reject(signal.reason);
        if (--flight.waitingCallers > 0) return;
        if (flights.get(key) === flight) flights.delete(key);
        flight.controller.abort(signal.reason);
      };
      flight.result.then(resolve, reject).finally(() => signal.removeEventListener("abort", leaveFlight));
      if (signal.aborted) leaveFlight();
      else signal.addEventListener("abort", leaveFlight, { once: true });
    });
  }

  function store(key: string, { value, tags, maxAge, outcome }: LoadResult<Value>): void {
    if (outcome === "failure") return handleFailure(key);
    if (entries.has(key)) onRenewal?.("renewed", key);
    if (outcome === "drop") entries.delete(key);
    else entries.set(key, { value, tags, maxAge, storedAt: now(), retryAt: 0, isPurged: false });
  }

  function handleFailure(key: string, error?: unknown): void {
    const entry = entries.peek(key);
    if (!entry) return;
    entry.retryAt = now() + retryDelay;
    onRenewal?.("failed", key, error);
  }

  return {
    /** Returns a value that can be served at once. A stale one is renewed in the background. */
    lookup(key: string, load: Load<Value>): ServedValue<Value> | undefined {
      const entry = getUsableEntry(key);
      if (!entry) return undefined;
      const age = now() - entry.storedAt;
      if (age < entry.maxAge && !entry.isPurged) return toServed(entry, "fresh");
      if (now() < entry.retryAt) return toServed(entry, "stale");
      if (entry.isPurged || age >= entry.maxAge + staleWhileRevalidate) return undefined;
      joinFlight(key, load).catch(() => undefined);
      return toServed(entry, "stale");
    },

    /**
     * Loads the value of a key; returns the old one if that fails or takes too long.
     * @throws what `load` throws if there is no old value, and the signal's reason if the caller has left
     */
    async fetch(key: string, load: Load<Value>, signal?: AbortSignal): Promise<ServedValue<Value>> {
      const loadPromise = joinFlight(key, load, signal);
      const oldEntry = getUsableEntry(key);
      const renewal = loadPromise.then(
        ({ value, outcome }): ServedValue<Value> =>
          oldEntry && outcome === "failure" ? toServed(oldEntry, "stale") : { value, state: "new", age: 0 },
        (error: unknown) => {
          if (!oldEntry || signal?.aborted) throw error;
          return toServed(oldEntry, "stale");
        },
      );
      // A purged value is outdated, so it is served only if loading fails.
      if (!oldEntry || oldEntry.isPurged || maxWait === Infinity) return renewal;
      return Promise.race([renewal, sleep(maxWait).then(() => toServed(oldEntry, "stale"))]);
    },

    /**
     * Marks the values with these tags, so that they are loaded again before they are served. Loads in flight aren't
     * stored. `all` stands for every value.
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
      flights.clear();
      return count;
    },

    /** Updates the size of a value that has grown since it was stored. */
    updateSize(key: string): void {
      const entry = entries.peek(key);
      if (entry) entries.set(key, { ...entry });
    },

    delete: (key: string) => entries.delete(key),

    size: () => ({ entries: entries.size, bytes: entries.calculatedSize }),
  };
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
}
