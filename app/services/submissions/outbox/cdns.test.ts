import { expect, onTestFinished, test } from "vitest";
import { startBackend } from "../../../../tests/mocks/backend.ts";
import { readEnvironment } from "../../runtime/environment.ts";
import { createCdn } from "./cdns.ts";

/** Starts an HTTP server as a CDN's API, and creates the CDN for it. */
async function startCdn(CDN_PURGE: string, respond: () => Response, CDN_PURGE_TOKEN = "a-token") {
  const server = await startBackend(() => Promise.resolve(respond()));
  onTestFinished(() => server.stop());
  const CDN_PURGE_URL = `${server.origin}/purge`;
  const cdn = createCdn(readEnvironment({ CDN_TAGS: "cache-tag", CDN_PURGE, CDN_PURGE_URL, CDN_PURGE_TOKEN }))!;
  return { cdn, server };
}

test("without an address there is no CDN", () => {
  expect(createCdn(readEnvironment({ CDN_TAGS: "surrogate-key" }))).toBeUndefined();
});

test("Cloudflare receives the tags and the token as its API requires", async () => {
  const { cdn, server } = await startCdn("cloudflare", () => Response.json({ success: true, errors: [] }));
  expect(cdn.maxTags).toBe(30);
  expect(await cdn.purge(["all", "product:12"])).toEqual({ isPurged: true });
  const [request] = server.requests;
  expect([request!.method, request!.headers.get("Authorization")]).toEqual(["POST", "Bearer a-token"]);
  expect(await request!.json()).toEqual({ tags: ["all", "product:12"] });
});

test("Cloudflare's call has failed if its body doesn't report success", async () => {
  const { cdn } = await startCdn("cloudflare", () => Response.json({ success: false, errors: [{ code: 1 }] }));
  expect(await cdn.purge(["all"])).toMatchObject({ isPurged: false });
});

test("Fastly receives the tags and the token as its API requires", async () => {
  const { cdn, server } = await startCdn("fastly", () => Response.json({ all: "108-1391560174-974124" }));
  expect(cdn.maxTags).toBe(256);
  expect(await cdn.purge(["all", "product:12"])).toEqual({ isPurged: true });
  const [request] = server.requests;
  expect([request!.method, request!.headers.get("Fastly-Key")]).toEqual(["POST", "a-token"]);
  expect(await request!.json()).toEqual({ surrogate_keys: ["all", "product:12"] });
});

test.each([
  ["a-token", "Bearer a-token"],
  ["", null],
])("the plain call sends the tags, with the token “%s”", async (token, authorization) => {
  const { cdn, server } = await startCdn("plain", () => new Response(), token);
  expect(await cdn.purge(["product:12", "many"])).toEqual({ isPurged: true });
  const [{ method, headers }] = server.requests as [Request];
  expect([method, headers.get("Surrogate-Key")]).toEqual(["PURGE", "product:12 many"]);
  expect(headers.get("Authorization")).toBe(authorization);
});

test("a call has failed if one of several addresses fails", async () => {
  const [first, second] = [
    await startBackend(async () => new Response()),
    await startBackend(async () => new Response("busy", { status: 429, headers: { "Retry-After": "7" } })),
  ];
  onTestFinished(() => Promise.all([first.stop(), second.stop()]).then(() => undefined));
  const CDN_PURGE_URL = `${first.origin}, ${second.origin}`;
  const cdn = createCdn(readEnvironment({ CDN_TAGS: "surrogate-key", CDN_PURGE_URL }))!;
  expect(await cdn.purge(["all"])).toEqual({ isPurged: false, message: "status 429", retryAfter: 7000 });
  expect([first.requests.length, second.requests.length]).toEqual([1, 1]);
});

test("a CDN that can't be reached is a failed call", async () => {
  const { cdn, server } = await startCdn("plain", () => new Response());
  await server.stop();
  expect(await cdn.purge(["all"])).toMatchObject({ isPurged: false, message: expect.stringContaining("ECONNREFUSED") });
});
