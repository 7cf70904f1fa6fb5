import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { requestPlain } from "../setup/plain-http.ts";
import { startSite, type RunningSite } from "../setup/running-site.ts";

const folder = mkdtempSync(join(tmpdir(), "edge-"));
let site: RunningSite;
beforeAll(async () => {
  site = await startSite({ DATA_DIR: folder, SITE_URL: "https://qigu.example" });
});
afterAll(async () => {
  await site.stop();
  rmSync(folder, { recursive: true, force: true });
});

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

async function readMetric(name: string): Promise<number> {
  const text = (await requestPlain(site, "/metrics")).body.toString();
  return Number(new RegExp(`^${name} (.+)$`, "m").exec(text)?.[1]);
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

  test("spellings aren't cached separately", async () => {
    await sendRequest("/about-us");
    const pagesBefore = await readMetric("page_cache_pages");
    for (let n = 0; n < 20; n++) {
      await sendRequest(`/x${n}/../about-us`);
      await sendRequest(`/about-us?x=${n}`);
      await sendRequest(`/about-us?q=${n}&page=${n}&keyword=${n}`);
      await sendRequest(`/about-us?_routes=x${n}`);
      await sendRequest(`/about-us.data?_routes=x${n}`);
      await sendRequest(`/news/list?sort=${n}`);
      await sendRequest(`/news/list?page=000${n}1`);
    }
    expect((await readMetric("page_cache_pages")) - pagesBefore).toBeLessThanOrEqual(1);
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

test("the language switch keeps the query, which the cached page doesn't know", async () => {
  const switchLanguage = async (referrer: string, to: string) =>
    (await sendRequest(`/language/en?to=${encodeURIComponent(to)}`, { Referer: referrer })).headers["location"];
  expect(await switchLanguage("https://qigu.example/about-us?x=1", "/about-us")).toBe("/en/about-us?x=1");
  expect(await switchLanguage("https://qigu.example/news/list?page=2&x=1", "/news/list?page=2")).toBe(
    "/en/news/list?page=2&x=1",
  );
  expect(await switchLanguage("https://elsewhere.example/about-us?x=1", "/about-us")).toBe("/en/about-us");
  expect(await switchLanguage("https://qigu.example/news/list?x=1", "/about-us")).toBe("/en/about-us");
});

test("a client that leaves before the response is logged as 499, with the route", async () => {
  const socket = connect(Number(new URL(site.origin).port), "127.0.0.1");
  socket.write("POST /contact-us HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc");
  await sleep(200);
  socket.destroy();
  await expect.poll(() => site.output()).toMatch(/"method":"POST","path":"\/contact-us","status":499/);
});
