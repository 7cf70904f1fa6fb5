import { createServer } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { defaultLimits, serverOptions } from "./limits.ts";
import { securityHeaders } from "./security-headers.ts";
import { answerUnreadable, statusOf } from "./unreadable-requests.ts";

const error = (code: string, rawPacket = "") =>
  Object.assign(new Error(code), { code, rawPacket: Buffer.from(rawPacket) });

test.each([
  [error("HPE_INVALID_METHOD", "BREW /pot HTTP/1.1\r\nHost: a\r\n\r\n"), 405],
  [error("HPE_INVALID_METHOD", "\x16\x03\x01\x02\x00\x01\x00"), 400],
  [error("HPE_INVALID_METHOD", "get lost"), 400],
  [error("HPE_INVALID_HEADER_TOKEN", "GET / HTTP/1.1\r\na b\r\n"), 400],
  [error("HPE_HEADER_OVERFLOW"), 431],
  [error("ERR_HTTP_REQUEST_TIMEOUT"), 408],
])("%s", (one, status) => expect(statusOf(one)).toBe(status));

test("a client that takes its time over its headers is told so, and its connection is closed", async () => {
  const limits = { ...defaultLimits, headersTime: 200, requestTime: 400, checkEvery: 50 };
  const server = createServer(serverOptions(limits), (_request, response) => response.end());
  answerUnreadable(server, securityHeaders(undefined));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1", () =>
    socket.write("GET / HTTP/1.1\r\nA: "),
  );
  const drip = setInterval(() => socket.write("a"), 20);
  let text = "";
  socket.on("data", (chunk) => (text += chunk)).on("error", () => undefined);
  await new Promise((done) => socket.on("close", done));
  clearInterval(drip);
  server.close();
  expect(text).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
  expect(text).toContain("Content-Security-Policy: default-src 'none'; frame-ancestors 'none'\r\n");
});

test("what a client may take: 10 s for headers, 30 s for a request, 10,000 connections, 5 s longer than the proxy", () => {
  expect(serverOptions(defaultLimits)).toMatchObject({
    ...{ headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 65_000 },
  });
  expect([defaultLimits.bodyBytes, defaultLimits.connections]).toEqual([65_536, 10_000]);
});
