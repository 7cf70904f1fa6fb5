import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { createReadableStreamFromReadable } from "@react-router/node";
import { expect, onTestFinished, test, vi } from "vitest";
import { listen } from "#tests/setup/proxies/listening-server.ts";
import { createServerOptions, defaultLimits } from "./limits.ts";
import { ClientGoneError, createBodyLimit, limitSlowBody, receiveBody } from "./request-body.ts";

const maxBytes = 20;

/** Starts a server that receives each body and records what can be read afterwards. */
async function startServer() {
  const results: unknown[] = [];
  const port = await listen((request, response) => {
    receiveBody(request, maxBytes)
      .then(async () => void results.push(request.complete ? await text(request) : "incomplete"))
      .catch((error: unknown) => void results.push(error))
      .finally(() => response.end());
  });
  return { results, port };
}

const head = "POST / HTTP/1.1\r\nHost: a\r\n";
const chunkedHead = `${head}Transfer-Encoding: chunked\r\n\r\n`;

test.each([
  ["in one piece", [`${head}Content-Length: 5\r\n\r\nhello`], "hello"],
  ["in pieces", [`${head}Content-Length: 5\r\n\r\nhe`, "l", "lo"], "hello"],
  ["in chunks, with a late end", [chunkedHead, "2\r\nhe\r\n", "3\r\nllo\r\n", "0\r\n\r\n"], "hello"],
  ["without any byte", [`${head}Content-Length: 0\r\n\r\n`], ""],
  ["without any byte, in chunks", [chunkedHead, "0\r\n\r\n"], ""],
  ["too large by its length", [`${head}Content-Length: 21\r\n\r\n`], "incomplete"],
  ["too large", [chunkedHead, `19\r\n${"a".repeat(25)}\r\n`], "incomplete"],
])(
  "a body %s is awaited until it is complete or too large, and a complete one can be read afterwards",
  async (_name, parts, result) => {
    const { results, port } = await startServer();
    const socket = connect(port, "127.0.0.1");
    for (const part of parts) {
      expect(results).toEqual([]);
      socket.write(part);
      await sleep(20);
    }
    await expect.poll(() => results).toEqual([result]);
    socket.destroy();
  },
);

test.each([
  ["at once", 0, `${head}Content-Length: 0\r\n\r\n`],
  ["at once, in chunks", 0, `${chunkedHead}0\r\n\r\n`],
  ["before it is read", 20, `${head}Content-Length: 0\r\n\r\n`],
])("an empty body that arrives %s can be read as the framework reads it", async (_name, delay, message) => {
  let body: string | undefined;
  const port = await listen(async (request, response) => {
    if (delay > 0) await sleep(delay);
    await receiveBody(request, maxBytes);
    body = await new Response(createReadableStreamFromReadable(request)).text();
    response.end();
  });
  const socket = connect(port, "127.0.0.1");
  socket.write(message);
  await expect.poll(() => body, { timeout: 5000 }).toBe("");
  socket.destroy();
});

test("the wait for a body ends when the client leaves", async () => {
  const { results, port } = await startServer();
  const socket = connect(port, "127.0.0.1");
  socket.write(`${head}Content-Length: 5\r\n\r\nhe`);
  await sleep(50);
  socket.destroy();
  await expect.poll(() => results).toEqual([expect.any(ClientGoneError)]);
});

test("a large body may take long if it keeps arriving, and one that nearly stops is refused", async () => {
  let received = 0;
  const limits = { ...defaultLimits, minBodyBytes: 1000 };
  const server = createServer(createServerOptions(limits), (request, response) => {
    limitSlowBody(request, limits, () => response.writeHead(408).end());
    request.on("data", (chunk: Buffer) => (received += chunk.length));
  });
  const port = await listen(server);
  // Fakes only `setInterval`, so that on a busy machine no client is judged too slow.
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const socket = connect(port, "127.0.0.1");
  socket.write(`${head}Content-Length: 9000\r\n\r\n`);
  await once(server, "request");
  let answer = "";
  socket.on("data", (data) => (answer += data)).on("error", () => undefined);
  for (let window = 1; window <= 4; window++) {
    socket.write("a".repeat(1000));
    await expect.poll(() => received).toBe(1000 * window);
    vi.advanceTimersByTime(limits.bodyWindow);
  }
  socket.write("a".repeat(999));
  await expect.poll(() => received).toBe(4999);
  expect(answer).toBe("");
  vi.advanceTimersByTime(limits.bodyWindow);
  await expect.poll(() => answer).toMatch(/^HTTP\/1\.1 408 /);
  socket.destroy();
});

test("beyond the limit of unfinished bodies, the sender with the most loses its oldest, and no other sender", async () => {
  const limitBodies = createBodyLimit({ ...defaultLimits, maxUnfinishedBodyBytes: 2 * defaultLimits.maxBodyBytes });
  const requests: IncomingMessage[] = [];
  const port = await listen((request, response) => {
    requests.push(request);
    limitBodies(request, String(request.headers["x-sender"]), () => response.writeHead(503).end());
  });
  const send = async (sender: string, length: number, body = "a") => {
    const socket = connect(port, "127.0.0.1").on("error", () => undefined);
    onTestFinished(() => void socket.destroy());
    const client = { socket, answer: "" };
    socket.on("data", (data) => (client.answer += data));
    const { length: count } = requests;
    socket.write(`${head}X-Sender: ${sender}\r\nContent-Length: ${length}\r\n\r\n${body}`);
    await expect.poll(() => requests.length).toBe(count + 1);
    return client;
  };
  const clients = [await send("office", 2000), await send("many", 60_000), await send("many", 60_000)];
  clients.push(await send("many", 40_000_000), await send("other", 2000));
  await expect.poll(() => clients.map(({ answer }) => answer.slice(9, 12))).toEqual(["", "503", "", "", ""]);
  // Room is free again once a client has left.
  clients[3]!.socket.destroy();
  await expect.poll(() => requests[3]!.destroyed).toBe(true);
  clients.push(await send("many", 60_000));
  await sleep(50);
  expect(clients.map(({ answer }) => answer.slice(9, 12))).toEqual(["", "503", "", "", "", ""]);
});

test("a client doesn't count as slow while the site itself doesn't read", async () => {
  const onTooSlow = vi.fn();
  const server = createServer((request) => limitSlowBody(request, defaultLimits, onTooSlow));
  const port = await listen(server);
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const socket = connect(port, "127.0.0.1").on("error", () => undefined);
  const arrived = once(server, "request");
  socket.write(`${head}Content-Length: 5000000\r\n\r\n${"a".repeat(5_000_000)}`);
  const [request] = (await arrived) as [IncomingMessage];
  await expect.poll(() => request.readableLength).toBeGreaterThanOrEqual(request.readableHighWaterMark);
  for (let window = 1; window <= 3; window++) vi.advanceTimersByTime(defaultLimits.bodyWindow);
  expect(onTooSlow).not.toHaveBeenCalled();
  socket.destroy();
});
