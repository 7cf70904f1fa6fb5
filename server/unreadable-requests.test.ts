import { createServer } from "node:http";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { listen } from "../tests/setup/listening-server.ts";
import { defaultLimits, createServerOptions } from "./limits.ts";
import { createSecurityHeaders } from "./security-headers.ts";
import { handleClientErrors, chooseStatus } from "./unreadable-requests.ts";

const createError = (code: string, rawPacket = "") =>
  Object.assign(new Error(code), { code, rawPacket: Buffer.from(rawPacket) });

test.each([
  [createError("HPE_INVALID_METHOD", "BREW /pot HTTP/1.1\r\nHost: a\r\n\r\n"), 405],
  [createError("HPE_INVALID_METHOD", "\x16\x03\x01\x02\x00\x01\x00"), 400],
  [createError("HPE_INVALID_METHOD", "get lost"), 400],
  [createError("HPE_INVALID_HEADER_TOKEN", "GET / HTTP/1.1\r\na b\r\n"), 400],
  [createError("HPE_HEADER_OVERFLOW"), 431],
  [createError("ERR_HTTP_REQUEST_TIMEOUT"), 408],
])("%s", (clientError, status) => expect(chooseStatus(clientError)).toBe(status));

test("a client with slow headers gets a response, and its connection is closed", async () => {
  const limits = { ...defaultLimits, headersTimeout: 200, requestTimeout: 400, timeoutCheckInterval: 50 };
  const server = createServer(createServerOptions(limits), (_request, response) => response.end());
  handleClientErrors(server, createSecurityHeaders(undefined));
  const port = await listen(server);
  const socket = connect(port, "127.0.0.1", () => socket.write("GET / HTTP/1.1\r\nA: "));
  const timer = setInterval(() => socket.write("a"), 20);
  let text = "";
  socket.on("data", (chunk) => (text += chunk)).on("error", () => undefined);
  await new Promise((resolve) => socket.on("close", resolve));
  clearInterval(timer);
  expect(text).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
  expect(text).toContain("Content-Security-Policy: default-src 'none'; frame-ancestors 'none'\r\n");
});

test("the server has 10 s for headers, 30 s for a request, 10,000 connections, and idle times of 5 s more than the proxy", () => {
  expect(createServerOptions(defaultLimits)).toMatchObject({
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    keepAliveTimeout: 65_000,
  });
  expect([defaultLimits.maxBodyBytes, defaultLimits.maxConnections]).toEqual([65_536, 10_000]);
});
