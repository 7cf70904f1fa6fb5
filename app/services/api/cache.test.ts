import { expect, test, vi } from "vitest";
import { createRecordingLog } from "#tests/setup/fakes/recording-log.ts";
import { createCache } from "./cache.ts";

// Staleness, sharing, revalidation and purges are tested with the page cache, which has the same implementation.
function createCacheWithClock() {
  const log = createRecordingLog();
  let time = 0;
  return { log, cache: createCache({ log, now: () => time }), advance: (ms: number) => (time += ms) };
}

const minuteMs = 60_000;
const waitForTurn = () => new Promise((resolve) => setImmediate(resolve));

function createCountedLoad(...results: (object | Error)[]) {
  const load = vi.fn(async () => {
    const result = results[Math.min(load.mock.calls.length, results.length) - 1]!;
    if (result instanceof Error) throw result;
    return result;
  });
  return load;
}

test("content becomes stale after a minute and shared data after five, and is served stale while one call revalidates it", async () => {
  const { cache, advance } = createCacheWithClock();
  const load = createCountedLoad({ n: 1 }, { n: 2 });
  const shared = createCountedLoad({ n: 1 });
  await cache.read("content", { policy: "content", load });
  await cache.read("shared", { policy: "shared", load: shared });
  advance(minuteMs + 1000);
  expect(await cache.read("content", { policy: "content", load })).toEqual({ n: 1 });
  await waitForTurn();
  expect(await cache.read("content", { policy: "content", load })).toEqual({ n: 2 });
  await cache.read("shared", { policy: "shared", load: shared });
  expect(shared).toHaveBeenCalledTimes(1);
});

test("if revalidation fails, the response is served stale for a day, and then the error is thrown", async () => {
  const { cache, log, advance } = createCacheWithClock();
  const load = createCountedLoad({ n: 1 }, new Error("down"));
  await cache.read("a", { policy: "content", load });
  advance(23 * 60 * minuteMs);
  expect(await cache.read("a", { policy: "content", load })).toEqual({ n: 1 });
  await waitForTurn();
  expect(log.lines.map(({ message }) => message)).toContain("stale response served, because revalidation failed");
  advance(2 * 60 * minuteMs);
  await expect(cache.read("a", { policy: "content", load })).rejects.toThrow("down");
});

test('a "not found" response replaces the cached one, after expiry or a purge', async () => {
  const { cache, advance } = createCacheWithClock();
  const goneError = new Error("gone");
  const isNotFound = (error: unknown) => error === goneError;
  const load = createCountedLoad({ n: 1 }, goneError, { n: 2 }, goneError, { n: 3 });
  const read = () => cache.read("a", { policy: "content", load, isNotFound, getTags: () => ["a"] });
  await read();
  advance(minuteMs + 1000);
  expect(await read()).toEqual({ n: 1 });
  await waitForTurn();
  // The old response was dropped and errors aren't cached, so the call is made again.
  expect(await read()).toEqual({ n: 2 });
  cache.purge(["a"]);
  await expect(Promise.all([read(), read()])).rejects.toThrow("gone");
  expect(await read()).toEqual({ n: 3 });
});

test("the size of a small response includes the memory of its entry", async () => {
  const cache = createCache({ log: createRecordingLog(), maxBytes: 100_000 });
  const load = createCountedLoad({ n: 1 });
  const readAll = async () => {
    for (let id = 0; id < 300; id++) await cache.read(`product.info ${id}`, { policy: "content", load });
  };
  await readAll();
  await readAll();
  // About 190 entries fit, so the first are evicted before they are read again.
  expect(load).toHaveBeenCalledTimes(600);
});

test("each reader gets the tags, and learns whether the response is stale", async () => {
  const { cache, advance } = createCacheWithClock();
  const reports: unknown[] = [];
  const read = () =>
    cache.read("a", {
      policy: "content",
      load: async () => ({}),
      getTags: () => ["product:1"],
      onRead: (tags) => void reports.push(tags),
      onStale: () => void reports.push("stale"),
    });
  await read();
  await read();
  expect(reports).toEqual([["product:1"], ["product:1"]]);
  advance(minuteMs + 1000);
  await read();
  expect(reports.slice(2)).toEqual(["stale", ["product:1"]]);
});
