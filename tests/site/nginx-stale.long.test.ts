import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Transport } from "../../app/services/api/client.ts";
import { startBackend } from "../mocks/backend.ts";
import { waitUntil } from "../setup/guestbook-form.ts";
import { createHttpsClient } from "../setup/https.ts";
import {
  findInstalledNginx,
  reserveNginxPorts,
  startNginx,
  getMissingNginxReason,
  type RunningNginx,
} from "../setup/nginx.ts";
import { startSite, type RunningSite } from "../setup/running-site.ts";
import { formatName } from "../setup/skipped.ts";

const program = findInstalledNginx() ?? "";
const reason = getMissingNginxReason();
const getHost = ({ origin }: { origin: string }) => new URL(origin).host;
type Node = Awaited<ReturnType<typeof startBackend>>;

describe.skipIf(reason !== undefined)(formatName("pages past their time", reason), () => {
  let site: RunningSite;
  /** A node whose `Cache-Control` has short times, so that the tests needn't wait for minutes. */
  let node: Node;
  let nginx: RunningNginx;
  let sendRequest: ReturnType<typeof createHttpsClient>;
  /** Responds instead of the site, or changes its `Cache-Control`. */
  let override: Transport | undefined;
  let revalidate = 600;

  const shortenTimes: Transport = async (request) => {
    const { pathname, search } = new URL(request.url);
    if (pathname === "/healthz") return new Response("alive");
    if (override) return override(request);
    const options = { redirect: "manual", headers: { "Accept-Encoding": "identity" } } as const;
    const siteResponse = await fetch(site.origin + pathname + search, options);
    const headers = new Headers(siteResponse.headers);
    for (const name of ["Transfer-Encoding", "Connection", "Keep-Alive"]) headers.delete(name);
    const cacheControl = headers.get("Cache-Control")!;
    headers.set(
      "Cache-Control",
      cacheControl.replace("s-maxage=60", "s-maxage=1").replace("revalidate=600", `revalidate=${revalidate}`),
    );
    return new Response(siteResponse.body, { status: siteResponse.status, headers });
  };

  beforeAll(async () => {
    const ports = await reserveNginxPorts();
    const origin = `https://localhost:${ports.https}`;
    site = await startSite({ SITE_URL: origin, TRUST_PROXY: "127.0.0.1" });
    node = await startBackend(shortenTimes);
    nginx = await startNginx(program, ports, [getHost(node)]);
    sendRequest = createHttpsClient(origin, nginx.authority);
  });
  afterEach(() => {
    override = undefined;
    revalidate = 600;
  });
  afterAll(async () => {
    await nginx.stop();
    await node.stop();
    await site.stop();
  });

  const countRequests = () => node.requests.filter(({ url }) => !url.endsWith("/healthz")).length;

  test("an expired page is served at once and renewed in the background", async () => {
    const first = await sendRequest("/en/about-us");
    await sleep(2100);
    const staleResponse = await sendRequest("/en/about-us");
    expect([staleResponse.status, staleResponse.headers["x-cache"]]).toEqual([200, "STALE"]);
    expect(staleResponse.headers["x-request-id"]).toBe(first.headers["x-request-id"]);
    let renewedBody = staleResponse;
    await waitUntil(async () => (renewedBody = await sendRequest("/en/about-us")).headers["x-cache"] === "HIT");
    expect(renewedBody.headers["x-request-id"]).not.toBe(first.headers["x-request-id"]);
  });

  test("twenty concurrent requests for an uncached page are one request to the site", async () => {
    const requestsBefore = countRequests();
    const all = await Promise.all(Array.from({ length: 20 }, () => sendRequest("/en/contact-us")));
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]));
    expect(countRequests() - requestsBefore).toBe(1);
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
      expect(staleResponse.body).toContain("</footer>");
      expect((await sendRequest(`${page}unseen`)).status).toBe(name === "500" ? 500 : 503);
    },
  );

  test("a missing page replaces the cached one", async () => {
    revalidate = 0;
    await sendRequest("/en/service/list");
    await sleep(2100);
    override = async () => new Response("gone", { status: 404, headers: { "Cache-Control": "no-store" } });
    expect((await sendRequest("/en/service/list")).status).toBe(404);
  });

  test("a withdrawn page is gone after the next request to the site, even if the old copy may still be stale", async () => {
    const path = "/en/product/info/huang-qi";
    expect((await sendRequest(path)).status).toBe(200);
    await sleep(2100);
    override = async () => {
      const { headers, status } = await fetch(`${site.origin}/en/product/info/withdrawn`);
      return new Response("gone", { status, headers: { "Cache-Control": headers.get("Cache-Control")! } });
    };
    await waitUntil(async () => (await sendRequest(path)).status === 404);
  });

  // This test is the last one, because the site is down afterwards.
  test("while the site is down, cached pages are served, and others get the short error page", async () => {
    await sendRequest("/en/product/list");
    await node.stop();
    await sleep(2100);
    const staleResponse = await sendRequest("/en/product/list");
    expect([staleResponse.status, staleResponse.headers["x-cache"]]).toEqual([200, "STALE"]);
    const uncachedResponse = await sendRequest("/en/case/list");
    expect([
      uncachedResponse.status,
      uncachedResponse.headers["retry-after"],
      uncachedResponse.headers["cache-control"],
    ]).toEqual([503, "10", "no-store"]);
    expect(uncachedResponse.body).toContain("网站暂时无法访问");
  });
});

test.skipIf(reason !== undefined)(
  formatName("a file that one node doesn't have comes from the other node", reason),
  async () => {
    const oldNode = await startBackend(async ({ url }) =>
      url.endsWith("/healthz") ? new Response("alive") : new Response("none", { status: 404 }),
    );
    const currentNode = await startBackend(
      async () => new Response("here", { headers: { "Cache-Control": "no-store" } }),
    );
    const ports = await reserveNginxPorts();
    const nginx = await startNginx(program, ports, [oldNode, currentNode].map(getHost));
    const request = createHttpsClient(`https://localhost:${ports.https}`, nginx.authority);
    const statuses = async (path: string) =>
      new Set(await Promise.all(Array.from({ length: 24 }, async (_, n) => (await request(`${path}${n}`)).status)));
    expect(await statuses("/assets/chunk.js?")).toEqual(new Set([200]));
    expect(await statuses("/en/about-us?")).toEqual(new Set([200, 404]));
    await nginx.stop();
    await Promise.all([oldNode.stop(), currentNode.stop()]);
  },
);
