import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, inject, test } from "vitest";
import { requestPlain } from "#tests/setup/proxies/plain-http.ts";
import {
  createFields,
  createVisitorHeaders,
  getReference,
  post,
  validFields,
} from "#tests/setup/site/guestbook-form.ts";
import { readInbox } from "#tests/setup/site/inbox.ts";
import { setUpSite } from "#tests/setup/site/site.ts";

const token = "a token of the operators";
/** A site with HTTPS behind a proxy. */
const site = setUpSite({ SITE_URL: "https://qigu.example", METRICS_TOKEN: token, TRUST_PROXY: "127.0.0.1" });

describe("canonical paths", () => {
  test.each([
    ["/x/../files/dang-gui-cn.pdf", "/files/dang-gui-cn.pdf"],
    ["/en/%6eews/list?page=2", "/en/news/list?page=2"],
  ])("%s is redirected to %s", async (target, location) => {
    const { status, headers } = await requestPlain(site, target);
    expect([status, headers["location"], headers["cache-control"]]).toEqual([301, location, "no-store"]);
  });

  test("a search in the encoding of old Chinese pages is redirected to UTF-8", async () => {
    const { status, headers } = await requestPlain(site, "/search?q=%BB%C6%DC%CE");
    expect([status, headers["location"]]).toEqual([301, `/search?q=${encodeURIComponent("黄芪")}`]);
  });

  test("a form is redirected by a 308, which keeps its method and body", async () => {
    const { status, headers } = await requestPlain(site, "/contact-us/", { "Content-Length": "0" }, "POST");
    expect([status, headers["location"]]).toEqual([308, "/contact-us"]);
  });

  test("an absolute request URL is treated as its path", async () => {
    const { status, headers } = await requestPlain(site, "http://elsewhere.example/logo.svg");
    expect([status, headers["content-type"]]).toEqual([200, "image/svg+xml"]);
  });
});

describe("limits", () => {
  test.each([
    ["a path of slashes", `/a${"/".repeat(125_000)}a`, {}, 414],
    ["a long query", `/search?q=${"a".repeat(100_000)}`, {}, 414],
    ["a header full of spaces", "/", { "Accept-Language": `en${" ".repeat(120_000)}x` }, 431],
  ])("%s gets an error page in every language", async (_name, target, headers, status) => {
    const response = await requestPlain(site, target, headers as Record<string, string>);
    expect(response.status).toBe(status);
    expect(response.body.toString()).toMatch(/太长[^]*too long/);
  });
});

// The language switch is missing here, because unit tests check its redirects (for example `app/i18n/urls.test.ts`).
describe("redirects stay on this site", () => {
  test.each([
    "/a/../%09/evil.example%2f..",
    "/%2%65//evil.example",
    "/en//evil.example/",
    "//evil.example/%2e%2e/",
    "/.//evil.example/",
    "/\\evil.example/",
  ])("a request for %s isn't redirected to another site", async (target) => {
    const { status, headers } = await requestPlain(site, target, { Cookie: "i18n_redirected=en" });
    expect(status).toBeLessThan(500);
    const { origin } = new URL(headers["location"] ?? "/", "https://qigu.example");
    expect(origin).toBe("https://qigu.example");
  });
});

