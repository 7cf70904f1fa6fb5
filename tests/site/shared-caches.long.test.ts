import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readLoginCode } from "#tests/setup/desk/login-code.ts";
import { getMissingSquidReason, startSquid, startUndiciProxy } from "#tests/setup/proxies/caching-proxies.ts";
import { getMissingNginxReason, reserveNginxPorts, startNginx } from "#tests/setup/proxies/nginx.ts";
import { requestPlain, type PlainResponse, type PlainTarget } from "#tests/setup/proxies/plain-http.ts";
import { describeUnless } from "#tests/setup/run/skipped.ts";
import { createVisitorHeaders, post } from "#tests/setup/site/guestbook-form.ts";
import { startSite, type RunningSite } from "#tests/setup/site/running-site.ts";
import { getCookies } from "#tests/setup/site/site.ts";

const requestCount = 1000;

const paths = [
  ...["/", "/_.data", "/about-us", "/product/list", "/product/list.data", "/product/info/huang-qi"],
  ...["/search?q=huangqi", "/nothing", "/login", "/quotation", "/quotation.data"],
  "/contact-us/received?reference=ABCD2345",
];
const addresses = [
  ...paths,
  ...paths.map((path) => (path === "/" ? "/en" : `/en${path}`)),
  ...["/rss.xml", "/sitemap.xml", "/theme.css", "/plates/huang-qi.svg", "/files/dang-gui-cn.pdf"],
  ...["/api/setting/list", "/language/en?to=/about-us"],
];
const queries = [...Array<string>(9).fill(""), "page=2", "utm_source=a", "utm_source=a&page=2", "x"];
const headerValues = {
  "Accept-Language": [undefined, "zh-CN,zh;q=0.9", "en-GB,en;q=0.9"],
  "Accept-Encoding": [undefined, "gzip, deflate, br, zstd", "br;q=0, gzip"],
  Range: [...Array<undefined>(9).fill(undefined), "bytes=0-99", "bytes=10-", "bytes=99999999-"],
  "If-None-Match": [undefined, undefined, undefined, "the last", '"another"'],
};

/** Creates a pseudo-random chooser, which makes the same choices in each run. */
function createChooser() {
  let state = 7;
  return <Value>(values: readonly Value[]): Value => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return values[Math.floor((state / 2 ** 32) * values.length)]!;
  };
}

function createRequests(cookies: readonly string[]) {
  const choose = createChooser();
  return Array.from({ length: requestCount }, () => {
    const [path, query] = [choose(addresses), choose(queries)];
    const address = query === "" ? path : `${path}${path.includes("?") ? "&" : "?"}${query}`;
    const chosen = Object.entries({ Cookie: cookies, ...headerValues }).map(([name, values]) => [name, choose(values)]);
    const headers = Object.fromEntries(chosen.filter(([, value]) => value)) as Record<string, string>;
    return { address, method: choose(["GET", "GET", "GET", "HEAD"]), headers };
  });
}

const decoders: Record<string, (bytes: Buffer) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync };

/** Describes what a visitor receives, without the ids of requests and forms, which are new each time. */
function describeResponse({ status, headers, body }: PlainResponse, method: string) {
  const bytes = method === "HEAD" ? "" : (decoders[headers["content-encoding"] ?? ""]?.(body) ?? body);
  const text = bytes.toString("latin1").replaceAll(/[\da-f]{8}-[\da-f-]{27}|[\da-f]{32}/g, "id");
  const { location, vary, "content-type": type, "set-cookie": cookies = [] } = headers;
  return { status, location, vary, type, cookies: cookies.length, text };
}

type Request = ReturnType<typeof createRequests>[number];

/** Expects a cache's response to be the whole one of the node, a part of it, or a 304 for its version. */
function expectSameResponse(request: Request, response: PlainResponse, whole: PlainResponse): void {
  const { method, headers } = request;
  if (response.status === 304) return expect(headers["If-None-Match"], request.address).toBe(whole.headers.etag);
  if (response.status === 416) return expect(headers["Range"], request.address).toMatch("99999999");
  if (response.status !== 206)
    return expect([request, describeResponse(response, method)]).toEqual([request, describeResponse(whole, method)]);
  const [, start, end] = /^bytes (\d+)-(\d+)\//.exec(String(response.headers["content-range"]))!;
  const part = whole.body.subarray(Number(start), Number(end) + 1);
  if (method === "GET") expect([request, response.body.equals(part)]).toEqual([request, true]);
}

type Proxy = PlainTarget & { stop(): Promise<void> };

async function startSiteBehind(start: (origin: string) => Promise<Proxy>) {
  const site = await startSite({ SITE_URL: "https://site.example", TRUST_PROXY: "127.0.0.1" });
  return { site, proxy: await start(site.origin) };
}

async function startSiteBehindNginx(): Promise<{ site: RunningSite; proxy: Proxy }> {
  const ports = await reserveNginxPorts();
  const origin = `https://localhost:${ports.https}`;
  const site = await startSite({ SITE_URL: origin, TRUST_PROXY: "127.0.0.1" });
  return { site, proxy: { origin, ...(await startNginx(ports, [new URL(site.origin).host], { hasLimits: false })) } };
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
    beforeAll(async () => void ({ site, proxy } = await start()));
    afterAll(async () => {
      await proxy.stop();
      await site.stop("SIGKILL");
    });

    test(`${requestCount} requests of all kinds get the node's responses, many of them from the cache`, async () => {
      const [basket, login] = [await fillBasket(site), await logIn(site)];
      const [cn, en] = ["i18n_redirected=cn", "i18n_redirected=en"];
      const etags = new Map<string, string>();
      const ids: unknown[] = [];
      for (const request of createRequests(["", "", "", cn, en, basket, `${basket}; ${en}`, `${login}; ${cn}`])) {
        const { address, method, headers } = request;
        if (headers["If-None-Match"] === "the last") headers["If-None-Match"] = etags.get(address) ?? '"none"';
        const { Range: _range, "If-None-Match": _condition, ...wholeHeaders } = headers;
        const response = await requestPlain(proxy, address, headers, method);
        expectSameResponse(request, response, await requestPlain(site, address, wholeHeaders));
        if (response.headers.etag) etags.set(address, response.headers.etag);
        ids.push(response.headers["x-request-id"]);
      }
      // Ids repeat, because a cached copy has the id of the request that created it.
      expect(ids.length - new Set(ids).size).toBeGreaterThan(50);
    });
  });
});

async function fillBasket(site: RunningSite): Promise<string> {
  const fields = { intent: "add", item: "huang-qi", quantity: "77" };
  return getCookies(await post(site, fields, createVisitorHeaders(), "/quotation"));
}

async function logIn(site: RunningSite): Promise<string> {
  const account = "visitor@b.example";
  const codeResponse = await post(site, { intent: "code", account }, createVisitorHeaders(), "/login");
  const headers = { ...createVisitorHeaders(), Cookie: getCookies(codeResponse) };
  return getCookies(await post(site, { account, code: await readLoginCode(site, account) }, headers, "/login"));
}
