import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { requestPlain } from "../setup/plain-http.ts";
import { startSite, type RunningSite } from "../setup/running-site.ts";

const folder = mkdtempSync(join(tmpdir(), "hostile-"));
let site: RunningSite;
beforeAll(async () => {
  site = await startSite({ DATA_DIR: folder, LOG_LEVEL: "warn" });
});
afterAll(async () => {
  await site.stop();
  rmSync(folder, { recursive: true, force: true });
});

const get = (path: string, headers?: Record<string, string>) => requestPlain(site, path, headers);

/** Sends raw bytes, and reads until the server closes the connection or sends nothing for a while. */
function sendRaw(bytes: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(site.origin).port), "127.0.0.1");
    let response = "";
    socket.setEncoding("latin1");
    socket.on("data", (chunk: string) => (response += chunk));
    socket.on("error", () => resolve(response));
    socket.on("close", () => resolve(response));
    socket.setTimeout(700, () => socket.destroy());
    socket.write(bytes);
  });
}

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
  const expected = await get(path);
  // The test requests a page that isn't cached yet, and a cached one.
  const uncachedPath = `/news/list?keyword=${pages++}`;
  expect((await get(uncachedPath, headers)).status).toBe(200);
  await get(path, headers);
  const after = await get(path);
  expect(after.body.equals(expected.body)).toBe(true);
  const [first, secondPage] = [await get(uncachedPath), await get(uncachedPath)];
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
  const { headers, status } = await get(path);
  expect(headers["cache-control"]).toMatch(/no-store/);
  if (!path.includes("?")) expect(status).toBe(404);
});

test.each([
  ["two lengths", "POST /contact-us HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello!"],
  [
    "a length and chunks",
    "POST /contact-us HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n",
  ],
  ["bare line feeds", "GET / HTTP/1.1\nHost: a\n\n"],
  ["a folded header", "GET / HTTP/1.1\r\nHost: a\r\nX-A: b\r\n c\r\n\r\n"],
  ["two hosts", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"],
  ["no host", "GET / HTTP/1.1\r\n\r\n"],
])("a request with %s is rejected once", async (_name, bytes) => {
  const response = await sendRaw(bytes);
  expect(response.match(/HTTP\/1\.1 \d{3}/g)).toEqual(["HTTP/1.1 400"]);
});

test.each(["/a%0d%0aX-Injected:1", "/language/en?to=/%0d%0aX-Injected:1", "/news/list/%0d%0aX-Injected:1/"])(
  "line breaks in %s don't get into headers",
  async (path) => {
    const response = await sendRaw(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    expect(response.split("\r\n\r\n")[0]).not.toMatch(/\r\nX-Injected/i);
  },
);
