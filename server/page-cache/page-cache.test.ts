import { expect, test, vi } from "vitest";
import { createPageCache, defaultPageCacheTimes, type CacheablePage } from "./page-cache.ts";

type Page = CacheablePage & { text: string };

const minuteMs = 60_000;

const createPage = (text: string, options: Partial<Page> = {}): Page => ({
  text,
  status: 200,
  size: 100,
  tags: [],
  audience: "public",
  maxAge: minuteMs,
  ...options,
});

const waitForTurn = () => new Promise((resolve) => setImmediate(resolve));

/** Creates a cache whose renders return `results` in turn and repeat the last one. The test advances its clock. */
function createTestCache(
  results: (Page | Error | Promise<Page>)[],
  options: { maxBytes?: number; maxWait?: number } = {},
) {
  const clock = { now: 0 };
  const render = vi.fn(async () => {
    const result = results[Math.min(render.mock.calls.length, results.length) - 1]!;
    if (result instanceof Error) throw result;
    return result;
  });
  const outcomes: string[] = [];
  const cache = createPageCache<Page>({
    render,
    maxBytes: options.maxBytes ?? 10_000,
    maxNotFound: 3,
    times: { ...defaultPageCacheTimes, maxWait: options.maxWait ?? 50 },
    now: () => clock.now,
    onRevalidation: (outcome) => outcomes.push(outcome),
  });
  const fetch = async (key = "/a") =>
    (await cache.fetch(key, { requestId: "id", address: "unknown", network: "s" })).value.text;
  const lookUp = (key = "/a") => {
    const servedPage = cache.lookup(key, () => ({ requestId: "id", address: "unknown", network: "s" }));
    return servedPage && `${servedPage.state} ${servedPage.value.text} ${servedPage.age}`;
  };
  return { cache, clock, render, outcomes, fetch, look: lookUp };
}

test("a thousand concurrent requests for a missing page render it once", async () => {
  const { cache, render, fetch, look } = createTestCache([createPage("one")]);
  expect(look()).toBeUndefined();
  const texts = await Promise.all(Array.from({ length: 1000 }, () => fetch()));
  expect(new Set(texts)).toEqual(new Set(["one"]));
  expect(render).toHaveBeenCalledTimes(1);
  expect(cache.size()).toMatchObject({ pages: 1 });
});

test("a page is fresh for its lifetime, then served stale while one request revalidates it", async () => {
  const { clock, render, fetch, look } = createTestCache([createPage("one"), createPage("two")]);
  await fetch();
  clock.now = minuteMs - 1;
  expect(look()).toBe("fresh one 59999");
  clock.now = minuteMs;
  expect([look(), look()]).toEqual(["stale one 60000", "stale one 60000"]);
  await waitForTurn();
  expect(look()).toBe("fresh two 0");
  expect(render).toHaveBeenCalledTimes(2);
});

test("after ten minutes a visitor waits for a fresh page, and gets the stale one if rendering is slow or fails", async () => {
  const slowPage = new Promise<Page>(() => undefined);
  const { clock, fetch, look } = createTestCache([createPage("one"), new Error("gone"), slowPage]);
  await fetch();
  clock.now = 11 * minuteMs;
  expect(look()).toBeUndefined();
  expect(await fetch()).toBe("one");
  // In the next seconds no visitor waits for another attempt.
  expect(look()).toBe("stale one 660000");
  clock.now += 6000;
  expect(look()).toBeUndefined();
  expect(await fetch()).toBe("one");
});

test.each([createPage("500", { status: 500 }), new Error("gone")])(
  "a page that can't be revalidated is served stale for a day, while later requests retry",
  async (failure) => {
    const { clock, render, outcomes, fetch, look } = createTestCache([createPage("one"), failure]);
    await fetch();
    for (let hour = 1; hour <= 23; hour++) {
      clock.now = hour * 60 * minuteMs;
      if (!look()) expect(await fetch()).toBe("one");
      await waitForTurn();
    }
    expect(render).toHaveBeenCalledTimes(24);
    expect(outcomes).toEqual(Array.from({ length: 23 }, () => "failed"));
    clock.now = 24 * 60 * minuteMs + 1;
    expect(look()).toBeUndefined();
    if (failure instanceof Error) await expect(fetch()).rejects.toThrow("gone");
    else expect(await fetch()).toBe("500");
  },
);

