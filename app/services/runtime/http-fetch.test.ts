import type { IncomingMessage, RequestListener } from "node:http";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { listen } from "../../../tests/setup/listening-server.ts";
import { httpFetch } from "./http-fetch.ts";

const serve = async (listener: RequestListener) => `http://127.0.0.1:${await listen(listener)}`;

const { signal } = new AbortController();
const neverSettles = new Promise<never>(() => undefined);

function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
}

test("sends the request, and returns status, headers and body of the response", async () => {
  const receivedRequest: { method?: string; headers?: IncomingMessage["headers"]; body?: string } = {};
  const origin = await serve((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      Object.assign(receivedRequest, {
        method: request.method,
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      });
      response.writeHead(418, { "X-Answer": "yes", "Set-Cookie": ["a=1", "b=2"] }).end("short and stout");
    });
  });
  const request = new Request(origin, { method: "POST", headers: { Language: "en" }, body: '{"a":"é"}' });
  const response = await httpFetch(request, { signal });
  expect(receivedRequest).toMatchObject({
    method: "POST",
    headers: { language: "en", "content-length": "10" },
    body: '{"a":"é"}',
  });
  expect([response.status, response.headers.get("X-Answer")]).toEqual([418, "yes"]);
  expect(response.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
  expect(await response.text()).toBe("short and stout");
});

test.each([
  ["gzip", gzipSync],
  ["br", brotliCompressSync],
] as const)("decodes a body with Content-Encoding %s", async (encoding, compress) => {
  const origin = await serve((_, response) => {
    response.writeHead(200, { "Content-Encoding": encoding }).end(compress("当归"));
  });
  expect(await (await httpFetch(new Request(origin), { signal })).text()).toBe("当归");
});

test("handles a response without a body, and one that breaks off", async () => {
  const origin = await serve((request, response) => {
    if (request.url === "/none") return void response.writeHead(204).end();
    response.writeHead(200, { "Content-Length": "100" }).write("half");
    setImmediate(() => response.destroy());
  });
  expect((await httpFetch(new Request(`${origin}/none`), { signal })).status).toBe(204);
  const brokenResponse = await httpFetch(new Request(origin), { signal });
  await expect(brokenResponse.text()).rejects.toThrow();
  await expect(httpFetch(new Request("http://127.0.0.1:1/"), { signal })).rejects.toThrow("ECONNREFUSED");
});

test("repeats a request if the server closed the idle connection just as it was reused", async () => {
  const sockets = new Map<object, number>();
  const origin = await serve((request, response) => {
    const count = (sockets.get(request.socket) ?? 0) + 1;
    sockets.set(request.socket, count);
    if (count > 1) request.socket.resetAndDestroy();
    else response.end(`answer ${sockets.size}`);
  });
  const sendRequest = async (init?: RequestInit) => (await httpFetch(new Request(origin, init), { signal })).text();
  expect(await sendRequest()).toBe("answer 1");
  await new Promise((resolve) => setImmediate(resolve));
  expect(await sendRequest()).toBe("answer 2");
  await new Promise((resolve) => setImmediate(resolve));
  // A POST could be processed twice, so it isn't repeated.
  await expect(sendRequest({ method: "POST", body: "{}" })).rejects.toThrow();
});

test("follows a few redirects of GET requests, and sends no credentials to another origin", async () => {
  const otherOrigin = await serve((request, response) =>
    response.end(`token ${request.headers.authorization ?? "none"}`),
  );
  const origin = await serve((request, response) => {
    const location = request.url === "/there" ? `${otherOrigin}/` : request.url === "/round" ? "/round" : "/there";
    response.writeHead(302, { Location: location }).end();
  });
  const sendRequest = (path: string, init?: RequestInit) =>
    new Request(origin + path, { ...init, headers: { Authorization: "Bearer t" } });
  expect(await (await httpFetch(sendRequest("/"), { signal })).text()).toBe("token none");
  await expect(httpFetch(sendRequest("/round"), { signal })).rejects.toThrow("too many redirects");
  expect((await httpFetch(sendRequest("/"), { signal, redirect: "manual" })).status).toBe(302);
  expect((await httpFetch(sendRequest("/", { method: "POST", body: "{}" }), { signal })).status).toBe(302);
});

test.each([
  ["before the answer", (): void => undefined],
  ["within the answer", (response: { write(text: string): unknown }) => void response.write("half")],
])("an abort closes the connection, also after garbage collection: %s", async (_when, start) => {
  const arrival = Promise.withResolvers<void>();
  const closing = Promise.withResolvers<void>();
  const origin = await serve((request, response) => {
    start(response);
    request.socket.once("close", () => closing.resolve());
    arrival.resolve();
  });
  const controller = new AbortController();
  const responseText = httpFetch(new Request(origin), { signal: controller.signal }).then((response) =>
    response.text(),
  );
  const outcome = responseText.catch((error: Error) => error.name);
  await arrival.promise;
  for (let turn = 0; turn < 3; turn++) {
    collectGarbage();
    await new Promise((resolve) => setImmediate(resolve));
  }
  controller.abort();
  await closing.promise;
  expect(await Promise.race([outcome, neverSettles])).toBeTypeOf("string");
});
