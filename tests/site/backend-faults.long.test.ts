import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createEmbeddedApi } from "../../app/services/content/embedded-api/request-handler.ts";
import type { Transport } from "../../app/services/api/client.ts";
import { startBackend } from "../mocks/backend.ts";
import { compileTestContent } from "../setup/compiled-content.ts";
import { startSite, type RunningSite } from "../setup/running-site.ts";

const content = compileTestContent();
const api = createEmbeddedApi(content.index);

/** Responses of the backend to paths with this prefix; other paths are served from the content. */
const responders = new Map<string, Transport>();
let backend: Awaited<ReturnType<typeof startBackend>>;
let site: RunningSite;
const closedPaths: string[] = [];

beforeEach(async () => {
  backend = await startBackend((request) => {
    const { pathname } = new URL(request.url);
    const respond = [...responders].find(([start]) => pathname.startsWith(start))?.[1];
    return (respond ?? api)(request);
  });
  backend.onClose((path) => closedPaths.push(path));
  site = await startSite({ API_BASE_URL: backend.origin, API_TIMEOUT_MS: "5000", SITE_URL: "http://site.test" });
});
afterEach(async () => {
  await site.stop();
  await backend.stop();
  responders.clear();
  closedPaths.length = 0;
});

const get = (path: string, init?: RequestInit) => fetch(site.origin + path, { redirect: "manual", ...init });
const respondBroken: Transport = () => Promise.resolve(new Response("broken", { status: 500 }));
const neverRespond: Transport = () => new Promise(() => undefined);
const waitUntil = (check: () => unknown) => vi.waitFor(check, { timeout: 60_000, interval: 100 });

test("failing settings, adverts, menu and neighbours are omitted for seconds, and no page fails", async () => {
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
  for (const start of ["/api/setting", "/api/ad/", "/api/pc/menu"]) responders.set(start, respondBroken);
  for (const [path, part] of pages) {
    const partialPage = await get(path);
    expect([path, partialPage.status, partialPage.headers.get("Cache-Control")]).toEqual([path, 200, seconds]);
    expect(await partialPage.text()).toContain(part);
  }
  responders.clear();
  responders.set("/api/article/prevnext", respondBroken);
  const withoutNeighbours = await get("/en/product/info/dang-gui");
  expect([withoutNeighbours.status, withoutNeighbours.headers.get("Cache-Control")]).toEqual([200, seconds]);
  responders.clear();
  await waitUntil(async () => {
    for (const [path] of [...pages, ["/en/product/info/dang-gui"] as const]) {
      const fullPage = await get(path);
      expect([path, fullPage.headers.get("Cache-Control")]).not.toEqual([path, seconds]);
      expect(await fullPage.text()).toMatch(/岐谷|Qigu/);
    }
  });
});

test("a call ends when its visitor leaves, and otherwise at its time limit", async () => {
  responders.set("/api/product/info", neverRespond);
  const controller = new AbortController();
  const timeoutsBefore = await countOutcome("TimeoutError");
  // Calls with a token aren't shared, so no other request waits for this call.
  const init = { signal: controller.signal, headers: { Cookie: "token=abc" } };
  const abortedRequest = get("/product/info/huang-qi", init).catch((error: Error) => error.name);
  await waitUntil(() => expect(backend.requests.some(({ url }) => url.includes("/api/product/info"))).toBe(true));
  controller.abort();
  expect(await abortedRequest).toBe("AbortError");
  await waitUntil(() => expect(closedPaths).toContain("/api/product/info"));
  expect(await countOutcome("aborted")).toBeGreaterThan(0);
  expect(await countOutcome("TimeoutError")).toBe(timeoutsBefore);
  expect(site.output()).not.toContain("api call failed");

  closedPaths.length = 0;
  expect((await get("/product/info/dang-gui")).status).toBe(503);
  await waitUntil(() => expect(closedPaths).toContain("/api/product/info"));
});

async function countOutcome(readOutcome: string): Promise<number> {
  const metrics = await (await get("/metrics")).text();
  return Number(
    new RegExp(`api_calls_total\\{endpoint="product.info",outcome="${readOutcome}"\\} (\\d+)`).exec(metrics)?.[1] ?? 0,
  );
}