test.each([
  createPage("500", { status: 500 }),
  createPage("400", { status: 400, audience: "shared" }),
  createPage("private", { audience: "private" }),
  createPage("without a lifetime", { audience: "shared" }),
])("an error, a private page and a page without a lifetime aren't cached: “$text”", async (page) => {
  const { cache, fetch, look } = createTestCache([page]);
  expect(await fetch()).toBe(page.text);
  expect(look()).toBeUndefined();
  expect(cache.size()).toEqual({ pages: 0, bytes: 0, notFound: 0 });
});

test("a page that is no longer found leaves the cache, and the next request caches its 404 for a few seconds", async () => {
  const { clock, fetch, look } = createTestCache([createPage("one"), createPage("404", { status: 404, maxAge: 5000 })]);
  await fetch();
  clock.now = minuteMs;
  look();
  await waitForTurn();
  expect(look()).toBeUndefined();
  expect(await fetch()).toBe("404");
  expect(look()).toBe("fresh 404 0");
  clock.now += 5000;
  expect(look()).toBeUndefined();
});

test.each(["shared", "private"] as const)("a 404 with the audience %s isn't cached", async (audience) => {
  const { cache, fetch } = createTestCache([createPage("404", { status: 404, audience })]);
  await fetch();
  await fetch();
  expect(cache.size().notFound).toBe(0);
});

test("a purge drops all 404s, even one being rendered, and a page that exists again replaces its 404", async () => {
  const notFoundPage = createPage("404", { status: 404 });
  let finish: (page: Page) => void = () => undefined;
  const slowPage = new Promise<Page>((resolve) => (finish = resolve));
  const { cache, fetch } = createTestCache([notFoundPage, createPage("found"), notFoundPage, slowPage]);
  await fetch("/a");
  expect(cache.size().notFound).toBe(1);
  await fetch("/a");
  expect(cache.size().notFound).toBe(0);
  await fetch("/b");
  cache.purge(["all"]);
  expect(cache.size().notFound).toBe(0);
  const rendering = fetch("/c");
  await waitForTurn();
  cache.purge(["all"]);
  finish(notFoundPage);
  await rendering;
  expect(cache.size().notFound).toBe(0);
});

test("only a few 404s are cached, and they evict no page", async () => {
  const notFoundPage = createPage("404", { status: 404, size: 1_000_000 });
  const { cache, fetch } = createTestCache([createPage("one"), notFoundPage]);
  await fetch();
  for (let n = 0; n < 50; n++) await fetch(`/made-up-${n}`);
  expect(cache.size()).toEqual({ pages: 1, bytes: 102, notFound: 3 });
});

test("memory is bounded in bytes, and the least recently used page is evicted", async () => {
  const { cache, fetch, look } = createTestCache([createPage("one", { size: 300 })], { maxBytes: 1000 });
  for (const key of ["/1", "/2", "/3"]) await fetch(key);
  look("/1");
  await fetch("/4");
  expect([look("/1"), look("/2")]).toEqual(["fresh one 0", undefined]);
  expect(cache.size().bytes).toBeLessThanOrEqual(1000);
});

test("purged pages are rendered again, and served stale only if that fails", async () => {
  const { cache, fetch, look } = createTestCache([
    createPage("one", { tags: ["product", "product:12"] }),
    createPage("other", { tags: ["product:1"] }),
    new Error("gone"),
    createPage("two", { tags: ["product:12"] }),
  ]);
  await fetch("/a");
  await fetch("/b");
  expect(cache.purge(["product:12", "menu"])).toBe(1);
  expect([look("/a"), look("/b")]).toEqual([undefined, "fresh other 0"]);
  expect(await fetch("/a")).toBe("one");
  expect(cache.purge(["all"])).toBe(2);
  expect(look("/b")).toBeUndefined();
  expect(await fetch("/a")).toBe("two");
});

test("a page that is being rendered during a purge is neither cached nor sent to later visitors", async () => {
  let finish: (page: Page) => void = () => undefined;
  const oldPage = new Promise<Page>((resolve) => (finish = resolve));
  const { cache, fetch, look } = createTestCache([oldPage, createPage("new")]);
  const firstFetch = fetch();
  cache.purge(["product:12"]);
  const secondFetch = fetch();
  finish(createPage("old", { tags: ["product:12"] }));
  expect([await firstFetch, await secondFetch]).toEqual(["old", "new"]);
  expect(look()).toBe("fresh new 0");
});

test("the size of a page is updated when it grows", async () => {
  const growingPage = createPage("one", { size: 300 });
  const { cache, fetch, look } = createTestCache([growingPage, createPage("two", { size: 300 })], { maxBytes: 1000 });
  await fetch("/1");
  await fetch("/2");
  growingPage.size = 900;
  cache.updateSize("/1");
  expect([look("/1"), look("/2")]).toEqual(["fresh one 0", undefined]);
});
