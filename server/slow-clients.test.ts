import { createServer, get, type Server, type ServerResponse } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { defaultLimits } from "./limits.ts";
import { sendBytes } from "./send-bytes.ts";
import { closeSlowClients } from "./slow-clients.ts";

/** More than the system takes of an answer that nobody reads. */
const bytes = Buffer.alloc(64 * 1024 * 1024);

async function serve(limits: Partial<typeof defaultLimits>, answer: (response: ServerResponse) => void) {
  const server: Server = createServer((_request, response) => answer(response));
  closeSlowClients(server, { ...defaultLimits, slowCheckEvery: 20, ...limits });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** Asks for the answer and reads it as `read` says. Resolves once the server has closed the connection. */
function closed(port: number, read: (socket: ReturnType<typeof connect>) => void): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n"));
    socket.on("error", () => undefined).on("close", () => resolve());
    read(socket);
  });
}

test("a client that reads nothing is closed", async () => {
  const answers: ServerResponse[] = [];
  const port = await serve({ readIdleTime: 50, readTime: 60_000 }, (response) => {
    answers.push(response);
    sendBytes(response, bytes);
  });
  void closed(port, (socket) => socket.pause());
  await expect.poll(() => answers[0]?.destroyed, { timeout: 10_000 }).toBe(true);
  expect(answers[0]!.writableFinished).toBe(false);
});

test("a client that reads a byte now and then is closed", async () => {
  const answers: ServerResponse[] = [];
  const port = await serve({ readIdleTime: 60_000, readTime: 200, minReadBytes: 1024 * 1024 }, (response) => {
    answers.push(response);
    sendBytes(response, bytes);
  });
  void closed(port, (socket) => {
    socket.pause();
    const timer = setInterval(() => socket.read(1), 10);
    socket.on("close", () => clearInterval(timer));
  });
  await expect.poll(() => answers[0]?.destroyed, { timeout: 10_000 }).toBe(true);
  expect(answers[0]!.writableFinished).toBe(false);
});

test("a client that reads, and one whose answer takes its time, are served", async () => {
  const port = await serve({ readIdleTime: 100, readTime: 200, minReadBytes: 1024 }, async (response) => {
    await sleep(500);
    sendBytes(response, bytes);
  });
  const length = await new Promise<number>((resolve, reject) => {
    get({ port, host: "127.0.0.1" }, (response) => {
      let read = 0;
      response.on("data", (chunk: Buffer) => (read += chunk.length)).on("end", () => resolve(read));
    }).on("error", reject);
  });
  expect(length).toBe(bytes.length);
});
