import { LRUCache } from "lru-cache";

/** What loading a value came to. Times are milliseconds. */
export type Loaded<Value> = {
  value: Value;
  /** How long it is fresh. */
  freshFor: number;
  /** What it shows, as `purge` names it. */
  tags: readonly string[];
  /** `keep` it; `drop` it and what was kept before; or it is a `failure`, and what was kept before is the better answer. */
  outcome: "keep" | "drop" | "failure";
};

/** Loads the value of a key. `signal` aborts once nobody waits for it any more; `previous` is what is kept. */
export type Load<Value> = (options: { signal: AbortSignal; previous: Value | undefined }) => Promise<Loaded<Value>>;

export type Served<Value> = {
  value: Value;
  /** `fresh` and `stale` come from the cache, `new` was just loaded. */
  state: "fresh" | "stale" | "new";
  /** Milliseconds since it was loaded. */
  age: number;
};

type Options<Value> = {
  /** Bound of the sum of all sizes, in bytes. */
  maxBytes: number;
  sizeOf: (value: Value) => number;
  /** Milliseconds after the fresh time in which a value is served at once while it is renewed. */
  staleWhileRevalidate: number;
  /** Milliseconds since loading in which a value is served where renewing fails. */
  staleIfError: number;
  /** Milliseconds that a caller waits for a new value where there is an old one. @default no limit */
  maxWait?: number;
  /** Milliseconds between two tries to renew a value that couldn't be renewed. @default 5000 */
  retryDelay?: number;
  /** Milliseconds of a clock that never jumps. */
  now?: () => number;
  onRenewal?: (outcome: "renewed" | "failed", key: string, error?: unknown) => void;
};

type Entry<Value> = {
  value: Value;
  tags: readonly string[];
  storedAt: number;
  freshFor: number;
  /** Until when a failed renewal isn't tried again. */
  retryAt: number;
  /** What it shows was edited: it is served only where nothing newer can be had. */
  isPurged: boolean;
};

type Flight<Value> = { loaded: Promise<Loaded<Value>>; controller: AbortController; waiting: number };

/**
 * A cache bounded in bytes: values are served fresh, then stale while one load renews them, then stale where renewing
 * fails. Equal loads at one time are one, which ends when the last caller who waits for it has left.
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

  const served = (entry: Entry<Value>, state: "fresh" | "stale"): Served<Value> => ({
    value: entry.value,
    state,
    age: now() - entry.storedAt,
  });

  /** What may still be served where nothing newer can be had. */
  function usable(key: string): Entry<Value> | undefined {
    const entry = entries.get(key);
    if (entry === undefined || now() - entry.storedAt <= staleIfError) return entry;
    entries.delete(key);
    return undefined;
  }

  function start(key: string, load: Load<Value>): Flight<Value> {
    const controller = new AbortController();
    const flight: Flight<Value> = { controller, waiting: 0, loaded: run() };
    flights.set(key, flight);
    return flight;

    async function run(): Promise<Loaded<Value>> {
      // A purge or the last caller's leaving takes the flight off the list: its result is then not kept.
      const isCurrent = () => flights.get(key) === flight;
      try {
        const loaded = await load({ signal: controller.signal, previous: entries.peek(key)?.value });
        if (isCurrent()) settle(key, loaded);
        return loaded;
      } catch (error) {
        if (isCurrent()) fail(key, error);
        throw error;
      } finally {
        if (isCurrent()) flights.delete(key);
      }
    }
  }

  /** Waits for the load of a key, the one under way or a new one. Without a signal the caller waits to its end. */
  function join(key: string, load: Load<Value>, signal?: AbortSignal): Promise<Loaded<Value>> {
    const flight = flights.get(key) ?? start(key, load);
    flight.waiting++;
    if (!signal) return flight.loaded;
    return new Promise((resolve, reject) => {
      const leave = () => {
        reject(signal.reason);
        if (--flight.waiting > 0) return;
        if (flights.get(key) === flight) flights.delete(key);
        flight.controller.abort(signal.reason);
      };
      flight.loaded.then(resolve, reject).finally(() => signal.removeEventListener("abort", leave));
      if (signal.aborted) leave();
      else signal.addEventListener("abort", leave, { once: true });
    });
  }

  function settle(key: string, { value, tags, freshFor, outcome }: Loaded<Value>): void {
    if (outcome === "failure") return fail(key);
    if (entries.has(key)) onRenewal?.("renewed", key);
    if (outcome === "drop") entries.delete(key);
    else entries.set(key, { value, tags, freshFor, storedAt: now(), retryAt: 0, isPurged: false });
  }

  function fail(key: string, error?: unknown): void {
    const entry = entries.peek(key);
    if (!entry) return;
    entry.retryAt = now() + retryDelay;
    onRenewal?.("failed", key, error);
  }

  return {
    /** What can be served at once; a stale value is then being renewed. */
    lookup(key: string, load: Load<Value>): Served<Value> | undefined {
      const entry = usable(key);
      if (!entry) return undefined;
      const age = now() - entry.storedAt;
      if (age < entry.freshFor && !entry.isPurged) return served(entry, "fresh");
      if (now() < entry.retryAt) return served(entry, "stale");
      if (entry.isPurged || age >= entry.freshFor + staleWhileRevalidate) return undefined;
      join(key, load).catch(() => undefined);
      return served(entry, "stale");
    },

    /**
     * The value of a key, loaded now; where that fails or takes too long, the old one.
     * @throws what `load` throws where there is no old value, and the signal's reason where the caller has left
     */
    async fetch(key: string, load: Load<Value>, signal?: AbortSignal): Promise<Served<Value>> {
      const loading = join(key, load, signal);
      const old = usable(key);
      const renewed = loading.then(
        ({ value, outcome }): Served<Value> =>
          old && outcome === "failure" ? served(old, "stale") : { value, state: "new", age: 0 },
        (error: unknown) => {
          if (!old || signal?.aborted) throw error;
          return served(old, "stale");
        },
      );
      // A purged value is known to be wrong: it is served only where there is nothing else.
      if (!old || old.isPurged || maxWait === Infinity) return renewed;
      return Promise.race([renewed, after(maxWait).then(() => served(old, "stale"))]);
    },

    /**
     * Marks the values that show any of these tags: they are loaded anew before they are served. What is being loaded now
     * isn't kept. `all` is every value.
     * @returns how many values were marked
     */
    purge(tags: readonly string[]): number {
      const wanted = new Set(tags);
      let count = 0;
      for (const entry of entries.values()) {
        if (!wanted.has("all") && !entry.tags.some((tag) => wanted.has(tag))) continue;
        entry.isPurged = true;
        entry.retryAt = 0;
        count++;
      }
      flights.clear();
      return count;
    },

    /** Measures a value again that has grown since it was stored. */
    updateSize(key: string): void {
      const entry = entries.peek(key);
      if (entry) entries.set(key, { ...entry });
    },

    delete: (key: string) => entries.delete(key),

    size: () => ({ entries: entries.size, bytes: entries.calculatedSize }),
  };
}

function after(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
}
