import { expect, onTestFinished, test, vi } from "vitest";

const origin = "https://site.example";

/** Simulates a tab with the page /about-us of the build `one`. @param getLatestId returns the id of the latest build */
async function openTab(getLatestId: () => string, minReloadMs?: number) {
  vi.useFakeTimers();
  vi.resetModules();
  const storedValues = new Map<string, string>();
  const assign = vi.fn();
  const fetchMock = vi.fn(async (_address: string) => Response.json({ id: getLatestId() }));
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }));
  vi.stubGlobal("location", { pathname: "/about-us", search: "", href: `${origin}/about-us`, assign });
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => storedValues.get(key) ?? null,
    setItem: (key: string, value: string) => storedValues.set(key, value),
  });
  const events = new EventTarget();
  vi.stubGlobal("addEventListener", events.addEventListener.bind(events));
  vi.stubGlobal("fetch", fetchMock);
  onTestFinished(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
  const { loadNewBuild, watchForNewBuild } = await import("./new-build.ts");
  watchForNewBuild("one", () => undefined, minReloadMs);
  /** Follows a link. @returns whether the browser loads the page in full */
  const follow = async (path: string) => {
    const next = vi.fn(async () => ({}));
    assign.mockClear();
    void loadNewBuild({ request: new Request(origin + path) } as never, next);
    await vi.advanceTimersByTimeAsync(0);
    expect(next.mock.calls.length + assign.mock.calls.length).toBe(1);
    return assign.mock.calls.length === 1;
  };
  return { assign, events, fetched: fetchMock, follow };
}

test("S19 the browser asks for the latest build every five minutes, and after a new build loads the next page in full", async () => {
  let latestId = "one";
  const { fetched, follow } = await openTab(() => latestId);
  await vi.advanceTimersByTimeAsync(5 * 60_000);
  expect(fetched.mock.calls).toEqual([[expect.stringMatching(/^\/builds\/latest\.json\?\d{13}$/)]]);
  expect(await follow("/news/list")).toBe(false);
  latestId = "two";
  await vi.advanceTimersByTimeAsync(5 * 60_000);
  expect(await follow("/about-us")).toBe(false);
  expect(await follow("/news/list")).toBe(true);
});

test.each([[10_000], [3000, 3000]])("S19 two reloads are at least %i ms apart", async (interval, minReloadMs?) => {
  const { follow } = await openTab(() => "two", minReloadMs);
  await vi.advanceTimersByTimeAsync(5 * 60_000);
  expect(await follow("/news/list")).toBe(true);
  await vi.advanceTimersByTimeAsync(interval - 1);
  expect(await follow("/product/list")).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await follow("/product/list")).toBe(true);
});

test("two simultaneous failures to load scripts reload the page once, and a later failure reloads it again", async () => {
  const { assign, events } = await openTab(() => "one");
  const fail = () => events.dispatchEvent(new Event("chunkgone"));
  fail();
  fail();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(assign.mock.calls).toEqual([[`${origin}/about-us`]]);
  fail();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(assign).toHaveBeenCalledTimes(2);
});
