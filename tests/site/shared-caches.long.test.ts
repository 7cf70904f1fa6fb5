import { setTimeout as sleep } from "node:timers/promises";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getMissingSquidReason, startSquid, startUndiciProxy } from "../setup/caching-proxies.ts";
import { createVisitorHeaders, post } from "../setup/guestbook-form.ts";
import { readLoginCode } from "../setup/login-code.ts";
import { getMissingNginxReason, reserveNginxPorts, startNginx } from "../setup/nginx.ts";
import { requestPlain, type PlainResponse, type PlainTarget } from "../setup/plain-http.ts";
import { startSite, type RunningSite } from "../setup/running-site.ts";
import { describeUnless } from "../setup/skipped.ts";

const requestCount = 1000;
const account = "visitor@b.example";

const paths = [
  ...[
    "/",
    "/_.data",
    "/about-us",
    "/product/list",
    "/product/list.data",
    "/product/info/huang-qi",
    "/search?q=huangqi",
  ],
  ...["/nothing", "/login", "/quotation", "/quotation.data", "/contact-us/received?reference=ABCD2345"],
];
const files = [
  ...["/rss.xml", "/sitemap.xml", "/theme.css", "/plates/huang-qi.svg", "/files/dang-gui-cn.pdf"],
  ...["/api/setting/list", "/language/en?to=/about-us"],
];
const addresses = [...paths, ...paths.map((path) => (path === "/" ? "/en" : `/en${path}`)), ...files];
const queries = [...Array<string>(9).fill(""), "page=2", "utm_source=a", "utm_source=a&page=2", "x"];
const languages = [undefined, "zh-CN,zh;q=0.9", "en-GB,en;q=0.9"];
const encodings = [undefined, "gzip, deflate, br, zstd", "br;q=0, gzip"];
const ranges = [...Array<undefined>(8).fill(undefined), "bytes=0-99", "bytes=10-", "bytes=-50", "bytes=99999999-"];

/** Creates a pseudo-random chooser, which makes the same choices in each run. */
function createChooser(seed: number) {
  let state = seed;
  return <Value>(values: readonly Value[]): Value => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return values[Math.floor((state / 2 ** 32) * values.length)]!;
  };
}

type CacheRequest = { address: string; method: string; headers: Record<string, string> };

function createRequests(cookies: readonly string[], seed: number): CacheRequest[] {
  const choose = createChooser(seed);
  return Array.from({ length: requestCount }, () => {
    const path = choose(addresses);
    const query = choose(queries);
    const address = query === "" ? path : `${path}${path.includes("?") ? "&" : "?"}${query}`;
    const chosen = {
      ...{ Cookie: choose(cookies), "Accept-Language": choose(languages), "Accept-Encoding": choose(encodings) },
      ...{ Range: choose(ranges), "If-None-Match": choose([undefined, undefined, undefined, "the last", '"another"']) },
    };
    const headers = Object.entries(chosen).filter(([, value]) => value) as [string, string][];
    return { address, method: choose(["GET", "GET", "GET", "HEAD"]), headers: Object.fromEntries(headers) };
  });
}

const decoders: Record<string, (bytes: Buffer) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync };

/** Returns the text without the ids of requests and forms, which are new each time. */
function readText({ headers, body }: PlainResponse): string {
  const bytes = (decoders[headers["content-encoding"] ?? ""] ?? ((same) => same))(body);
  return bytes.toString("latin1").replaceAll(/[\da-f]{8}-[\da-f-]{27}|[\da-f]{32}/g, "id");
}

/**
 * Compares a cache's response with the node's response to the same request.
 * @param wholeResponse the node's response to that request without its range and condition
 * @returns the difference, or `undefined` if there is none
 */
function findDifference(
  { method, headers }: CacheRequest,
  cacheResponse: PlainResponse,
  nodeResponse: PlainResponse,
  wholeResponse: PlainResponse,
) {
  if (cacheResponse.status === 304)
    return headers["If-None-Match"] === wholeResponse.headers.etag ? undefined : "304 for another version";
  const { status } = cacheResponse.status === 206 || cacheResponse.status === 416 ? cacheResponse : wholeResponse;
  if (cacheResponse.status !== status && cacheResponse.status !== nodeResponse.status)
    return `status ${cacheResponse.status}, not ${nodeResponse.status}`;
  for (const name of ["location", "content-type", "vary"])
    if (
      cacheResponse.status < 400 &&
      cacheResponse.headers[name] !== wholeResponse.headers[name] &&
      cacheResponse.headers[name] !== nodeResponse.headers[name]
    )
      return `${name}: ${String(cacheResponse.headers[name])}, not ${String(wholeResponse.headers[name])}`;
  const countCookies = (response: PlainResponse) => response.headers["set-cookie"]?.length ?? 0;
  if (countCookies(cacheResponse) !== countCookies(wholeResponse)) return "a cookie";
  if (method === "HEAD" || cacheResponse.status === 416) return undefined;
  if (cacheResponse.status === 206) {
    const [, start, end] = /^bytes (\d+)-(\d+)\//.exec(String(cacheResponse.headers["content-range"])) ?? [];
    return cacheResponse.body.equals(wholeResponse.body.subarray(Number(start), Number(end) + 1))
      ? undefined
      : "another part";
  }
  return readText(cacheResponse) === readText(wholeResponse) ? undefined : "another text";
}

