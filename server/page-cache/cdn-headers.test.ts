import { expect, test } from "vitest";
import {
  partialCacheControl,
  privateNoStore,
  getCacheControlForStatus,
} from "../../app/services/runtime/http-cache.ts";
import { createCdnHeaders } from "./cdn-headers.ts";
import type { BufferedResponse } from "./page-response.ts";

type Variables = Parameters<typeof createCdnHeaders>[0];

const purgedCdn: Variables = { CDN_TAGS: "surrogate-key", CDN_PURGE_URL: ["http://cdn.example/"] };

const createPage = (
  more: Partial<BufferedResponse> = {},
  cacheControl = getCacheControlForStatus(200),
): BufferedResponse => ({
  status: 200,
  audience: "public",
  tags: ["product", "product:12"],
  maxAge: undefined,
  requestId: "made-for",
  headers: [["cache-control", cacheControl]],
  body: Buffer.from("<p>page</p>"),
  ...more,
});

const getHeaders = (variables: Variables, page = createPage()) =>
  Object.fromEntries(createCdnHeaders(variables)!(page).headers.slice(1)) as Record<string, string | undefined>;

test("without CDN_TAGS pages get no headers for a CDN", () => {
  expect(createCdnHeaders({})).toBeUndefined();
  expect(createCdnHeaders({ CDN_PURGE_URL: ["http://cdn.example/"] })).toBeUndefined();
});

test("a page has its tags and its lifetime in the cache", () => {
  expect(getHeaders(purgedCdn)).toEqual({
    "Surrogate-Key": "all product product:12",
    "Surrogate-Control": "max-age=86400, stale-while-revalidate=600, stale-if-error=604800",
    "X-Accel-Expires": "0",
  });
});

test("a CDN keeps pages for long only if the site learns of every edit and purges it", () => {
  const getControl = (variables: Variables) => getHeaders(variables)["Surrogate-Control"];
  const usualControl = "max-age=30, stale-while-revalidate=20, stale-if-error=86400";
  expect(getControl({ CDN_TAGS: "surrogate-key" })).toBe(usualControl);
  expect(getControl({ ...purgedCdn, API_BASE_URL: "http://cms.example" })).toBe(usualControl);
  expect(getControl({ ...purgedCdn, API_BASE_URL: "http://cms.example", PURGE_SECRET: ["s"] })).toContain(
    "max-age=86400",
  );
});

test("a page from stale data, or without one of its parts, is kept for seconds", () => {
  const staleHeaders = getHeaders(purgedCdn, createPage({ maxAge: 5000 }));
  expect(staleHeaders["Surrogate-Control"]).toBe("max-age=5, stale-if-error=86400");
  const partialHeaders = getHeaders(purgedCdn, createPage({ maxAge: 3000 }, partialCacheControl));
  expect(partialHeaders["Surrogate-Control"]).toBe("max-age=3, stale-if-error=86400");
});

test.each([
  ["private", createPage({ audience: "private" }, privateNoStore)],
  ["for those who wait now", createPage({ audience: "shared" }, "no-store")],
  ["missing", createPage({ status: 404 })],
  ["showing the id of its request", createPage({ body: Buffer.from("id made-for") })],
])("a page that is %s has no header for a CDN", (_, page) => {
  expect(createCdnHeaders(purgedCdn)!(page)).toBe(page);
});

test("tags that no purge can name are left out", () => {
  const tags = ["product:%E8%8D%AF", "a b", "a,b", "药", "a\r\nX: y", "a".repeat(301), ""];
  expect(getHeaders(purgedCdn, createPage({ tags }))["Surrogate-Key"]).toBe("all product:%E8%8D%AF");
});

test("more tags than fit into a header are replaced by one", () => {
  const tags = Array.from({ length: 1000 }, (_, id) => `product:${id}`);
  expect(getHeaders(purgedCdn, createPage({ tags }))["Surrogate-Key"]).toBe("all many");
  expect(getHeaders(purgedCdn, createPage({ tags: tags.slice(0, 400) }))["Surrogate-Key"]).toContain(" product:399");
});
