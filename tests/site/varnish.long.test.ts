import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createEmbeddedApi } from "../../app/services/content/embedded-api/request-handler.ts";
import { createSignatureHeaders } from "../../app/services/runtime/signature.ts";
import { startBackend } from "../mocks/backend.ts";
import { compileTestContent } from "../setup/compiled-content.ts";
import { findFreePort } from "../setup/free-port.ts";
import { waitUntil } from "../setup/guestbook-form.ts";
import { requestPlain } from "../setup/plain-http.ts";
import { startSite, type RunningSite } from "../setup/running-site.ts";
import { formatName } from "../setup/skipped.ts";
import { findInstalledVarnish, getMissingVarnishReason, startVarnish, type RunningVarnish } from "../setup/varnish.ts";

const program = findInstalledVarnish() ?? "";
const reason = getMissingVarnishReason();
const secret = "a secret of the purge";
const items = 200;
const pages = Array.from({ length: items }, (_, id) => [`/product/info/${id}`, `/en/product/info/${id}`]).flat();

let varnish: RunningVarnish;

/** Requests a path from Varnish. */
async function get(path: string, headers: Record<string, string> = {}, method = "GET") {
  const { status, headers: responseHeaders, body } = await requestPlain(varnish, path, headers, method);
  return { status, cache: responseHeaders["x-cache"], headers: responseHeaders, text: body.toString() };
}

/** Requests all paths, eight at a time. */
async function getAll(paths: readonly string[]) {
  const responses: Awaited<ReturnType<typeof get>>[] = [];
  for (let start = 0; start < paths.length; start += 8) {
    responses.push(...(await Promise.all(paths.slice(start, start + 8).map((path) => get(path)))));
  }
  return responses;
}

const countStates = (responses: { cache: unknown }[]) =>
  responses.reduce<Record<string, number>>(
    (counts, { cache }) => ({ ...counts, [String(cache)]: (counts[String(cache)] ?? 0) + 1 }),
    {},
  );

describe.skipIf(reason !== undefined)(formatName("Varnish in front of a site with an owner's system", reason), () => {
  const content = compileTestContent();
  const api = createEmbeddedApi(content.index);
  let titles: Record<string, string> = {};
  let backend: Awaited<ReturnType<typeof startBackend>>;
  let site: RunningSite;

  beforeAll(async () => {
    backend = await startBackend((request) => {
      const { pathname, searchParams } = new URL(request.url);
      // A page without a part that failed to load is kept for seconds.
      if (pathname === "/api/article/prevnext") return Promise.resolve(Response.json({ code: 0, data: {} }));
      if (pathname !== "/api/product/info") return api(request);
      const id = searchParams.get("id")!;
      return Promise.resolve(Response.json({ code: 0, data: { id, title: titles[id] ?? `title-${id}` } }));
    });
    const port = await findFreePort();
    site = await startSite({
      ...{ API_BASE_URL: backend.origin, PURGE_SECRET: secret, SITE_URL: `http://127.0.0.1:${port}` },
      ...{ TRUST_PROXY: "127.0.0.1", CDN_TAGS: "surrogate-key", CDN_PURGE_URL: `http://127.0.0.1:${port}/` },
    });
    const node = new URL(site.origin).host;
    varnish = await startVarnish(program, port, [node, node]);
    await waitUntil(() => site.output().includes('"destination":"cdn","status":"delivered"'));
  });
  afterAll(async () => {
    await varnish.stop();
    await site.stop("SIGKILL");
    await backend.stop();
    content.dispose();
  });

  const countRequests = () => site.output().match(/"path":"[^"]*\/product\/info\/\d+"/g)?.length ?? 0;

  async function purge(tags: string[]): Promise<void> {
    const purgeCount = site.output().match(/"destination":"cdn","status":"delivered"/g)!.length;
    const body = JSON.stringify({ tags });
    const headers = createSignatureHeaders(body, secret);
    expect((await fetch(`${site.origin}/hooks/purge`, { method: "POST", body, headers })).status).toBe(204);
    await waitUntil(() => site.output().match(/"destination":"cdn","status":"delivered"/g)!.length > purgeCount);
  }

  test(`${2 * items} pages are requested from the site once`, async () => {
    const first = await getAll(pages);
    expect(first.filter(({ status }) => status !== 200)).toEqual([]);
    expect(countStates(first)).toEqual({ MISS: 2 * items });
    await waitUntil(() => countRequests() === 2 * items);
    expect(countStates(await getAll(pages))).toEqual({ HIT: 2 * items });
    expect(countRequests()).toBe(2 * items);
    for (const name of ["xkey", "surrogate-key", "surrogate-control"]) {
      expect(first[0]!.headers).not.toHaveProperty(name);
    }
  });

  test("a purge by tag removes exactly the pages with this tag", async () => {
    titles = { 17: "an edited title", 18: "an edit without a purge" };
    await purge(["product:17"]);
    const responses = await getAll(pages);
    const renewedPages = pages.filter((_, index) => responses[index]!.cache !== "HIT");
    expect(renewedPages).toEqual(["/product/info/17", "/en/product/info/17"]);
    expect(responses[pages.indexOf("/en/product/info/17")]!.text).toContain("an edited title");
    expect(responses[pages.indexOf("/product/info/18")]!.text).toContain("title-18");
    expect(countStates(await getAll(pages))).toEqual({ HIT: 2 * items });
  });

  test("a purge of all removes every page", async () => {
    await purge(["all"]);
    expect(countStates(await getAll(pages))).toEqual({ MISS: 2 * items });
  });

  test("only a node may purge", async () => {
    const path = "/product/info/1";
    const tags = { "Surrogate-Key": "all" };
    expect((await get(path, { ...tags, "X-Forwarded-For": "203.0.113.9" }, "PURGE")).status).toBe(403);
    expect((await get(path)).cache).toBe("HIT");
  });

  test("parameters that change no page don't split the cache, others do", async () => {
    const path = "/en/product/list";
    await get(path);
    expect((await get(`${path}?utm_source=a&utm_medium=b`)).cache).toBe("HIT");
    expect((await get(`${path}?page=2&utm_source=a`)).cache).toBe("MISS");
    expect((await get(`${path}?utm_source=b&page=2`)).cache).toBe("HIT");
    for (const query of ["?PAGE=2", "?p%61ge=2", "?page=1&page=2"]) {
      expect([query, (await get(path + query)).cache]).toEqual([query, "MISS"]);
    }
  });

  test("while no node responds, cached pages are served, also purged ones; others get a short error page", async () => {
    await site.stop("SIGKILL");
    expect((await get("/product/info/3")).cache).toBe("HIT");
    expect((await get("/product/info/3", { "Surrogate-Key": "product:3" }, "PURGE")).status).toBe(200);
    const staleResponse = await get("/product/info/3");
    expect([staleResponse.status, staleResponse.cache]).toEqual([200, "STALE"]);
    expect(staleResponse.text).toContain("title-3");
    const notFoundResponse = await get("/product/info/100000");
    expect([notFoundResponse.status, notFoundResponse.headers["cache-control"]]).toEqual([503, "no-store"]);
    expect(notFoundResponse.text).toContain("请稍后再试");
    // The same holds after Varnish has noticed that the node doesn't answer.
    await sleep(7000);
    expect((await get("/en/product/info/3")).cache).toBe("STALE");
    const responses = await getAll(pages);
    expect(responses.filter(({ status }) => status !== 200)).toEqual([]);
  });
});
