import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createEmbeddedApi } from "../../app/embedded-api/door.ts";
import type { Transport } from "../../app/services/client.ts";
import { startBackend } from "../mocks/backend.ts";
import { compiledContent } from "../setup/compiled-content.ts";
import { startSite, type RunningSite } from "../setup/running-site.ts";

const content = compiledContent();
const door = createEmbeddedApi(content.index);

/** What the backend does with paths that begin so; anything else is answered from the content. */
const answers = new Map<string, Transport>();
let backend: Awaited<ReturnType<typeof startBackend>>;
let site: RunningSite;
const closed: string[] = [];

beforeEach(async () => {
  backend = await startBackend((request) => {
    const { pathname } = new URL(request.url);
    const own = [...answers].find(([start]) => pathname.startsWith(start))?.[1];
    return (own ?? door)(request);
  });
  backend.onClose((path) => closed.push(path));
  site = await startSite({ API_BASE_URL: backend.origin, API_TIMEOUT_MS: "5000", SITE_URL: "http://site.test" });
});
afterEach(async () => {
  await site.stop();
  await backend.stop();
  answers.clear();
  closed.length = 0;
});

const get = (path: string, init?: RequestInit) => fetch(site.origin + path, { redirect: "manual", ...init });
const fails: Transport = () => Promise.resolve(new Response("broken", { status: 500 }));
const hangs: Transport = () => new Promise(() => undefined);
const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 12_000, interval: 100 });

test("settings, adverts, menu and neighbours that fail are left out for seconds, and no page fails", async () => {
  const pages: [path: string, part: string][] = [
    ["/about-us", "公司介绍暂时无法显示"],
    ["/en/about-us", "can’t be shown at the moment"],
    ["/en/contact-us", 'name="contact"'],
    ["/en/product/list", "</footer>"],
    ["/en/product/info/huang-qi", "</footer>"],
    ["/", "</footer>"],
    ["/en/rss.xml", "<rss"],
    ["/manifest.webmanifest", "icons"],
  ];
  const seconds = "public, max-age=0, s-maxage=3";
  for (const start of ["/api/setting", "/api/ad/", "/api/pc/menu"]) answers.set(start, fails);
  for (const [path, part] of pages) {
    const partial = await get(path);
    expect([path, partial.status, partial.headers.get("Cache-Control")]).toEqual([path, 200, seconds]);
    expect(await partial.text()).toContain(part);
  }
  answers.clear();
  answers.set("/api/article/prevnext", fails);
  const withoutNeighbours = await get("/en/product/info/dang-gui");
  expect([withoutNeighbours.status, withoutNeighbours.headers.get("Cache-Control")]).toEqual([200, seconds]);
  answers.clear();
  await eventually(async () => {
    for (const [path] of [...pages, ["/en/product/info/dang-gui"] as const]) {
      const whole = await get(path);
      expect([path, whole.headers.get("Cache-Control")]).not.toEqual([path, seconds]);
      expect(await whole.text()).toMatch(/岐谷|Qigu/);
    }
  });
});

test("a call that always fails doesn't take other calls' pages with it", async () => {
  answers.set("/api/news/list", fails);
  for (let page = 1; page <= 8; page++) expect((await get(`/news/list?page=${page}`)).status).toBe(503);
  for (const path of ["/product/list", "/en/case/list", "/en/product/info/huang-qi"]) {
    expect((await get(path)).status).toBe(200);
  }
  const metrics = await (await get("/metrics")).text();
  expect(metrics).toContain('api_circuit_open{endpoint="news.list"} 1');
  expect(metrics).toContain('api_circuit_open{endpoint="product.list"} 0');
  answers.clear();
  await eventually(async () => expect((await get("/news/list?page=1")).status).toBe(200));
});

test("a call whose visitor has left ends, and a call without an answer at its time limit", async () => {
  answers.set("/api/product/info", hangs);
  const leaving = new AbortController();
  const before = await countOutcome("TimeoutError");
  // With a token nothing is shared: nobody else can be waiting.
  const init = { signal: leaving.signal, headers: { Cookie: "token=abc" } };
  const left = get("/product/info/huang-qi", init).catch((error: Error) => error.name);
  await eventually(() => expect(backend.requests.some(({ url }) => url.includes("/api/product/info"))).toBe(true));
  leaving.abort();
  expect(await left).toBe("AbortError");
  await eventually(() => expect(closed).toContain("/api/product/info"));
  expect(await countOutcome("aborted")).toBeGreaterThan(0);
  expect(await countOutcome("TimeoutError")).toBe(before);
  expect(site.output()).not.toContain("api call failed");

  closed.length = 0;
  expect((await get("/product/info/dang-gui")).status).toBe(503);
  await eventually(() => expect(closed).toContain("/api/product/info"));
});

async function countOutcome(outcome: string): Promise<number> {
  const metrics = await (await get("/metrics")).text();
  return Number(
    new RegExp(`api_calls_total\\{endpoint="product.info",outcome="${outcome}"\\} (\\d+)`).exec(metrics)?.[1],
  );
}
