import { request } from "node:http";
import { connect } from "node:http2";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Transport } from "#app/services/api/client.ts";
import { getCacheControlForStatus, notFoundCacheControl } from "#app/services/runtime/web/http-cache.ts";
import { startBackend } from "#tests/mocks/backend.ts";
import { createHttpsClient } from "#tests/setup/proxies/https.ts";
import {
  getMissingNginxReason,
  reserveNginxPorts,
  startNginx,
  type NginxPorts,
  type RunningNginx,
} from "#tests/setup/proxies/nginx.ts";
import { describeUnless, testUnless } from "#tests/setup/run/skipped.ts";
import { createFields, waitUntil } from "#tests/setup/site/guestbook-form.ts";

const reason = getMissingNginxReason();
const getHost = ({ origin }: { origin: string }) => new URL(origin).host;
type Node = Awaited<ReturnType<typeof startBackend>>;

describeUnless(reason)("nginx and its cache", () => {
  /** A node that sends the site's `Cache-Control` with shorter times, so that the tests needn't wait for minutes. */
  let node: Node;
  let ports: NginxPorts;
  let origin: string;
  let nginx: RunningNginx;
  let sendRequest: ReturnType<typeof createHttpsClient>;
  let override: Transport | undefined;
  let revalidate = 20;
  /** Seconds for which a page is fresh. */
  let freshTime = 30;
  let requestCount = 0;

  const respond: Transport = async (request) => {
    if (request.url.endsWith("/healthz")) return new Response("alive");
    requestCount++;
    if (override) return override(request);
    const cacheControl = getCacheControlForStatus(200)
      .replace("s-maxage=30", `s-maxage=${freshTime}`)
      .replace("revalidate=20", `revalidate=${revalidate}`);
    return new Response("a page", { headers: { "Cache-Control": cacheControl, "X-Request-Id": `id-${requestCount}` } });
  };

  beforeAll(async () => {
    ports = await reserveNginxPorts();
    node = await startBackend(respond);
    nginx = await startNginx(ports, [getHost(node)]);
    origin = `https://localhost:${ports.https}`;
    sendRequest = createHttpsClient(origin, nginx.authority);
  });
  afterEach(() => {
    override = undefined;
    revalidate = 20;
    freshTime = 30;
  });
  afterAll(async () => {
    await nginx.stop();
    await node.stop();
  });

  const getCacheState = async (path: string) => (await sendRequest(path)).headers["x-cache"];

  test("a request without TLS is redirected to the site's name, and another name gets no response", async () => {
    const requestPlain = (path: string, host: string) =>
      new Promise<string>((resolve) => {
        request({ host: "127.0.0.1", port: ports.http, path, headers: { Host: host }, agent: false }, (response) => {
          response.resume();
          resolve(`${response.statusCode} ${response.headers.location}`);
        })
          .on("error", () => resolve("closed"))
          .end();
      });
    expect(await requestPlain("/news/list?page=2", "localhost")).toBe(`301 ${origin}/news/list?page=2`);
    expect(await requestPlain("/", "evil.example")).toBe("closed");
    await expect(sendRequest("/", { headers: { Host: "evil.example" } })).rejects.toThrow();
  });

  test("the cache folder can be emptied while nginx runs", async () => {
    await sendRequest("/en/about-us");
    expect(await getCacheState("/en/about-us")).toBe("HIT");
    nginx.emptyCache();
    const { status, headers } = await sendRequest("/en/about-us");
    expect([status, headers["x-cache"]]).toEqual([200, "MISS"]);
    expect(await getCacheState("/en/about-us")).toBe("HIT");
  });

  test.each(["/metrics", "/readyz", "/%6detrics", "//metrics", "/x/../metrics"])(
    "%s isn't accessible from outside, and nginx sends it to no node",
    async (path) => {
      const { status, headers } = await sendRequest(path, { headers: { "X-Forwarded-For": "127.0.0.1" } });
      expect([status, headers["x-request-id"]]).toEqual([404, undefined]);
    },
  );

  test("pages are served over HTTP/2", async () => {
    const session = connect(origin, { ca: nginx.authority });
    const status = await new Promise((resolve, reject) => {
      session.on("error", reject);
      const stream = session.request({ ":path": "/en/about-us" });
      stream.on("response", (headers) => resolve(headers[":status"]));
      stream.resume().end();
    });
    session.close();
    expect(status).toBe(200);
  });

  describe("pages past their lifetime", () => {
    beforeEach(() => void (freshTime = 1));

    test("an expired page is served at once and revalidated in the background", async () => {
      const first = await sendRequest("/en/expired");
      await sleep(2100);
      const staleResponse = await sendRequest("/en/expired");
      expect([staleResponse.status, staleResponse.headers["x-cache"]]).toEqual([200, "STALE"]);
      expect(staleResponse.headers["x-request-id"]).toBe(first.headers["x-request-id"]);
      let renewedResponse = staleResponse;
      await waitUntil(async () => (renewedResponse = await sendRequest("/en/expired")).headers["x-cache"] === "HIT");
      expect(renewedResponse.headers["x-request-id"]).not.toBe(first.headers["x-request-id"]);
    });

    test.each<[string, Transport]>([
      ["500", async () => new Response("broken", { status: 500 })],
      ["503", async () => new Response("busy", { status: 503, headers: { "Cache-Control": "no-store" } })],
      ["no answer", () => Promise.reject(new Error("gone"))],
    ])(
      "a cached page is served while the site responds with %s; other pages get the error",
      async (name, brokenTransport) => {
        revalidate = 0;
        const page = `/en/news/list?q=${encodeURIComponent(name)}`;
        await sendRequest(page);
        await sleep(2100);
        override = brokenTransport;
        const staleResponse = await sendRequest(page);
        expect([staleResponse.status, staleResponse.headers["x-cache"]]).toEqual([200, "STALE"]);
        expect(staleResponse.body).toBe("a page");
        expect((await sendRequest(`${page}unseen`)).status).toBe(name === "500" ? 500 : 503);
      },
    );

    test("after the next request a withdrawn page is gone, although its old copy could still be served stale", async () => {
      const path = "/en/product/info/huang-qi";
      expect((await sendRequest(path)).status).toBe(200);
      await sleep(2100);
      const headers = { "Cache-Control": notFoundCacheControl };
      override = async () => new Response("gone", { status: 404, headers });
      await waitUntil(async () => (await sendRequest(path)).status === 404);
    });
  });
});

