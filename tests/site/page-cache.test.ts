import { setTimeout as sleep } from "node:timers/promises";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createEmbeddedApi } from "../../app/embedded-api/door.ts";
import type { Transport } from "../../app/services/client.ts";
import { startBackend } from "../mocks/backend.ts";
import { compiledContent } from "../setup/compiled-content.ts";
import { askOf, type Got } from "../setup/plain-http.ts";
import { startSite, type RunningSite } from "../setup/running-site.ts";

const content = compiledContent();
const door = createEmbeddedApi(content.index);
const answers = new Map<string, Transport>();
let backend: Awaited<ReturnType<typeof startBackend>>;
let site: RunningSite;

beforeAll(async () => {
  backend = await startBackend((request) => (answers.get(new URL(request.url).pathname) ?? door)(request));
  site = await startSite({ API_BASE_URL: backend.origin });
});
afterAll(async () => {
  await site.stop();
  await backend.stop();
  content.dispose();
});

const ask = (path: string, headers?: Record<string, string>, { method = "GET", of = site } = {}) =>
  askOf(of, path, headers, method);

describe("pages are made once and kept as bytes", () => {
  test("a thousand who ask at once for a page that nobody has seen cost one call each to the backend", async () => {
    const before = backend.requests.length;
    const got = await Promise.all(Array.from({ length: 1000 }, () => ask("/en/case/list")));
    expect(new Set(got.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(got.map(({ headers }) => headers["x-request-id"])).size).toBe(1000);
    const calls = backend.requests.slice(before).map(({ url }) => url);
    expect(calls.length).toBeGreaterThan(0);
    expect(new Set(calls).size).toBe(calls.length);
  });

  test("in each encoding the same page, each with a tag by which a second request is a 304", async () => {
    const [identity, br, gzip] = await Promise.all([
      ask("/product/list"),
      ask("/product/list", { "Accept-Encoding": "br" }),
      ask("/product/list", { "Accept-Encoding": "gzip" }),
    ]);
    expect(brotliDecompressSync(br.body)).toEqual(identity.body);
    expect(gunzipSync(gzip.body)).toEqual(identity.body);
    expect(br.headers).toMatchObject({ "content-encoding": "br", vary: "Accept-Encoding", age: "0" });
    const known = await ask("/product/list", { "Accept-Encoding": "br", "If-None-Match": br.headers.etag! });
    expect([known.status, known.body.length, known.headers.etag]).toEqual([304, 0, br.headers.etag]);
    expect(known.headers["cache-control"]).toBe(br.headers["cache-control"]);
    expect(known.headers["content-security-policy"]).toBe(br.headers["content-security-policy"]);
    const head = await ask("/product/list", { "Accept-Encoding": "br" }, { method: "HEAD" });
    expect([head.status, head.body.length]).toEqual([200, 0]);
    expect(head.headers["content-length"]).toBe(String(br.body.length));
  });

  test("every answer has a request id of its own, and no kept page has one in it", async () => {
    const first = await ask("/about-us");
    const second = await ask("/about-us");
    expect(second.headers["x-request-id"]).not.toBe(first.headers["x-request-id"]);
    expect(second.body).toEqual(first.body);
    expect(second.body.toString()).not.toContain(first.headers["x-request-id"]);
  });

  test("a 404 is kept for a moment, and shows each visitor their own id under a policy that fits", async () => {
    await ask("/nowhere");
    const [first, second] = [await ask("/nowhere"), await ask("/nowhere")];
    for (const { status, headers, body } of [first, second]) {
      expect([status, headers["cache-control"]]).toEqual([404, "no-store"]);
      expect(body.toString().split(headers["x-request-id"] as string)).toHaveLength(2);
    }
    expect(second.headers["content-security-policy"]).toBe(first.headers["content-security-policy"]);
    expect(site.output()).not.toContain("unexpected error");
  });

  test("queries that mean nothing neither split the cache nor get into a page; those that do are pages of their own", async () => {
    const plain = await ask("/news/list");
    const campaign = await ask("/news/list?utm_source=letter&fbclid=1");
    expect(campaign.headers.etag).toBe(plain.headers.etag);
    expect(campaign.body.toString()).not.toMatch(/utm_source|fbclid/);
    const [one, other] = [await ask("/news/list?page=2&utm_source=x"), await ask("/news/list?utm_source=y&page=2")];
    expect(one.headers.etag).toBe(other.headers.etag);
    expect(one.headers.etag).not.toBe(plain.headers.etag);
  });

  test("the Host and the forwarded headers of one visitor are in no other's page", async () => {
    const asked = await ask("/service/list?sort=title", { Host: "evil.example", "X-Forwarded-Host": "evil.example" });
    expect(asked.status).toBe(200);
    expect((await ask("/service/list?sort=title")).body.toString()).not.toContain("evil.example");
  });

  test("loader data is kept too, apart from its page", async () => {
    const [one, two] = [await ask("/service/list.data?_routes=service-list"), await ask("/service/list.data")];
    expect([one.status, two.status]).toEqual([200, 200]);
    expect(one.headers.etag).not.toBe(two.headers.etag);
    expect(one.headers.age).toBeDefined();
  });

  test("while an item isn't there its loader data is an error, and nothing that failed is kept", async () => {
    answers.set("/api/case/info", () => Promise.reject(new Error("gone")));
    const failed = await ask("/case/info/unseen");
    expect([failed.status, failed.headers["retry-after"]]).toEqual([503, "10"]);
    expect(failed.body.toString()).toContain(failed.headers["x-request-id"]);
    expect((await ask("/case/info/unseen.data")).status).toBe(503);
    answers.set("/api/case/info", () =>
      Promise.resolve(Response.json({ code: 0, data: { id: "unseen", title: "Seen" } })),
    );
    const found = await ask("/case/info/unseen");
    answers.clear();
    expect([found.status, found.body.toString().includes("Seen")]).toEqual([200, true]);
  });
});

describe("what isn't the same for everyone isn't shared", () => {
  const isShared = ({ headers }: Got) => headers.age !== undefined;

  test("a visitor with a token neither reads nor fills the cache", async () => {
    const path = "/prescription/list?sort=title";
    expect(isShared(await ask(path, { Cookie: "token=secret" }))).toBe(false);
    const before = await ask(path);
    expect(isShared(before)).toBe(true);
    expect(isShared(await ask(path, { Cookie: "a=b; token=secret" }))).toBe(false);
    expect(isShared(await ask(path, { Cookie: "csrftoken=x" }))).toBe(true);
  });

  test("kept pages don't keep the language rules from working", async () => {
    await ask("/");
    await ask("/about-us");
    const sentOn = await ask("/about-us", { Cookie: "i18n_redirected=en" });
    expect([sentOn.status, sentOn.headers.location]).toEqual([302, "/en/about-us"]);
    expect((await ask("/", { "Accept-Language": "en" })).headers.location).toBe("/en");
    expect((await ask("/", { "Accept-Language": "en", Cookie: "i18n_redirected=cn" })).status).toBe(200);
    expect(isShared(await ask("/en/about-us", { Cookie: "i18n_redirected=cn" }))).toBe(true);
  });

  test("the inquiry list is each visitor's own", async () => {
    const { headers, status } = await ask("/quotation");
    expect([status, headers["cache-control"], headers.age]).toEqual([200, "private, no-store", undefined]);
  });
});

describe("when the backend changes, is slow or is away", () => {
  test("pages are served stale while they are renewed, and for hours where they can't be", async () => {
    let title = "first";
    let isAway = false;
    const own = await startBackend((request) => {
      if (isAway) return Promise.reject(new Error("gone"));
      if (!request.url.includes("/api/news/info")) return door(request);
      return Promise.resolve(Response.json({ code: 0, data: { id: "n", title } }));
    });
    const minutes = (count: number) => count * 60_000;
    const moved = await startSite({
      API_BASE_URL: own.origin,
      NODE_OPTIONS: "--import=./tests/setup/movable-clock.ts",
      CLOCK_STEPS: [minutes(1) + 1000, 6000, minutes(11), minutes(60), minutes(60 * 10)].join(","),
    });
    const step = async () => {
      moved.signal("SIGUSR2");
      await sleep(100);
    };
    const look = async () => {
      const { status, headers, body } = await ask("/news/info/n", {}, { of: moved });
      await sleep(300);
      return { status, age: Number(headers.age), title: /<h1>(.*?)<\/h1>/.exec(body.toString())?.[1] };
    };
    expect(await look()).toMatchObject({ status: 200, age: 0, title: "first" });
    title = "second";
    await step();
    expect(await look()).toMatchObject({ status: 200, age: 61, title: "first" });
    // Made anew from an answer that was being renewed itself, the page is fresh for a few seconds only.
    await step();
    await look();
    expect(await look()).toMatchObject({ status: 200, age: 0, title: "second" });
    isAway = true;
    for (let away = 0; away < 3; away++) {
      await step();
      expect(await look()).toMatchObject({ status: 200, title: "second" });
    }
    expect((await ask("/news/info/unseen", {}, { of: moved })).status).toBe(503);
    const ready = await ask("/readyz", {}, { of: moved });
    expect([ready.status, JSON.parse(ready.body.toString())]).toEqual([
      200,
      { ready: true, reasons: ["api: the last call failed: TransportError (pages are served from the cache)"] },
    ]);
    expect((await ask("/metrics", {}, { of: moved })).body.toString()).toMatch(
      /page_cache_stale_age_seconds_count [1-9]/,
    );
    await moved.stop();
    await own.stop();
  });
});