describe("files", () => {
  test("files support range and conditional requests", async () => {
    const path = "/files/dang-gui-cn.pdf";
    const fullResponse = await requestPlain(site, path);
    const partResponse = await requestPlain(site, path, { Range: "bytes=10-19" });
    expect([partResponse.status, partResponse.headers["content-range"]]).toEqual([
      206,
      `bytes 10-19/${fullResponse.body.length}`,
    ]);
    expect(partResponse.body).toEqual(fullResponse.body.subarray(10, 20));
    const rangeResponse = await requestPlain(site, path, { Range: "bytes=999999999-" });
    expect([rangeResponse.status, rangeResponse.headers["content-range"]]).toEqual([
      416,
      `bytes */${fullResponse.body.length}`,
    ]);
    const conditionalResponse = await requestPlain(site, path, {
      "If-Modified-Since": fullResponse.headers["last-modified"]!,
    });
    expect(conditionalResponse.status).toBe(304);
    expect((await requestPlain(site, path, { "If-Modified-Since": "Thu, 01 Jan 1970 00:00:00 GMT" })).status).toBe(200);
    const otherResponse = await requestPlain(site, path, { Range: "bytes=0-1", "If-Range": '"another"' });
    expect([otherResponse.status, otherResponse.body.length]).toEqual([200, fullResponse.body.length]);
  });
});

describe("security headers", () => {
  const commonHeaders = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin-when-cross-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "strict-transport-security": "max-age=63072000",
  };

  test.each([
    ["a page", "/en", {}],
    ["loader data", "/en/about-us.data", {}],
    ["a missing page", "/nowhere", {}],
    ["a redirect", "/news/list/", {}],
    ["a redirect with a cookie", "/", { "Accept-Language": "en" }],
    ["a picture", "/plates/huang-qi.svg", {}],
    ["a missing file", "/assets/gone.js", {}],
    ["JSON", "/api/setting/list", {}],
    ["a probe", "/healthz", {}],
    ["a file that is not modified", "/logo.svg", { "If-None-Match": "*" }],
  ])("%s has the headers", async (_name, path, headers) => {
    const response = await requestPlain(site, path, headers as Record<string, string>);
    expect(response.headers).toMatchObject(commonHeaders);
    expect(response.headers["x-request-id"]).toMatch(/^[\w-]{36}$/);
    const policy = String(response.headers["content-security-policy"]);
    expect(policy).toMatch(/^default-src '(?:none'|self'; object-src 'none'; frame-src 'none'; media-src 'none')/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|data:.*script|\*/);
    if (!String(response.headers["content-type"]).startsWith("text/html")) expect(policy).not.toContain("script-src");
    for (const cookie of response.headers["set-cookie"] ?? []) expect(cookie).toMatch(/; Secure/);
    for (const name of ["x-powered-by", "x-route"]) {
      expect(response.headers).not.toHaveProperty(name);
    }
  });
});

test("only the machine itself and clients with the token get the metrics, not clients whose requests a proxy forwards", async () => {
  const getStatus = async (headers: Record<string, string>, target: { origin: string } = site) =>
    (await requestPlain(target, "/metrics", headers)).status;
  expect(await getStatus({})).toBe(200);
  expect(await getStatus({ "X-Forwarded-For": "203.0.113.9" })).toBe(404);
  expect(await getStatus({ "X-Forwarded-For": "203.0.113.9", Authorization: `Bearer ${token}` })).toBe(200);
  expect(await getStatus({ "X-Forwarded-For": "203.0.113.9", Authorization: "Bearer guess" })).toBe(404);
  // If no proxy is trusted, a forwarded request gets no metrics, because it may come from any client.
  expect(await getStatus({ "X-Forwarded-For": "127.0.0.1" }, { origin: inject("siteOrigin") })).toBe(404);
});

