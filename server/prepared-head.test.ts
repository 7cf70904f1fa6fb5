import { createServer, type RequestListener } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { PreparedHead } from "./prepared-head.ts";

const headers: [string, string][] = [
  ["Content-Type", "text/html; charset=utf-8"],
  ["Content-Length", "5"],
];
const prepared: RequestListener = (_request, response) => {
  new PreparedHead(200, headers).put(response, "id-1", 7);
  response.end("hello");
};
const byNode: RequestListener = (_request, response) => {
  response.writeHead(200, [...headers, ["X-Request-Id", "id-1"], ["Age", "7"]].flat());
  response.end("hello");
};

/** Everything that a server with this listener sends to a client that sends `message`. */
async function exchanged(listener: RequestListener, message: string): Promise<string> {
  const server = createServer({ keepAliveTimeout: 65_000, keepAliveTimeoutBuffer: 0 }, listener);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1", () => socket.write(message));
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk;
    if (text.split("HTTP/1.1 200").length - 1 === message.split(" / HTTP").length - 1) socket.end();
  });
  await new Promise((done) => socket.on("close", done));
  server.close();
  return text.replace(/Date: .*/g, "Date: now");
}

const get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";

test.each([
  ["a request", get],
  ["two on one connection", get + get],
  ["HEAD", get.replace("GET", "HEAD")],
  ["one that closes its connection", get.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n")],
  ["HTTP/1.0", get.replace("1.1", "1.0")],
])("%s gets byte for byte what Node would send", async (_name, message) => {
  const text = await exchanged(prepared, message);
  expect(text).toContain("X-Request-Id: id-1\r\nAge: 7\r\n");
  expect(text).toBe(await exchanged(byNode, message));
});

test("what can't stand in a header is refused", () => {
  expect(() => new PreparedHead(200, [["X-A", "b\r\nSet-Cookie: c"]])).toThrow(/Invalid character/);
});
