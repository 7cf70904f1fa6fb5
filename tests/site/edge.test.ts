import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { requestPlain } from "../setup/plain-http.ts";
import { setUpSite } from "../setup/site.ts";

const site = setUpSite({ SITE_URL: "https://qigu.example" });

type Head = { status: number; headers: Record<string, string>; body: string };

/** Sends a raw request line, which HTTP clients would normalise, and reads the response. */
function sendRequest(target: string, headers: Record<string, string> = {}, method = "GET"): Promise<Head> {
  const lines = Object.entries({ Host: "qigu.example", Connection: "close", ...headers });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(site.origin).port), "127.0.0.1", () =>
      socket.write(`${method} ${target} HTTP/1.1\r\n${head}\r\n`),
    );
    let text = "";
    socket.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
    socket.on("error", reject).on("close", () => resolve(parse(text)));
  });
}

function parse(text: string): Head {
  const [head = "", ...body] = text.split("\r\n\r\n");
  const [statusLine = "", ...lines] = head.split("\r\n");
  const headers = lines.map((line) => [line.split(": ")[0]!.toLowerCase(), line.slice(line.indexOf(": ") + 2)]);
  return {
    status: Number(statusLine.split(" ")[1]),
    headers: Object.fromEntries(headers),
    body: body.join("\r\n\r\n"),
  };
}

describe("canonical paths", () => {
  test.each([
    ["/x/../files/dang-gui-cn.pdf", "/files/dang-gui-cn.pdf"],
    ["/en/%6eews/list?page=2", "/en/news/list?page=2"],
  ])("%s is redirected to %s", async (target, location) => {
    const { status, headers } = await sendRequest(target);
    expect([status, headers["location"], headers["cache-control"]]).toEqual([301, location, "no-store"]);
  });

  test("a redirected form keeps its method and body", async () => {
    const { status, headers } = await sendRequest("/contact-us/", { "Content-Length": "0" }, "POST");
    expect([status, headers["location"]]).toEqual([308, "/contact-us"]);
  });

  test("an absolute URL is treated as its path", async () => {
    const { status, headers } = await sendRequest("http://elsewhere.example/logo.svg");
    expect([status, headers["content-type"]]).toEqual([200, "image/svg+xml"]);
  });
});

describe("limits", () => {
  test.each([
    ["a path of slashes", `/a${"/".repeat(125_000)}a`, {}, 414],
    ["a long query", `/search?q=${"a".repeat(100_000)}`, {}, 414],
    ["spaces in a header", "/", { "Accept-Language": `en${" ".repeat(120_000)}x` }, 431],
  ])("%s gets an error page in every language", async (_name, target, headers, status) => {
    const response = await sendRequest(target, headers as Record<string, string>);
    expect(response.status).toBe(status);
    expect(response.body).toContain("太长");
    expect(response.body).toContain("too long");
  });

  test("a connection with too many pipelined requests is closed", async () => {
    const request = "GET /files/dang-gui-cn.pdf HTTP/1.1\r\nHost: a\r\n\r\n";
    const socket = connect(Number(new URL(site.origin).port), "127.0.0.1");
    const closing = new Promise<boolean>((resolve) => socket.on("close", () => resolve(true)).on("error", () => {}));
    socket.pause();
    socket.write(request.repeat(200));
    socket.resume();
    expect(await closing).toBe(true);
  });
});

describe("redirects stay on this site", () => {
  test.each([
    "/language/cn?to=/.//evil.example",
    "/language/en?to=/..//evil.example",
    "/language/cn?to=/en//evil.example",
    "/language/cn?to=/en/..//evil.example",
    "/language/cn?to=%2F%2e%2e%2F%2Fevil.example",
    "/language/cn?to=/%5Cevil.example",
    "/language/cn?to=/%09/evil.example",
    "/a/../%09/evil.example%2f..",
    "/%2%65//evil.example",
    "/en//evil.example/",
    "//evil.example/%2e%2e/",
    "/.//evil.example/",
    "/\\evil.example/",
  ])("%s", async (target) => {
    const { status, headers } = await sendRequest(target, { Cookie: "i18n_redirected=en" });
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

let pages = 0;

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
  const path = "/product/list?page=2";
  const expected = await requestPlain(site, path);
  // The test requests a page that isn't cached yet, and a cached one.
  const uncachedPath = `/news/list?keyword=${pages++}`;
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
])("%s isn't a file that a cache may store", async (path) => {
  const { headers, status } = await requestPlain(site, path);
  expect(headers["cache-control"]).toMatch(/no-store/);
  if (!path.includes("?")) expect(status).toBe(404);
});

test.each(["/a%0d%0aX-Injected:1", "/language/en?to=/%0d%0aX-Injected:1", "/news/list/%0d%0aX-Injected:1/"])(
  "line breaks in %s don't get into headers",
  async (path) => {
    expect(Object.keys((await sendRequest(path)).headers)).not.toContain("x-injected");
  },
);

test("a client that leaves before the response is logged as 499, with the route", async () => {
  const socket = connect(Number(new URL(site.origin).port), "127.0.0.1");
  socket.write("POST /contact-us HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc");
  await sleep(200);
  socket.destroy();
  await expect.poll(() => site.output()).toMatch(/"method":"POST","path":"\/contact-us","status":499/);
});