describe("forms", () => {
  test("reloading the confirmation sends nothing, and no cache may keep it", async () => {
    const response = await post(site, createFields());
    for (let reload = 0; reload < 2; reload++) {
      const page = await site.get(response.headers.get("Location")!);
      expect(page.headers.get("Cache-Control")).toBe("private, no-store");
      expect(await page.text()).toContain(getReference(response));
    }
    expect(await readInbox(site.DATA_DIR)).toHaveLength(1);
  });

  test.each<[string, Record<string, string>, number]>([
    ["of another site", { Origin: "https://evil.example" }, 403],
    ["that the browser calls cross-site", { "Sec-Fetch-Site": "cross-site" }, 403],
    ["of the site's origin", { Origin: "https://qigu.example" }, 422],
    ["without headers of its origin", {}, 422],
  ])("a form %s", async (_name, headers, status) => {
    const response = await post(site, { ...validFields, name: "" }, headers);
    expect(response.status).toBe(status);
    if (status === 403) expect(await response.text()).toContain("表单未能提交");
  });

  test("a sender of 60 refused forms waits for the next minute; a valid form doesn't count", async () => {
    const visitor = createVisitorHeaders();
    const send = async (fields: Record<string, string>) => (await post(site, fields, visitor)).status;
    for (let n = 0; n < 59; n++) expect(await send({ ...validFields, name: "" })).toBe(422);
    const statuses = [await send(createFields()), await send({ ...validFields, name: "" }), await send(createFields())];
    expect(statuses).toEqual([303, 422, 429]);
    expect((await post(site, createFields(), createVisitorHeaders())).status).toBe(303);
  });

  /** Sends a form without a contact, so that the response contains the parsed fields. */
  const postEncoded = async (body: string, charset?: string, prefix = "") => {
    const type = `application/x-www-form-urlencoded${charset ? `; charset=${charset}` : ""}`;
    const response = await fetch(`${site.origin}${prefix}/contact-us`, {
      method: "POST",
      body: Buffer.from(body, "latin1"),
      headers: { "Content-Type": type, ...createVisitorHeaders() },
    });
    return { status: response.status, html: await response.text() };
  };

  test("a form in another charset is decoded", async () => {
    for (const body of ["name=%BB%C6%DC%CE&contact=&content=x", "name=\u00bb\u00c6\u00dc\u00ce&content=x"]) {
      const { status, html } = await postEncoded(body, "GBK");
      expect([status, html.includes('value="黄芪"')]).toEqual([422, true]);
    }
  });

  test("a multipart form is read, and a body of another type is refused", async () => {
    const form = new FormData();
    form.set("name", "黄芪");
    const url = `${site.origin}/contact-us`;
    const response = await fetch(url, { method: "POST", body: form, headers: createVisitorHeaders() });
    expect([response.status, (await response.text()).includes('value="黄芪"')]).toEqual([422, true]);
    const text = await fetch(url, { method: "POST", body: "name=x", headers: createVisitorHeaders() });
    expect(text.status).toBe(415);
  });

  test.each([
    ["", undefined, "文字无法识别"],
    ["/en", "utf-8", "Unreadable text"],
    ["", "klingon", "文字无法识别"],
  ])(
    "%s/contact-us: a form with bytes that can't be decoded (charset: %s) gets a 415 page that explains this",
    async (prefix, charset, title) => {
      const { status, html } = await postEncoded("name=%BB%C6&contact=13812345678&content=x", charset, prefix);
      expect([status, html.includes(`<h1>${title}</h1>`)]).toEqual([415, true]);
    },
  );
});

describe("a proxy terminates TLS, and SITE_URL isn't set", () => {
  const account = "zhou@qigu.example";
  const trustingSite = setUpSite({ TRUST_PROXY: "127.0.0.1", DESK_ACCOUNTS: account });
  const distrustingSite = setUpSite({ DESK_ACCOUNTS: account });
  const https = { "X-Forwarded-Proto": "https" };

  test.each<[string, string, Record<string, string>, number[]]>([
    ["the page behind a trusted proxy", "https:", { ...https, ...createVisitorHeaders() }, [422, 400, 422]],
    ["a page without TLS", "http:", https, [403, 403, 404]],
    ["the page behind another proxy", "https:", {}, [422, 400, 422]],
    [
      "another site with its browser's word",
      "https://evil.example",
      { "Sec-Fetch-Site": "same-origin" },
      [403, 403, 404],
    ],
    ["another site", "https://evil.example", {}, [403, 403, 404]],
    [
      "another site, whatever a client forwards",
      "https://evil.example",
      { "X-Forwarded-Host": "evil.example" },
      [403, 403, 404],
    ],
  ])("forms, reports and the desk's login from %s", async (_name, from, headers, statuses) => {
    const testedSite = headers["X-Forwarded-Proto"] ? trustingSite : distrustingSite;
    const Origin = from.endsWith(":") ? testedSite.origin.replace("http:", from) : from;
    const send = async (path: string, fields: Record<string, string>) =>
      (await post(testedSite, fields, { Origin, ...headers }, path)).status;
    expect([
      await send("/contact-us", { ...validFields, name: "" }),
      await send("/client-errors", {}),
      await send("/desk/login", { account: "" }),
    ]).toEqual(statuses);
  });
});

