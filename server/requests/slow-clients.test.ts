import { createServer, get, type ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { sendBytes } from "#server/page-cache/send-page.ts";
import { listen } from "#tests/setup/proxies/listening-server.ts";
import { defaultLimits } from "./limits.ts";
import { closeSlowClients, createPipelineCounter } from "./slow-clients.ts";

/** More bytes than the system buffers for a client that doesn't read. */
const bytes = Buffer.alloc(64 * 1024 * 1024);

async function serve(
  limits: Partial<typeof defaultLimits>,
  respond: (response: ServerResponse) => void,
  now?: () => number,
) {
  const server = createServer((_request, response) => respond(response));
  closeSlowClients(server, { ...defaultLimits, slowCheckInterval: 20, ...limits }, now);
  return listen(server);
}

test.each([
  ["nothing", { readIdleTimeout: 50, minReadWindow: 60_000 }, () => undefined],
  [
    "a byte from time to time",
    { readIdleTimeout: 60_000, minReadWindow: 200, minReadBytes: 1024 * 1024 },
    (socket: Socket) => socket.read(1),
  ],
])("a client that reads %s is disconnected", async (_name, limits, read) => {
  const responses: ServerResponse[] = [];
  const port = await serve(limits, (response) => {
    responses.push(response);
    sendBytes(response, bytes);
  });
  const socket = connect(port, "127.0.0.1", () => socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n"));
  socket.on("error", () => undefined).pause();
  const timer = setInterval(() => read(socket), 10);
  await expect.poll(() => responses[0]?.destroyed).toBe(true);
  clearInterval(timer);
  expect(responses[0]!.writableFinished).toBe(false);
});

test("beyond the total limit of unread bytes, clients that don't read are disconnected until the rest fits", async () => {
  const responses: ServerResponse[] = [];
  const chunk = Buffer.alloc(16 * 2 ** 20);
  const limits = { readIdleTimeout: 60_000, minReadWindow: 60_000, maxUnreadBytes: 40 * 2 ** 20 };
  const port = await serve(limits, (response) => {
    responses.push(response);
    response.end(chunk);
  });
  const sockets = Array.from({ length: 6 }, () => {
    const socket = connect(port, "127.0.0.1", () => socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n"));
    return socket.on("error", () => undefined).pause();
  });
  const countOpen = () => responses.filter(({ destroyed }) => !destroyed).length;
  await expect.poll(() => responses.length).toBe(6);
  await expect.poll(countOpen).toBe(2);
  await sleep(100);
  expect(countOpen()).toBe(2);
  sockets.forEach((socket) => socket.destroy());
});

test("a client that reads a slow response is served", async () => {
  const limits = { readIdleTimeout: 5000, minReadWindow: 100, minReadBytes: 1024, slowCheckInterval: 1 };
  const respond = async (response: ServerResponse) => {
    await sleep(500);
    sendBytes(response, bytes);
  };
  // The clock counts checks, so that on a busy machine no client is judged too slow.
  let checks = 0;
  const port = await serve(limits, respond, () => checks++);
  const body = await new Promise<Buffer>((resolve, reject) => {
    get({ port, host: "127.0.0.1" }, (response) => buffer(response).then(resolve, reject)).on("error", reject);
  });
  expect(body.length).toBe(bytes.length);
});

test("a connection with too many pipelined requests is distinguished from one that waits for its responses", async () => {
  const pipeline = createPipelineCounter(3);
  const results: boolean[] = [];
  const port = await listen((request, response) => {
    results.push(pipeline.isExceededBy(request, response));
    setImmediate(() => response.end("done"));
  });
  const socket = connect(port, "127.0.0.1");
  const countResponses = () => received.split("done").length - 1;
  let received = "";
  socket.on("data", (data) => (received += data));
  for (const [requests, sum] of [
    [1, 1],
    [1, 2],
    [3, 5],
    [3, 8],
    [4, 12],
  ] as const) {
    socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n".repeat(requests));
    await expect.poll(countResponses).toBe(sum);
  }
  expect(results.slice(0, -1)).toEqual(Array(11).fill(false));
  expect(results.at(-1)).toBe(true);
});