testUnless(reason)("a file that one node doesn't have comes from the other node", async () => {
  const oldNode = await startBackend(async ({ url }) =>
    url.endsWith("/healthz") ? new Response("alive") : new Response("none", { status: 404 }),
  );
  const currentNode = await startBackend(
    async () => new Response("here", { headers: { "Cache-Control": "no-store" } }),
  );
  const ports = await reserveNginxPorts();
  const nginx = await startNginx(ports, [oldNode, currentNode].map(getHost));
  const request = createHttpsClient(`https://localhost:${ports.https}`, nginx.authority);
  const readStatuses = async (path: string) =>
    new Set(await Promise.all(Array.from({ length: 24 }, async (_, n) => (await request(`${path}${n}`)).status)));
  expect(await readStatuses("/assets/chunk.js?")).toEqual(new Set([200]));
  expect(await readStatuses("/en/about-us?")).toEqual(new Set([200, 404]));
  await nginx.stop();
  await Promise.all([oldNode.stop(), currentNode.stop()]);
});

testUnless(reason)(
  "an only node whose socket is held costs seconds: nginx serves its stale page or the error page; a slow page and a form during a restart arrive",
  async () => {
    let held: Promise<unknown> | undefined;
    const onlyNode = await startBackend(async (request) => {
      if (request.url.endsWith("/slow")) await sleep(12_000);
      else await held;
      return new Response("a page", { headers: { "Cache-Control": "s-maxage=1, stale-if-error=600" } });
    });
    const ports = await reserveNginxPorts();
    const nginx = await startNginx(ports, [getHost(onlyNode)], { places: ["one-node.conf"] });
    const send = createHttpsClient(`https://localhost:${ports.https}`, nginx.authority);
    try {
      const [first, slow] = await Promise.all([send("/"), send("/slow")]);
      expect([first.status, slow.status]).toEqual([200, 200]);
      const restart = Promise.withResolvers<void>();
      held = restart.promise;
      const start = performance.now();
      const [cached, other] = await Promise.all([send("/"), send("/other")]);
      expect([cached.headers["x-cache"], other.status]).toEqual(["STALE", 503]);
      expect(performance.now() - start).toBeLessThan(30_000);
      const form = send("/contact-us", { body: createFields() });
      await sleep(2000);
      restart.resolve();
      expect((await form).status).toBe(200);
    } finally {
      await nginx.stop();
      await onlyNode.stop();
    }
  },
);
