import { expect, test, vi } from "vitest";
import { createRecordingLog } from "../../../tests/setup/recording-log.ts";
import { createCache } from "./cache.ts";

/** Creates a cache with a clock that the test advances. */
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

test("concurrent equal reads make one call, and a fresh response needs none", async () => {
  const { cache } = createCacheWithClock();
  const load = createCountedLoad({ n: 1 });
  const read = () => cache.read("a", { policy: "content", load });
  expect(await Promise.all([read(), read(), read()])).toEqual([{ n: 1 }, { n: 1 }, { n: 1 }]);
  await read();
  expect(load).toHaveBeenCalledTimes(1);
});

test("content is served stale after a minute while one call renews it, shared data after five", async () => {
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

test("if renewal fails, the response is served stale for a day, and then the error is thrown", async () => {
  const { cache, log, advance } = createCacheWithClock();
  const load = createCountedLoad({ n: 1 }, new Error("down"));
  await cache.read("a", { policy: "content", load });
  advance(23 * 60 * minuteMs);
  expect(await cache.read("a", { policy: "content", load })).toEqual({ n: 1 });
  await waitForTurn();
  expect(log.lines.map(({ message }) => message)).toContain("served stale: renewing failed");
  advance(2 * 60 * minuteMs);
  await expect(cache.read("a", { policy: "content", load })).rejects.toThrow("down");
});

test("errors are thrown unchanged and never cached", async () => {
  const { cache } = createCacheWithClock();
  const load = createCountedLoad(new Error("down"), { n: 1 });
  await expect(cache.read("a", { policy: "content", load })).rejects.toThrow("down");
  expect(await cache.read("a", { policy: "content", load })).toEqual({ n: 1 });
});

test("purged responses are loaded again before they are served, including loads in flight; others stay", async () => {
  const { cache } = createCacheWithClock();
  let n = 0;
  const read = (key: string, tags: string[], load = async () => ({ n: ++n })) =>
    cache.read(key, { policy: "content", load, getTags: () => tags });
  await read("list", ["product", "product:1"]);
  await read("menu", ["menu"]);
  cache.purge(["product:1"]);
  expect(await read("list", ["product"])).toEqual({ n: 3 });
  expect(await read("menu", ["menu"])).toEqual({ n: 2 });
  cache.purge(["all"]);
  expect(await read("menu", ["menu"])).toEqual({ n: 4 });
  // This load began before the edit: its callers get the result, later callers don't.
  const slowLoad = Promise.withResolvers<{ n: number }>();
  const pendingRead = read("slow", ["product"], () => slowLoad.promise);
  cache.purge(["product"]);
  slowLoad.resolve({ n: 100 });
  expect(await pendingRead).toEqual({ n: 100 });
  expect(await read("slow", ["product"])).toEqual({ n: 5 });
});

test("a purged response is still served if loading fails", async () => {
  const { cache } = createCacheWithClock();
  await cache.read("a", { policy: "content", load: async () => ({ n: 1 }), getTags: () => ["a"] });
  cache.purge(["a"]);
  const failingLoad = { policy: "content" as const, load: () => Promise.reject(new Error("down")) };
  expect(await cache.read("a", failingLoad)).toEqual({ n: 1 });
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
