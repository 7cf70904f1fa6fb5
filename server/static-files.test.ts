import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import express from "express";
import { afterAll, beforeAll, expect, test } from "vitest";
import { toCanonicalPath } from "#app/services/runtime/web/canonical-path.ts";
import { requestPlain } from "#tests/setup/proxies/plain-http.ts";
import { setUpTestFolder } from "#tests/setup/run/test-folder.ts";
import { setExchange, type SiteHandler } from "./page-cache/exchange.ts";
import { createStaticFiles } from "./static-files.ts";

const types: [name: string, type: string][] = [
  ["photo.JPG", "image/jpeg"],
  ["photo.jpeg", "image/jpeg"],
  ["price list (1).PDF", "application/pdf"],
  ["价目表 [新].xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
  ["moving.gif", "image/gif"],
  ["leaf.avif", "image/avif"],
  ["offer.docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"],
  ["table.csv", "text/csv"],
  ["all.zip", "application/zip"],
  ["film.MP4", "video/mp4"],
];

const root = setUpTestFolder();
const emptyFolder = setUpTestFolder();
let serve: SiteHandler;
const app = express().use((request, response, next) => {
  setExchange(request, {} as Parameters<typeof setExchange>[1]);
  return serve(request, response, next);
});
const server = createServer((request, response) => {
  request.url = toCanonicalPath(request.url!)!;
  app(request, response);
});
let origin: string;
beforeAll(async () => {
  mkdirSync(join(root, "files"));
  for (const name of [...types.map(([name]) => name), "program.exe"]) writeFileSync(join(root, "files", name), name);
  recreateHandler();
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

/** Creates a new handler, which lists the folders again. */
function recreateHandler(isServed?: (path: string) => boolean): void {
  serve = createStaticFiles(root, () => emptyFolder, isServed);
}

/** Encodes each byte, with lower-case digits, as some programs do. */
const encodeEachByte = (name: string) => Buffer.from(name).toString("hex").replace(/../g, "%$&");

test.each(types)("%s is served as %s, whatever spelling of its URL the browser uses", async (name, type) => {
  for (const encodedName of [name, encodeURI(name), encodeURIComponent(name), encodeEachByte(name)]) {
    const response = await fetch(`${origin}/files/${encodedName}`);
    expect([response.status, response.headers.get("Content-Type"), await response.text()]).toEqual([200, type, name]);
  }
});

test.each(["/files%2Ftable.csv", "/files/%2ftable.csv", "/files/%ff.csv", "/files/table.csv%"])(
  "the path %s, with an encoded slash or an invalid encoding, gets a 404",
  async (path) => expect((await requestPlain({ origin }, path)).status).toBe(404),
);

test("a browser can play a video that it opens directly, and unknown types aren't served", async () => {
  const video = await fetch(`${origin}/files/film.MP4`);
  expect(video.headers.get("Content-Security-Policy")).toContain("media-src 'self'");
  expect((await fetch(`${origin}/files/program.exe`)).status).toBe(404);
});

test("browsers revalidate the owner's files each time, but keep plates for an hour", async () => {
  mkdirSync(join(root, "plates"));
  writeFileSync(join(root, "plates", "x.svg"), "<svg/>");
  recreateHandler();
  const { headers } = await requestPlain({ origin }, "/files/table.csv");
  expect(headers["cache-control"]).toBe("public, max-age=0, s-maxage=50, stale-if-error=86400");
  const secondResponse = await requestPlain({ origin }, "/files/table.csv", { "If-None-Match": headers.etag! });
  expect(secondResponse.status).toBe(304);
  expect((await fetch(`${origin}/plates/x.svg`)).headers.get("Cache-Control")).toBe(
    "public, max-age=3600, s-maxage=50, stale-if-error=86400",
  );
});

test("a file of the content that `isServed` rejects gets a 404", async () => {
  writeFileSync(join(emptyFolder, "logo.svg"), "<svg/>");
  writeFileSync(join(emptyFolder, "price.csv"), "1");
  recreateHandler((path) => path !== "/price.csv");
  const [served, hidden] = await Promise.all(["/logo.svg", "/price.csv"].map((path) => fetch(origin + path)));
  expect([served!.status, hidden!.status]).toEqual([200, 404]);
});

test("a pipelined request reads none of its file into memory before its turn", async () => {
  const length = 16 * 2 ** 20;
  writeFileSync(join(root, "files", "large.zip"), Buffer.alloc(length));
  recreateHandler();
  const responses: ServerResponse[] = [];
  server.on("request", (_request, response: ServerResponse) => responses.push(response));
  const client = connect(Number(new URL(origin).port), "127.0.0.1").pause();
  const formatRequest = (connection: string) =>
    `GET /files/large.zip HTTP/1.1\r\nHost: x\r\nConnection: ${connection}\r\n\r\n`;
  client.write(formatRequest("keep-alive") + formatRequest("keep-alive") + formatRequest("close"));
  await expect.poll(() => responses.length).toBe(3);
  await expect.poll(() => responses[0]!.writableLength).toBeGreaterThan(0);
  await sleep(200);
  expect(responses.map(({ writableLength }) => writableLength > 0)).toEqual([true, false, false]);
  expect((await buffer(client)).length).toBeGreaterThan(3 * length);
});

test("a file that couldn't be read at first is served once it can be", async () => {
  const file = join(root, "files", "late.csv");
  const other = join(root, "other.csv");
  writeFileSync(file, "a");
  recreateHandler();
  renameSync(file, other);
  expect((await fetch(`${origin}/files/late.csv`)).status).toBe(500);
  renameSync(other, file);
  expect((await fetch(`${origin}/files/late.csv`)).status).toBe(200);
});

test("icons that browsers request by themselves are served, and paths that only programs request get a short 404", async () => {
  for (const path of ["/favicon.ico", "/apple-touch-icon.png", "/.well-known/traffic-advice", "/ads.txt"]) {
    const response = await fetch(origin + path);
    expect([path, response.status, await response.text()]).toEqual([path, 404, "Not Found\n"]);
  }
  mkdirSync(join(root, "icons"));
  for (const size of [180, 192]) writeFileSync(join(root, `icons/${size}.png`), `icon of ${size}`);
  recreateHandler();
  for (const [path, size] of [
    ["/favicon.ico", 192],
    ["/apple-touch-icon.png", 180],
    ["/apple-touch-icon-precomposed.png", 180],
    ["/apple-touch-icon-120x120.png", 180],
  ] as const) {
    const response = await fetch(origin + path);
    expect([path, response.status, response.headers.get("Content-Type"), await response.text()]).toEqual([
      path,
      200,
      "image/png",
      `icon of ${size}`,
    ]);
  }
});