let pageCount = 0;

test.each<[string, Record<string, string>]>([
  ["a foreign Host", { Host: "evil.example" }],
  [
    "forwarded names",
    { "X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "https", Forwarded: "host=evil.example" },
  ],
  ["another address", { "X-Original-URL": "/login", "X-Rewrite-URL": "/login" }],
  ["a cookie of no language", { Cookie: "i18n_redirected=xx; inquiry=<script>; a" }],
  ["a range", { Range: "bytes=0-10", "If-Range": '"x"' }],
  ["another language", { "Accept-Language": "en;q=1" }],
  ["no encoding at all", { "Accept-Encoding": "*;q=0, identity" }],
  [
    "a cache's own words",
    { "Surrogate-Key": "x", "Cache-Control": "no-transform", Pragma: "x", "X-Route": "evil.example" },
  ],
])("if the first visitor of a page sends %s, the next visitor gets an unchanged page", async (_name, headers) => {
  const path = "/product/list?sort=newest";
  const expected = await requestPlain(site, path);
  // The test requests a page that isn't cached yet, and a cached one.
  const uncachedPath = `/news/list?keyword=${pageCount++}`;
  expect((await requestPlain(site, uncachedPath, headers)).status).toBe(200);
  await requestPlain(site, path, headers);
  const after = await requestPlain(site, path);
  expect(after.body.equals(expected.body)).toBe(true);
  const [first, secondPage] = [await requestPlain(site, uncachedPath), await requestPlain(site, uncachedPath)];
  expect(first.body.equals(secondPage.body)).toBe(true);
  expect(first.body.toString()).not.toContain("evil.example");
  expect(JSON.stringify(first.headers)).not.toContain("evil.example");
});

test.each([
  "/login/x.css",
  "/login%2Fx.css",
  "/quotation;x.css",
  "/en/login.css",
  "/contact-us/received/a.js",
  "/login?x.css",
])("%s is never cached for a visitor with a login, and for others at most 5 s, as a 404", async (path) => {
  const getControl = async (Cookie: string) => {
    const { headers, status } = await requestPlain(site, path, { Cookie });
    return [status, headers["cache-control"]];
  };
  const privateControl = "private, no-store";
  const missing = [404, "public, max-age=0, s-maxage=5"];
  expect(await getControl("inquiry=x")).toEqual(path.includes("?") ? [200, privateControl] : missing);
  expect(await getControl("token=x")).toEqual([path.includes("?") ? 200 : 404, privateControl]);
});

test.each(["/a%0d%0aX-Injected:1", "/language/en?to=/%0d%0aX-Injected:1", "/news/list/%0d%0aX-Injected:1/"])(
  "line breaks in %s don't get into headers",
  async (path) => {
    expect(Object.keys((await requestPlain(site, path)).headers)).not.toContain("x-injected");
  },
);

test("a client that leaves before the response is logged as 499, with the route", async () => {
  const socket = connect(Number(new URL(site.origin).port), "127.0.0.1");
  socket.write("POST /contact-us HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc");
  await sleep(200);
  socket.destroy();
  await expect.poll(() => site.output()).toMatch(/"method":"POST","path":"\/contact-us","status":499/);
});
