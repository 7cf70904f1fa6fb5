import { expect, test, vi } from "vitest";
import { recordingLog } from "../../tests/setup/recording-log.ts";
import { createCache } from "./cache.ts";

/** A cache with a clock that is moved by hand. */
function cacheWithClock() {
  const log = recordingLog();
  let time = 0;
  return { log, cache: createCache({ log, now: () => time }), advance: (ms: number) => (time += ms) };
}

const minute = 60_000;
const settle = () => new Promise((done) => setImmediate(done));

function counted(...answers: (object | Error)[]) {
  const load = vi.fn(async () => {
    const answer = answers[Math.min(load.mock.calls.length, answers.length) - 1]!;
    if (answer instanceof Error) throw answer;
    return answer;
  });
  return load;
}

test("equal concurrent reads are one call, and a fresh answer is none", async () => {
  const { cache } = cacheWithClock();
  const load = counted({ n: 1 });
  const read = () => cache.read("a", { policy: "content", load: load });
  expect(await Promise.all([read(), read(), read()])).toEqual([{ n: 1 }, { n: 1 }, { n: 1 }]);
  await read();
  expect(load).toHaveBeenCalledTimes(1);
});

test("after a minute content is served stale while one call renews it; shared data after five", async () => {
  const { cache, advance } = cacheWithClock();
  const load = counted({ n: 1 }, { n: 2 });
  const shared = counted({ n: 1 });
  await cache.read("content", { policy: "content", load: load });
  await cache.read("shared", { policy: "shared", load: shared });
  advance(minute + 1000);
  expect(await cache.read("content", { policy: "content", load: load })).toEqual({ n: 1 });
  await settle();
  expect(await cache.read("content", { policy: "content", load: load })).toEqual({ n: 2 });
  await cache.read("shared", { policy: "shared", load: shared });
  expect(shared).toHaveBeenCalledTimes(1);
});

test("a failing renewal serves stale for a day and then the error", async () => {
  const { cache, log, advance } = cacheWithClock();
  const load = counted({ n: 1 }, new Error("down"));
  await cache.read("a", { policy: "content", load: load });
  advance(23 * 60 * minute);
  expect(await cache.read("a", { policy: "content", load: load })).toEqual({ n: 1 });
  await settle();
  expect(log.lines.map(({ message }) => message)).toContain("served stale: renewing failed");
  advance(2 * 60 * minute);
  await expect(cache.read("a", { policy: "content", load: load })).rejects.toThrow("down");
});

test("errors are thrown as they are and never kept", async () => {
  const { cache } = cacheWithClock();
  const load = counted(new Error("down"), { n: 1 });
  await expect(cache.read("a", { policy: "content", load: load })).rejects.toThrow("down");
  expect(await cache.read("a", { policy: "content", load: load })).toEqual({ n: 1 });
});

test("what is purged is asked for anew before it is served, what is on its way too; what isn't, stays", async () => {
  const { cache } = cacheWithClock();
  let n = 0;
  const read = (key: string, tags: string[], load = async () => ({ n: ++n })) =>
    cache.read(key, { policy: "content", load, tagsOf: () => tags });
  await read("list", ["product", "product:1"]);
  await read("menu", ["menu"]);
  cache.purge(["product:1"]);
  expect(await read("list", ["product"])).toEqual({ n: 3 });
  expect(await read("menu", ["menu"])).toEqual({ n: 2 });
  cache.purge(["all"]);
  expect(await read("menu", ["menu"])).toEqual({ n: 4 });
  // Begun before the edit: whoever waits gets it, nobody after.
  const slow = Promise.withResolvers<{ n: number }>();
  const waiting = read("slow", ["product"], () => slow.promise);
  cache.purge(["product"]);
  slow.resolve({ n: 100 });
  expect(await waiting).toEqual({ n: 100 });
  expect(await read("slow", ["product"])).toEqual({ n: 5 });
});

test("what is purged is served all the same where nothing newer can be had", async () => {
  const { cache } = cacheWithClock();
  await cache.read("a", { policy: "content", load: async () => ({ n: 1 }), tagsOf: () => ["a"] });
  cache.purge(["a"]);
  const failing = { policy: "content" as const, load: () => Promise.reject(new Error("down")) };
  expect(await cache.read("a", failing)).toEqual({ n: 1 });
});

test("an answer that says it is gone takes the place of what was kept, whether asked for by time or by a purge", async () => {
  const { cache, advance } = cacheWithClock();
  const gone = new Error("gone");
  const isGone = (error: unknown) => error === gone;
  const load = counted({ n: 1 }, gone, { n: 2 }, gone, { n: 3 });
  const read = () => cache.read("a", { policy: "content", load, isGone, tagsOf: () => ["a"] });
  await read();
  advance(minute + 1000);
  expect(await read()).toEqual({ n: 1 });
  await settle();
  // The old answer is gone, and errors aren't kept: it is asked for again.
  expect(await read()).toEqual({ n: 2 });
  cache.purge(["a"]);
  await expect(Promise.all([read(), read()])).rejects.toThrow("gone");
  expect(await read()).toEqual({ n: 3 });
});
