import type { RequestListener } from "node:http";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { listen } from "#tests/setup/proxies/listening-server.ts";
import { httpFetch, parseRetryAfter } from "./http-fetch.ts";

const serve = async (listener: RequestListener) => `http://127.0.0.1:${await listen(listener)}`;

const { signal } = new AbortController();
const neverSettles = new Promise<never>(() => undefined);

function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
}

test("a failed connection rejects with the connection's error, and an abort with its own reason", async () => {
  await expect(httpFetch(new Request("http://127.0.0.1:2/"), { signal })).rejects.toThrow(/ECONNREFUSED/);
  const reason = new Error("nobody waits");
  await expect(httpFetch(new Request("http://127.0.0.1:2/"), { signal: AbortSignal.abort(reason) })).rejects.toBe(
    reason,
  );
});

test("a GET request is repeated if the server closes the idle connection on its reuse", async () => {
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

test("redirects of GET requests are followed, and no credentials are sent to another origin", async () => {
  const otherOrigin = await serve((request, response) =>
    response.end(`token ${request.headers.authorization ?? "none"}`),
  );
  const origin = await serve((_, response) => void response.writeHead(307, { Location: `${otherOrigin}/` }).end());
  const createRequest = (init?: RequestInit) =>
    new Request(origin, { ...init, headers: { Authorization: "Bearer t" } });
  expect(await (await httpFetch(createRequest(), { signal })).text()).toBe("token none");
  expect((await httpFetch(createRequest(), { signal, redirect: "manual" })).status).toBe(307);
  expect((await httpFetch(createRequest({ method: "POST", body: "{}" }), { signal })).status).toBe(307);
});

test.each([
  ["before the answer", (): void => undefined],
  ["within the answer", (response: { write(text: string): unknown }) => void response.write("half")],
])("an abort %s closes the connection, even after garbage collection", async (_when, start) => {
  const arrival = Promise.withResolvers<void>();
  const closing = Promise.withResolvers<void>();
  const origin = await serve((request, response) => {
    start(response);
    request.socket.once("close", () => closing.resolve());
    arrival.resolve();
  });
  const controller = new AbortController();
  const responseText = httpFetch(new Request(origin, { signal: controller.signal }), {
    signal: controller.signal,
  }).then((response) => response.text());
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

const now = Date.parse("2026-01-01T00:00:00Z");

test.each([
  [null, 0],
  ["2", 2000],
  ["0", 0],
  ["Thu, 01 Jan 2026 00:00:05 GMT", 5000],
  ["Wed, 31 Dec 2025 00:00:00 GMT", 0],
  ["soon", 0],
  ["99999999", 2_147_483_647],
])("Retry-After %j means %i ms", (header, milliseconds) => {
  expect(parseRetryAfter(header, now)).toBe(milliseconds);
});
