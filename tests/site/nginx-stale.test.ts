import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Transport } from "../../app/services/client.ts";
import { startBackend } from "../mocks/backend.ts";
import { until } from "../setup/guestbook-form.ts";
import { createHttpsClient } from "../setup/https.ts";
import { installedNginx, nginxPorts, startNginx, type RunningNginx } from "../setup/nginx.ts";
import { startSite, type RunningSite } from "../setup/running-site.ts";

const program = installedNginx() ?? "";
const hostOf = ({ origin }: { origin: string }) => new URL(origin).host;
type Node = Awaited<ReturnType<typeof startBackend>>;

describe.skipIf(!program)("pages past their time", () => {
  let site: RunningSite;
  /** A node in whose `Cache-Control` minutes are seconds. */
  let node: Node;
  let nginx: RunningNginx;
  let ask: ReturnType<typeof createHttpsClient>;
  /** What it answers instead, or what becomes of its `Cache-Control`. */
  let trouble: Transport | undefined;
  let revalidate = 600;

  const hurried: Transport = async (request) => {
    const { pathname, search } = new URL(request.url);
    if (pathname === "/healthz") return new Response("alive");
    if (trouble) return trouble(request);
    const options = { redirect: "manual", headers: { "Accept-Encoding": "identity" } } as const;
    const answer = await fetch(site.origin + pathname + search, options);
    const headers = new Headers(answer.headers);
    for (const name of ["Transfer-Encoding", "Connection", "Keep-Alive"]) headers.delete(name);
    const said = headers.get("Cache-Control")!;
    headers.set(
      "Cache-Control",
      said.replace("s-maxage=60", "s-maxage=1").replace("revalidate=600", `revalidate=${revalidate}`),
    );
    return new Response(answer.body, { status: answer.status, headers });
  };

  beforeAll(async () => {
    const ports = await nginxPorts();
    const origin = `https://localhost:${ports.https}`;
    site = await startSite({ SITE_URL: origin, TRUST_PROXY: "127.0.0.1" });
    node = await startBackend(hurried);
    nginx = await startNginx(program, ports, [hostOf(node)]);
    ask = createHttpsClient(origin, nginx.authority);
  });
  afterEach(() => {
    trouble = undefined;
    revalidate = 600;
  });
  afterAll(async () => {
    await nginx.stop();
    await node.stop();
    await site.stop();
  });

  const asked = () => node.requests.filter(({ url }) => !url.endsWith("/healthz")).length;

  test("a page past its time is served at once and fetched again beside that", async () => {
    const first = await ask("/en/about-us");
    await sleep(2100);
    const stale = await ask("/en/about-us");
    expect([stale.status, stale.headers["x-cache"]]).toEqual([200, "STALE"]);
    expect(stale.headers["x-request-id"]).toBe(first.headers["x-request-id"]);
    let renewed = stale;
    await until(async () => (renewed = await ask("/en/about-us")).headers["x-cache"] === "HIT");
    expect(renewed.headers["x-request-id"]).not.toBe(first.headers["x-request-id"]);
  });

  test("twenty who ask at once for a page that isn't there yet are one request to the site", async () => {
    const before = asked();
    const all = await Promise.all(Array.from({ length: 20 }, () => ask("/en/contact-us")));
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]));
    expect(asked() - before).toBe(1);
  });

  test.each<[string, Transport]>([
    ["500", async () => new Response("broken", { status: 500 })],
    ["503", async () => new Response("busy", { status: 503, headers: { "Cache-Control": "no-store" } })],
    ["no answer", () => Promise.reject(new Error("gone"))],
  ])(
    "a page that was seen is served although the site gives %s; one that wasn't isn't made up",
    async (name, broken) => {
      revalidate = 0;
      const page = `/en/news/list?q=${encodeURIComponent(name)}`;
      await ask(page);
      await sleep(2100);
      trouble = broken;
      const stale = await ask(page);
      expect([stale.status, stale.headers["x-cache"]]).toEqual([200, "STALE"]);
      expect(stale.body).toContain("</footer>");
      expect((await ask(`${page}unseen`)).status).toBe(name === "500" ? 500 : 503);
    },
  );

  test("a page that is gone is gone, and no old one in its place", async () => {
    revalidate = 0;
    await ask("/en/service/list");
    await sleep(2100);
    trouble = async () => new Response("gone", { status: 404, headers: { "Cache-Control": "no-store" } });
    expect((await ask("/en/service/list")).status).toBe(404);
  });

  test("what is withdrawn is gone once nginx has asked again, though the page of before might still be stale", async () => {
    const path = "/en/product/info/huang-qi";
    expect((await ask(path)).status).toBe(200);
    await sleep(2100);
    trouble = async () => {
      const { headers, status } = await fetch(`${site.origin}/en/product/info/withdrawn`);
      return new Response("gone", { status, headers: { "Cache-Control": headers.get("Cache-Control")! } });
    };
    await until(async () => (await ask(path)).status === 404);
  });

  // The last one: nothing answers any more.
  test("the site is down: pages that were seen are served, for others there is a page that says so", async () => {
    await ask("/en/product/list");
    await node.stop();
    await sleep(2100);
    const stale = await ask("/en/product/list");
    expect([stale.status, stale.headers["x-cache"]]).toEqual([200, "STALE"]);
    const unseen = await ask("/en/case/list");
    expect([unseen.status, unseen.headers["retry-after"], unseen.headers["cache-control"]]).toEqual([
      503,
      "10",
      "no-store",
    ]);
    expect(unseen.body).toContain("网站暂时无法访问");
  });
});

test.skipIf(!program)("a file that one node has no more, or not yet, comes from the other one", async () => {
  const old = await startBackend(async ({ url }) =>
    url.endsWith("/healthz") ? new Response("alive") : new Response("none", { status: 404 }),
  );
  const present = await startBackend(async () => new Response("here", { headers: { "Cache-Control": "no-store" } }));
  const ports = await nginxPorts();
  const nginx = await startNginx(program, ports, [old, present].map(hostOf));
  const ask = createHttpsClient(`https://localhost:${ports.https}`, nginx.authority);
  const statuses = async (path: string) =>
    new Set(await Promise.all(Array.from({ length: 24 }, async (_, n) => (await ask(`${path}${n}`)).status)));
  expect(await statuses("/assets/chunk.js?")).toEqual(new Set([200]));
  expect(await statuses("/en/about-us?")).toEqual(new Set([200, 404]));
  await nginx.stop();
  await Promise.all([old.stop(), present.stop()]);
});
