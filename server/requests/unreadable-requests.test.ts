import { createServer } from "node:http";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { listen } from "#tests/setup/proxies/listening-server.ts";
import { createServerOptions, defaultLimits } from "./limits.ts";
import { createSecurityHeaders } from "./security-headers.ts";
import { handleClientErrors } from "./unreadable-requests.ts";

test("a client with slow headers gets a response, and its connection is closed", async () => {
  const limits = { ...defaultLimits, headersTimeout: 200, timeoutCheckInterval: 50 };
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

test("no error response is written into a response that has begun", async () => {
  const server = createServer(createServerOptions(defaultLimits), (_request, response) => void response.write("begun"));
  handleClientErrors(server, createSecurityHeaders(undefined));
  const port = await listen(server);
  const socket = connect(port, "127.0.0.1", () => socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n"));
  let text = "";
  socket
    .on("error", () => undefined)
    .on("data", (chunk) => {
      text += chunk;
      socket.write("not a request\r\n\r\n");
    });
  await new Promise((resolve) => socket.on("close", resolve));
  expect(text).toMatch(/begun/);
  expect(text.match(/HTTP\/1\.1/g)).toHaveLength(1);
});

test("the server limits headers (10 s), idle connections (65 s), bodies (64 KiB) and connections (10,000), but not a whole request's time", () => {
  expect(createServerOptions(defaultLimits)).toMatchObject({
    headersTimeout: 10_000,
    requestTimeout: 0,
    keepAliveTimeout: 65_000,
  });
  expect([defaultLimits.maxBodyBytes, defaultLimits.maxConnections]).toEqual([65_536, 10_000]);
});
