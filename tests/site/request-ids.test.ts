import { afterAll, beforeAll, expect, test } from "vitest";
import { createEmbeddedApi } from "../../app/services/content/embedded-api/request-handler.ts";
import { startBackend } from "../mocks/backend.ts";
import { compileTestContent } from "../setup/compiled-content.ts";
import { waitUntil } from "../setup/guestbook-form.ts";
import { startSite, type RunningSite } from "../setup/running-site.ts";

const requestId = "0123456789abcdef0123456789abcdef";
const traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
const headers = { "X-Request-Id": requestId, traceparent };

const content = compileTestContent();
let backend: Awaited<ReturnType<typeof startBackend>>;
/** A site that trusts this machine as its proxy, and one that doesn't. */
let behindProxy: RunningSite;
let siteWithoutProxy: RunningSite;
beforeAll(async () => {
  backend = await startBackend(createEmbeddedApi(content.index));
  const common = { API_BASE_URL: backend.origin, LOG_LEVEL: "info" };
  behindProxy = await startSite({ ...common, TRUST_PROXY: "127.0.0.1" });
  siteWithoutProxy = await startSite({ ...common, TRUST_PROXY: "192.0.2.1" });
});
afterAll(async () => {
  await Promise.all([behindProxy.stop(), siteWithoutProxy.stop()]);
  await backend.stop();
  content.dispose();
});

/** Returns the ids of the backend's calls since `start`. */
const getIds = (start: number) =>
  backend.requests.slice(start).map(({ headers }) => [headers.get("X-Request-Id"), headers.get("traceparent")]);

const findLine = (site: RunningSite, id: string) =>
  site
    .output()
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .find((line) => line["requestId"] === id && line["msg"] === "request");

test.each(["/en/product/info/huang-qi", "/en/login"])(
  "ids of a trusted proxy are in the response, the log and the calls of the API: %s",
  async (path) => {
    const requestCount = backend.requests.length;
    const response = await fetch(behindProxy.origin + path, { headers });
    await response.text();
    expect(response.headers.get("X-Request-Id")).toBe(requestId);
    if (path.includes("product")) expect(getIds(requestCount)).toContainEqual([requestId, traceparent]);
    await waitUntil(() => findLine(behindProxy, requestId) !== undefined);
    expect(findLine(behindProxy, requestId)).toMatchObject({
      traceId: "4bf92f3577b34da6a3ce929d0e0e4736",
      build: expect.stringMatching(/^[\da-f]{12}$/),
    });
  },
);

test("a cached page has the id of each request", async () => {
  const path = "/en/product/info/gan-cao";
  const ids = [requestId, requestId.replace("0", "f")];
  for (const id of ids) {
    const response = await fetch(behindProxy.origin + path, { headers: { "X-Request-Id": id } });
    await response.text();
    expect(response.headers.get("X-Request-Id")).toBe(id);
  }
});

test("a visitor can't choose the ids", async () => {
  const requestCount = backend.requests.length;
  const response = await fetch(`${siteWithoutProxy.origin}/en/product/info/huang-qi`, { headers });
  await response.text();
  expect(response.headers.get("X-Request-Id")).not.toBe(requestId);
  const ids = getIds(requestCount);
  expect(ids.length).toBeGreaterThan(0);
  for (const [id, trace] of ids) expect([id === requestId, trace]).toEqual([false, null]);
});