type Proxy = PlainTarget & { stop(): Promise<void> };

async function startSiteBehindNginx(): Promise<{ site: RunningSite; proxy: Proxy }> {
  const ports = await reserveNginxPorts();
  const origin = `https://localhost:${ports.https}`;
  const site = await startSite({ SITE_URL: origin, TRUST_PROXY: "127.0.0.1" });
  const nginx = await startNginx(ports, [new URL(site.origin).host], { hasLimits: false });
  return { site, proxy: { origin, ...nginx } };
}

async function startSiteBehind(start: (origin: string) => Promise<Proxy>) {
  const site = await startSite({ SITE_URL: "https://site.example", TRUST_PROXY: "127.0.0.1" });
  return { site, proxy: await start(site.origin) };
}

const caches = [
  { name: "nginx", reason: getMissingNginxReason(), start: startSiteBehindNginx },
  { name: "undici's cache", reason: undefined, start: () => startSiteBehind(startUndiciProxy) },
  { name: "Squid", reason: getMissingSquidReason(), start: () => startSiteBehind(startSquid) },
];

describe.each(caches)("$name without configuration for the site", ({ name, reason, start }) => {
  describeUnless(reason)(name, () => {
    let site: RunningSite;
    let proxy: Proxy;
    let cookies: string[];
    beforeAll(async () => {
      ({ site, proxy } = await start());
      const [basket, login] = [await fillBasket(site), await logIn(site)];
      const languageCookies = ["", "i18n_redirected=cn", "i18n_redirected=en"];
      cookies = ["", "", ...languageCookies, basket, `${basket}; i18n_redirected=en`, `${login}; i18n_redirected=cn`];
    });
    afterAll(async () => {
      await proxy.stop();
      await site.stop("SIGKILL");
    });

    test(`${requestCount} requests of all kinds get the node's responses, many of them from the cache`, async () => {
      const differences: string[] = [];
      const etags = new Map<string, string>();
      const ids: unknown[] = [];
      for (const request of createRequests(cookies, 7)) {
        const { address, method } = request;
        if (request.headers["If-None-Match"] === "the last")
          request.headers["If-None-Match"] = etags.get(address) ?? '"none"';
        const { Range: _range, "If-None-Match": _condition, ...wholeHeaders } = request.headers;
        const cacheResponse = await requestPlain(proxy, address, request.headers, method);
        const nodeResponse = await requestPlain(site, address, request.headers, method);
        const wholeResponse = await requestPlain(site, address, wholeHeaders);
        const difference = findDifference(request, cacheResponse, nodeResponse, wholeResponse);
        if (difference) differences.push(`${method} ${address} ${JSON.stringify(request.headers)}: ${difference}`);
        if (cacheResponse.headers.etag) etags.set(address, cacheResponse.headers.etag);
        ids.push(cacheResponse.headers["x-request-id"]);
      }
      expect(differences).toEqual([]);
      // Ids repeat, because a cached copy has the id of the request that created it.
      expect(ids.length - new Set(ids).size).toBeGreaterThan(50);
    });

    test("while the node is down, cached pages are served, but no personal page", async () => {
      if (name !== "nginx") return;
      for (const path of addresses) await requestPlain(proxy, path);
      const statuses = new Map<string, number>();
      for (const path of addresses) statuses.set(path, (await requestPlain(site, path)).status);
      await site.stop("SIGKILL");
      // Waits until no cached page is fresh.
      await sleep(51_000);
      for (const path of addresses) {
        const isPersonal = /login|quotation|received|^\/(?:api|language)\//.test(path);
        const { status } = await requestPlain(proxy, path);
        expect([path, status]).toEqual([path, isPersonal || statuses.get(path) === 404 ? 503 : statuses.get(path)]);
      }
    });
  });
});

const getCookies = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0]!)
    .join("; ");

async function fillBasket(site: RunningSite): Promise<string> {
  const fields = { intent: "add", item: "huang-qi", quantity: "77" };
  return getCookies(await post(site, fields, createVisitorHeaders(), "/quotation"));
}

async function logIn(site: RunningSite): Promise<string> {
  const codeResponse = await post(site, { intent: "code", account }, createVisitorHeaders(), "/login");
  const code = await readLoginCode(site, account);
  const response = await post(
    site,
    { account, code },
    { ...createVisitorHeaders(), Cookie: getCookies(codeResponse) },
    "/login",
  );
  return getCookies(response);
}
