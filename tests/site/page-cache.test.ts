import { resolve } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createEmbeddedApi } from "../../app/services/content/embedded-api/request-handler.ts";
import type { Transport } from "../../app/services/api/client.ts";
import { startBackend } from "../mocks/backend.ts";
import { compileTestContent } from "../setup/compiled-content.ts";
import { requestPlain, type PlainResponse } from "../setup/plain-http.ts";
import { startSite, type RunningSite } from "../setup/running-site.ts";

const content = compileTestContent();
const api = createEmbeddedApi(content.index);
const responders = new Map<string, Transport>();
let backend: Awaited<ReturnType<typeof startBackend>>;
let site: RunningSite;

beforeAll(async () => {
  backend = await startBackend((request) => (responders.get(new URL(request.url).pathname) ?? api)(request));
  site = await startSite({ API_BASE_URL: backend.origin });
});
afterAll(async () => {
  await site.stop();
  await backend.stop();
  content.dispose();
});

const sendRequest = (path: string, headers?: Record<string, string>, { method = "GET", targetSite = site } = {}) =>
  requestPlain(targetSite, path, headers, method);

describe("pages are rendered once and cached as bytes", () => {
  test("a thousand concurrent requests for an uncached page make each backend call once", async () => {
    const requestCount = backend.requests.length;
    const responses = await Promise.all(Array.from({ length: 1000 }, () => sendRequest("/en/case/list")));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(responses.map(({ headers }) => headers["x-request-id"])).size).toBe(1000);
    const calls = backend.requests.slice(requestCount).map(({ url }) => url);
    expect(calls.length).toBeGreaterThan(0);
    expect(new Set(calls).size).toBe(calls.length);
  });

  test("each encoding has the same page, and its own ETag for a 304", async () => {
    const [identity, br, gzip] = await Promise.all([
      sendRequest("/product/list"),
      sendRequest("/product/list", { "Accept-Encoding": "br" }),
      sendRequest("/product/list", { "Accept-Encoding": "gzip" }),
    ]);
    expect(brotliDecompressSync(br.body)).toEqual(identity.body);
    expect(gunzipSync(gzip.body)).toEqual(identity.body);
    expect(br.headers).toMatchObject({ "content-encoding": "br", vary: "Accept-Encoding", age: "0" });
    const notModified = await sendRequest("/product/list", {
      "Accept-Encoding": "br",
      "If-None-Match": br.headers.etag!,
    });
    expect([notModified.status, notModified.body.length, notModified.headers.etag]).toEqual([304, 0, br.headers.etag]);
    expect(notModified.headers["cache-control"]).toBe(br.headers["cache-control"]);
    expect(notModified.headers["content-security-policy"]).toBe(br.headers["content-security-policy"]);
    const head = await sendRequest("/product/list", { "Accept-Encoding": "br" }, { method: "HEAD" });
    expect([head.status, head.body.length]).toEqual([200, 0]);
    expect(head.headers["content-length"]).toBe(String(br.body.length));
  });

  test("every response has its own request id, and no cached page contains one", async () => {
    const first = await sendRequest("/about-us");
    const second = await sendRequest("/about-us");
    expect(second.headers["x-request-id"]).not.toBe(first.headers["x-request-id"]);
    expect(second.body).toEqual(first.body);
    expect(second.body.toString()).not.toContain(first.headers["x-request-id"]);
  });

  test("a 404 is cached briefly, and shows each visitor their own request id under a matching policy", async () => {
    await sendRequest("/nowhere");
    const [first, second] = [await sendRequest("/nowhere"), await sendRequest("/nowhere")];
    for (const { status, headers, body } of [first, second]) {
      expect([status, headers["cache-control"]]).toEqual([404, "no-store"]);
      expect(body.toString().split(headers["x-request-id"] as string)).toHaveLength(2);
    }
    expect(second.headers["content-security-policy"]).toBe(first.headers["content-security-policy"]);
    expect(site.output()).not.toContain("unexpected error");
  });

  test("unknown query parameters don't split the cache or appear in a page; known ones make separate pages", async () => {
    const plainResponse = await sendRequest("/news/list");
    const campaign = await sendRequest("/news/list?utm_source=letter&fbclid=1");
    expect(campaign.headers.etag).toBe(plainResponse.headers.etag);
    expect(campaign.body.toString()).not.toMatch(/utm_source|fbclid/);
    const [one, other] = [
      await sendRequest("/product/list?page=2&utm_source=x"),
      await sendRequest("/product/list?utm_source=y&page=2"),
    ];
    expect(one.headers.etag).toBe(other.headers.etag);
    expect(one.headers.etag).not.toBe(plainResponse.headers.etag);
  });

  test("the Host and forwarded headers of one visitor don't appear in another visitor's page", async () => {
    const response = await sendRequest("/service/list?sort=title", {
      Host: "evil.example",
      "X-Forwarded-Host": "evil.example",
    });
    expect(response.status).toBe(200);
    expect((await sendRequest("/service/list?sort=title")).body.toString()).not.toContain("evil.example");
  });

  test("loader data are cached separately from pages", async () => {
    const [first, second] = [
      await sendRequest("/service/list.data?_routes=service-list"),
      await sendRequest("/service/list.data"),
    ];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(first.headers.etag).not.toBe(second.headers.etag);
    expect(first.headers.age).toBeDefined();
  });

  test("the loader data of a missing item are an error, and failures aren't cached", async () => {
    responders.set("/api/case/info", () => Promise.reject(new Error("gone")));
    const failure = await sendRequest("/case/info/unseen");
    expect([failure.status, failure.headers["retry-after"]]).toEqual([503, "10"]);
    expect(failure.body.toString()).toContain(failure.headers["x-request-id"]);
    expect((await sendRequest("/case/info/unseen.data")).status).toBe(503);
    responders.set("/api/case/info", () =>
      Promise.resolve(Response.json({ code: 0, data: { id: "unseen", title: "Seen" } })),
    );
    const response = await sendRequest("/case/info/unseen");
    responders.clear();
    expect([response.status, response.body.toString().includes("Seen")]).toEqual([200, true]);
  });
});

