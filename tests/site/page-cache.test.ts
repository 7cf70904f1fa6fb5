import { resolve } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { requestPlain } from "#tests/setup/proxies/plain-http.ts";
import { waitUntil } from "#tests/setup/site/guestbook-form.ts";
import { setUpBackend, setUpSite } from "#tests/setup/site/site.ts";

// The unit tests of `server/page-cache` and `app/http/page-keys.ts` cover which pages are shared, and for how long.
const backend = await setUpBackend();
const site = setUpSite(() => ({
  API_BASE_URL: backend.origin,
  NODE_OPTIONS: `--import=${resolve("tests/setup/fakes/movable-clock.ts")}`,
  CLOCK_STEPS: "120000",
  TRUST_PROXY: "127.0.0.1",
}));
beforeEach(() => backend.responders.clear());

const sendRequest = (path: string, headers?: Record<string, string>) => requestPlain(site, path, headers);

const requestId = "0123456789abcdef0123456789abcdef";
const traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
const headers = { "X-Request-Id": requestId, traceparent };

const getIds = (start: number) =>
  backend.requests.slice(start).map(({ headers }) => [headers.get("X-Request-Id"), headers.get("traceparent")]);

const findLine = (id: string) =>
  site
    .output()
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .find((line) => line["requestId"] === id && line["msg"] === "request");

test.each(["/en/product/info/huang-qi", "/en/login"])(
  "the ids that a trusted proxy sends are in the response, the log and the API calls: %s",
  async (path) => {
    const requestCount = backend.requests.length;
    const response = await site.get(path, headers);
    await response.text();
    expect(response.headers.get("X-Request-Id")).toBe(requestId);
    if (path.includes("product")) expect(getIds(requestCount)).toContainEqual([requestId, traceparent]);
    await waitUntil(() => findLine(requestId) !== undefined);
    expect(findLine(requestId)).toMatchObject({
      traceId: "4bf92f3577b34da6a3ce929d0e0e4736",
      build: expect.stringMatching(/^[\da-f]{12}$/),
    });
  },
);

test("a cached page is sent with the current request's id, and a fresh cached response isn't logged", async () => {
  const path = "/en/product/info/gan-cao";
  const ids = ["c", "d"].map((digit) => digit.repeat(32));
  for (const id of ids) {
    const response = await site.get(path, { "X-Request-Id": id });
    await response.text();
    expect(response.headers.get("X-Request-Id")).toBe(id);
  }
  const metrics = await (await site.get("/metrics")).text();
  expect(metrics).toMatch(/page_cache_responses_total\{state="fresh"\} [1-9]/);
  await waitUntil(() => findLine(ids[0]!)?.["path"] === path);
  expect(findLine(ids[1]!)).toBeUndefined();
});

test("a 404 is cached briefly, but shows the id of each request, and keeps its content security policy", async () => {
  await sendRequest("/nowhere");
  const [first, second] = [await sendRequest("/nowhere"), await sendRequest("/nowhere")];
  for (const { status, headers, body } of [first, second]) {
    expect([status, headers["cache-control"]]).toEqual([404, "public, max-age=0, s-maxage=5"]);
    expect(body.toString().split(headers["x-request-id"] as string)).toHaveLength(2);
  }
  expect(second.headers["content-security-policy"]).toBe(first.headers["content-security-policy"]);
  expect(site.output()).not.toContain("unexpected error");
});

test("while the backend is down, pages are served stale, and pages that nobody has seen are a 503", async () => {
  expect((await sendRequest("/about-us")).status).toBe(200);
  for (const path of [
    "/api/setting/list",
    "/api/pc/menu/tree",
    "/api/ad/data/list",
    "/api/news/info",
    "/api/page/list",
  ])
    backend.responders.set(path, () => Promise.reject(new Error("gone")));
  site.signal("SIGUSR2");
  await expect.poll(site.output).toContain("the clock was advanced");
  const stalePage = await sendRequest("/about-us");
  expect(stalePage.status).toBe(200);
  expect(Number(stalePage.headers.age)).toBeGreaterThanOrEqual(120);
  expect(stalePage.headers["cache-control"]).toBe("public, max-age=0, s-maxage=5, stale-if-error=86400");
  expect((await sendRequest("/news/info/unseen")).status).toBe(503);
  const readyResponse = await sendRequest("/readyz");
  expect([readyResponse.status, JSON.parse(readyResponse.body.toString())]).toEqual([
    200,
    { ready: true, reasons: ["api: the last call failed: TransportError (pages are served from the cache)"] },
  ]);
  expect((await sendRequest("/metrics")).body.toString()).toMatch(/page_cache_stale_age_seconds_count [1-9]/);
});
