import { expect, test, vi } from "vitest";
import { createPageCache, defaultTimes, type CacheablePage } from "./page-cache.ts";

type Page = CacheablePage & { text: string };

const page = (text: string, more: Partial<Page> = {}): Page => ({
  text,
  status: 200,
  size: 100,
  tags: [],
  audience: "public",
  ...more,
});

const settle = () => new Promise((done) => setImmediate(done));

/** A cache whose pages are made by `answers` in turn, the last one again and again, and whose clock is moved by hand. */
function cacheOf(answers: (Page | Error | Promise<Page>)[], options: { maxBytes?: number; maxWait?: number } = {}) {
  const clock = { now: 0 };
  const render = vi.fn(async () => {
    const answer = answers[Math.min(render.mock.calls.length, answers.length) - 1]!;
    if (answer instanceof Error) throw answer;
    return answer;
  });
  const outcomes: string[] = [];
  const cache = createPageCache<Page>({
    render,
    maxBytes: options.maxBytes ?? 10_000,
    maxNotFound: 3,
    times: { ...defaultTimes, maxWait: options.maxWait ?? 50 },
    now: () => clock.now,
    onRenewal: (outcome) => outcomes.push(outcome),
  });
  const fetch = async (key = "/a") => (await cache.fetch(key, { requestId: "id", sender: "s" })).value.text;
  const look = (key = "/a") => {
    const served = cache.lookup(key, { requestId: "id", sender: "s" });
    return served && `${served.state} ${served.value.text} ${served.age}`;
  };
  return { cache, clock, render, outcomes, fetch, look };
}

const minute = 60_000;

test("a thousand who ask for a page that isn't there get one page", async () => {
  const { cache, render, fetch, look } = cacheOf([page("one")]);
  expect(look()).toBeUndefined();
  const texts = await Promise.all(Array.from({ length: 1000 }, () => fetch()));
  expect(new Set(texts)).toEqual(new Set(["one"]));
  expect(render).toHaveBeenCalledTimes(1);
  expect(cache.size()).toMatchObject({ pages: 1 });
});

test("fresh for a minute, then served stale while one request renews it", async () => {
  const { clock, render, fetch, look } = cacheOf([page("one"), page("two")]);
  await fetch();
  clock.now = minute - 1;
  expect(look()).toBe("fresh one 59999");
  clock.now = minute;
  expect([look(), look()]).toEqual(["stale one 60000", "stale one 60000"]);
  await settle();
  expect(look()).toBe("fresh two 0");
  expect(render).toHaveBeenCalledTimes(2);
});

test("a page may be fresh for less than a minute, never for more", async () => {
  const { clock, fetch, look } = cacheOf([page("short", { freshFor: 5000 }), page("long", { freshFor: 10 * minute })]);
  await fetch();
  clock.now = 5000;
  expect(look()).toBe("stale short 5000");
  await settle();
  clock.now += minute;
  expect(look()).toMatch(/^stale long/);
});

test("after ten minutes a visitor waits for a new page, and gets the old one where that takes long or fails", async () => {
  const slow = new Promise<Page>(() => undefined);
  const { clock, fetch, look } = cacheOf([page("one"), new Error("gone"), slow]);
  await fetch();
  clock.now = 11 * minute;
  expect(look()).toBeUndefined();
  expect(await fetch()).toBe("one");
  // Whoever comes in the next seconds doesn't wait for what has just failed.
  expect(look()).toBe("stale one 660000");
  clock.now += 6000;
  expect(look()).toBeUndefined();
  expect(await fetch()).toBe("one");
});

test.each([page("503", { status: 503 }), new Error("gone")])(
  "a page that can't be renewed is served for a day, and tried again every few seconds",
  async (failure) => {
    const { clock, render, outcomes, fetch, look } = cacheOf([page("one"), failure]);
    await fetch();
    for (let hour = 1; hour <= 23; hour++) {
      clock.now = hour * 60 * minute;
      if (!look()) expect(await fetch()).toBe("one");
      await settle();
    }
    expect(render).toHaveBeenCalledTimes(24);
    expect(outcomes).toEqual(Array.from({ length: 23 }, () => "failed"));
    clock.now = 24 * 60 * minute + 1;
    expect(look()).toBeUndefined();
    if (failure instanceof Error) await expect(fetch()).rejects.toThrow("gone");
    else expect(await fetch()).toBe("503");
  },
);

test.each([
  page("500", { status: 500 }),
  page("400", { status: 400, audience: "shared" }),
  page("private", { audience: "private" }),
  page("says nothing", { audience: "shared" }),
])("what must not be kept isn't: $text", async (one) => {
  const { cache, fetch, look } = cacheOf([one]);
  expect(await fetch()).toBe(one.text);
  expect(look()).toBeUndefined();
  expect(cache.size()).toEqual({ pages: 0, bytes: 0, notFound: 0 });
});

test("a page that becomes a redirect is dropped, and one that is gone becomes a 404, kept for seconds from the second time on", async () => {
  const { clock, fetch, look } = cacheOf([page("one"), page("404", { status: 404, audience: "shared" })]);
  await fetch();
  clock.now = minute;
  look();
  await settle();
  expect(look()).toBeUndefined();
  expect(await fetch()).toBe("404");
  expect(look()).toBe("fresh 404 0");
  clock.now += 5000;
  expect(look()).toBeUndefined();
});

test("404s are few, and push no page out", async () => {
  const missing = page("404", { status: 404, audience: "shared", size: 1_000_000 });
  const { cache, fetch } = cacheOf([page("one"), missing]);
  await fetch();
  for (let n = 0; n < 50; n++) await fetch(`/made-up-${n}`);
  expect(cache.size()).toEqual({ pages: 1, bytes: 102, notFound: 3 });
});

test("memory is bounded in bytes: the page longest unasked for goes", async () => {
  const { cache, fetch, look } = cacheOf([page("one", { size: 300 })], { maxBytes: 1000 });
  for (const key of ["/1", "/2", "/3"]) await fetch(key);
  look("/1");
  await fetch("/4");
  expect([look("/1"), look("/2")]).toEqual(["fresh one 0", undefined]);
  expect(cache.size().bytes).toBeLessThanOrEqual(1000);
});

test("a purge by tag: made anew before it is served, and served as it was only where that fails", async () => {
  const { cache, fetch, look } = cacheOf([
    page("one", { tags: ["product", "product:12"] }),
    page("other", { tags: ["product:1"] }),
    new Error("gone"),
    page("two", { tags: ["product:12"] }),
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

test("what was being made when its source changed is not kept, nor given to who comes later", async () => {
  let finish: (page: Page) => void = () => undefined;
  const old = new Promise<Page>((done) => (finish = done));
  const { cache, fetch, look } = cacheOf([old, page("new")]);
  const early = fetch();
  cache.purge(["product:12"]);
  const late = fetch();
  finish(page("old", { tags: ["product:12"] }));
  expect([await early, await late]).toEqual(["old", "new"]);
  expect(look()).toBe("fresh new 0");
});

test("the size of a page that has grown is counted again", async () => {
  const growing = page("one", { size: 300 });
  const { cache, fetch, look } = cacheOf([growing, page("two", { size: 300 })], { maxBytes: 1000 });
  await fetch("/1");
  await fetch("/2");
  growing.size = 900;
  cache.updateSize("/1");
  expect([look("/1"), look("/2")]).toEqual(["fresh one 0", undefined]);
});
