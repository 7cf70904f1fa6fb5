import { register } from "prom-client";
import { beforeEach, expect, test } from "vitest";
import { createFairQueue } from "#app/services/runtime/fair-queue.ts";
import { createRecordingLog } from "#tests/setup/fakes/recording-log.ts";
import { sendTo } from "#tests/setup/fakes/recording-response.ts";
import { removeMetrics } from "#tests/setup/site/remove-metrics.ts";
import { createSharedPages, type RenderPage } from "./shared-pages.ts";

beforeEach(() => removeMetrics(["page_cache_pages", "page_cache_bytes"]));

const createPages = (headers: Record<string, string>, render: RenderPage, log = createRecordingLog()) =>
  createSharedPages({
    site: { render },
    origin: undefined,
    headers,
    log,
    maxBytes: 100_000,
    renders: createFairQueue({ maxActive: 1, maxWaiting: 1, maxWaitingPerSender: 1, maxWaitMs: 1000 }),
  });

test.each([
  ["public, max-age=0, s-maxage=30, stale-if-error=86400", "Cookie", "public", 60_000],
  ["public, max-age=0, s-maxage=5", "Accept-Language, Cookie", "public", 5000],
  ["private, no-store", "Cookie", "private", 0],
  ["no-store", "Cookie", "shared", 0],
  // A page isn't shared if it varies by a header that the cache's key lacks, such as Accept.
  ["public, max-age=0, s-maxage=30", "Cookie, Accept", "private", 60_000],
  ["public, max-age=0, s-maxage=30", "", "public", 60_000],
  ["public, max-age=0, s-maxage=30", "*", "private", 60_000],
])("a page with Cache-Control %j and Vary %j is %s, and fresh for %i ms", async (control, vary, audience, maxAge) => {
  const headers = { "Cache-Control": control, Vary: vary, "Content-Type": "text/html" };
  const pages = createPages({}, async () => new Response("page", { headers }));
  const { value } = await pages.fetch("/a", { requestId: "id", address: "unknown", network: "s" });
  expect([value.audience, value.maxAge]).toEqual([audience, maxAge]);
  expect(pages.size().pages).toBe(audience === "public" ? 1 : 0);
});

test("a page has its tags and the site's headers; its own headers override these, and headers for a single visitor are removed", async () => {
  const headers = {
    "Content-Type": "text/html",
    Vary: "Cookie",
    "Set-Cookie": "a=b",
    "X-Request-Id": "made-for",
    "Referrer-Policy": "no-referrer",
  };
  const pages = createPages({ "Referrer-Policy": "origin", "X-Frame-Options": "DENY" }, async (_request, tags) => {
    tags.add("product:1");
    return new Response("page", { headers });
  });
  const { value } = await pages.fetch("/a", { requestId: "made-for", address: "unknown", network: "s" });
  const message = await sendTo(value, "identity");
  expect(value.tags).toEqual(["product:1"]);
  expect(message.headers).toEqual({
    "content-type": "text/html",
    "referrer-policy": "no-referrer",
    "X-Frame-Options": "DENY",
    Vary: "Cookie, Accept-Encoding",
    "Content-Length": "4",
    ETag: expect.any(String) as string,
    "X-Request-Id": "mine",
  });
});

test("a page is rendered with the sender of its first request but without the client's address, and varies by encoding", async () => {
  const requests: unknown[] = [];
  const pages = createPages({}, async (request, _tags, { requestId, traceparent, address, network, signal }) => {
    requests.push([request.url, requestId, traceparent, address, network, signal instanceof AbortSignal]);
    return new Response("page");
  });
  const { value } = await pages.fetch("/a?b", {
    requestId: "id",
    traceparent: "00-a",
    address: "unknown",
    network: "s",
  });
  expect(requests).toEqual([["http://site.invalid/a?b", "id", "00-a", "unknown", "s", true]]);
  const message = await sendTo(value, "identity");
  expect(message.headers["Vary"]).toBe("Accept-Encoding");
});

test("Prometheus gets the number of cached pages and their bytes", async () => {
  const headers = { "Cache-Control": "public, max-age=0, s-maxage=30", Vary: "Cookie" };
  const pages = createPages({}, async () => new Response("page", { headers }));
  await pages.fetch("/a", { requestId: "id", address: "unknown", network: "s" });
  const metrics = await register.metrics();
  expect(metrics).toContain("page_cache_pages 1\n");
  expect(metrics).toContain(`page_cache_bytes ${pages.size().bytes}\n`);
});