describe("private responses aren't shared", () => {
  const isShared = ({ headers }: PlainResponse) => headers.age !== undefined;

  test("a visitor with a token neither reads nor fills the cache", async () => {
    const path = "/prescription/list?sort=title";
    expect(isShared(await sendRequest(path, { Cookie: "token=secret" }))).toBe(false);
    const firstResponse = await sendRequest(path);
    expect(isShared(firstResponse)).toBe(true);
    expect(isShared(await sendRequest(path, { Cookie: "a=b; token=secret" }))).toBe(false);
    expect(isShared(await sendRequest(path, { Cookie: "csrftoken=x" }))).toBe(true);
  });

  test("cached pages don't prevent language redirects", async () => {
    await sendRequest("/");
    await sendRequest("/about-us");
    const redirect = await sendRequest("/about-us", { Cookie: "i18n_redirected=en" });
    expect([redirect.status, redirect.headers.location]).toEqual([302, "/en/about-us"]);
    expect((await sendRequest("/", { "Accept-Language": "en" })).headers.location).toBe("/en");
    expect((await sendRequest("/", { "Accept-Language": "en", Cookie: "i18n_redirected=cn" })).status).toBe(200);
    expect(isShared(await sendRequest("/en/about-us", { Cookie: "i18n_redirected=cn" }))).toBe(true);
  });

  test("the inquiry list belongs to one visitor", async () => {
    const { headers, status } = await sendRequest("/quotation");
    expect([status, headers["cache-control"], headers.age]).toEqual([200, "private, no-store", undefined]);
  });
});

test("while the backend is down, pages are served stale, and pages that nobody has seen are a 503", async () => {
  let isUnavailable = false;
  const ownBackend = await startBackend((request) =>
    isUnavailable ? Promise.reject(new Error("gone")) : api(request),
  );
  const siteWithClock = await startSite({
    API_BASE_URL: ownBackend.origin,
    NODE_OPTIONS: `--import=${resolve("tests/setup/movable-clock.ts")}`,
    CLOCK_STEPS: "120000",
  });
  const load = (path: string) => sendRequest(path, {}, { targetSite: siteWithClock });
  expect((await load("/about-us")).status).toBe(200);
  isUnavailable = true;
  siteWithClock.signal("SIGUSR2");
  await expect.poll(siteWithClock.output, { timeout: 60_000 }).toContain("the clock was advanced");
  const stalePage = await load("/about-us");
  expect(stalePage.status).toBe(200);
  expect(Number(stalePage.headers.age)).toBeGreaterThanOrEqual(120);
  expect((await load("/news/info/unseen")).status).toBe(503);
  const readyResponse = await load("/readyz");
  expect([readyResponse.status, JSON.parse(readyResponse.body.toString())]).toEqual([
    200,
    { ready: true, reasons: ["api: the last call failed: TransportError (pages are served from the cache)"] },
  ]);
  expect((await load("/metrics")).body.toString()).toMatch(/page_cache_stale_age_seconds_count [1-9]/);
  await siteWithClock.stop();
  await ownBackend.stop();
});
