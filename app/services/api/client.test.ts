import { syncBuiltinESMExports } from "node:module";
import timers from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { createRecordingLog } from "../../../tests/setup/recording-log.ts";
import type { EndpointKey } from "./contract/endpoints.ts";
import { createClient, type ClientOptions } from "./client.ts";
import { QueueFullError } from "../runtime/fair-queue.ts";
import {
  AbortedError,
  BusyError,
  DataError,
  EnvelopeError,
  isBackendOutage,
  isNotFound,
  TimeoutError,
  TransportError,
  UnauthorizedError,
  UnknownEndpointError,
} from "./errors.ts";

const message = { name: "王", contact: "13800000000", content: "你好", locale: "cn" } as const;
const cn = { locale: "cn" } as const;

type TestResponse = Response | Error | (() => Promise<Response>);

/** Creates a client whose backend sends these responses in turn, and repeats the last one. */
function createTestClient(responses: TestResponse[], options: Partial<ClientOptions> = {}) {
  const requests: Request[] = [];
  const log = createRecordingLog();
  const transport = async (request: Request) => {
    requests.push(request);
    const response = responses[Math.min(requests.length, responses.length) - 1]!;
    if (response instanceof Error) throw response;
    return typeof response === "function" ? response() : response.clone();
  };
  return { call: createClient({ transport, base: "http://backend.test", log, ...options }), requests, log };
}

const createSuccess = (data: unknown, code: unknown = 0) => Response.json({ code, message: "ok", data });
const createFailure = (status: number, headers: HeadersInit = {}) => new Response("busy", { status, headers });
const getFailure = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

test("GET sends its input as a query, without undefined fields, and with the headers of a call", async () => {
  const { call, requests } = createTestClient([createSuccess({ rows: [] })]);
  await call(
    "news.list",
    { page: 2, cat: "a/b", keyword: undefined },
    { locale: "en", token: "t0ken", requestId: "r-1" },
  );
  const [request] = requests;
  expect(request!.url).toBe("http://backend.test/api/news/list?page=2&cat=a%2Fb");
  expect(Object.fromEntries(request!.headers)).toEqual({
    "content-type": "application/json",
    language: "en",
    authorization: "Bearer t0ken",
    "x-request-id": "r-1",
  });
});

test("POST sends JSON with an Idempotency-Key; the Language header of Chinese is zh-cn", async () => {
  const { call, requests } = createTestClient([createSuccess({ id: 7 })]);
  expect(await call("guestbook.create", message, { ...cn, idempotencyKey: "key-1" })).toEqual({ id: "7" });
  const [request] = requests;
  expect(request!.method).toBe("POST");
  expect(request!.url).toBe("http://backend.test/guestbook");
  expect(await request!.json()).toEqual(message);
  expect(request!.headers.get("language")).toBe("zh-cn");
  expect(request!.headers.get("idempotency-key")).toBe("key-1");
  expect(request!.headers.has("authorization")).toBe(false);
});

test.each([408, 409, 425, 429, 500, 502, 503, 504])(
  "a POST is retried once after %i, with the same key",
  async (status) => {
    const { call, requests } = createTestClient([createFailure(status), createSuccess({ id: "1" })]);
    await call("guestbook.create", message, cn);
    expect(requests).toHaveLength(2);
    const keys = requests.map(({ headers }) => headers.get("idempotency-key"));
    expect(keys[0]).toBeTruthy();
    expect(keys[0]).toBe(keys[1]);
  },
);

test.each([400, 403, 404, 422, 501])("a POST isn't retried after %i", async (status) => {
  const { call, requests } = createTestClient([createFailure(status), createSuccess({ id: "1" })]);
  expect(await getFailure(call("guestbook.create", message, cn))).toBeInstanceOf(TransportError);
  expect(requests).toHaveLength(1);
});

test("a POST is retried once when the connection breaks", async () => {
  const { call, requests } = createTestClient([new TypeError("fetch failed")]);
  const failure = await getFailure(call("guestbook.create", message, cn));
  expect(failure).toBeInstanceOf(TransportError);
  expect((failure as Error).cause).toBeInstanceOf(TypeError);
  expect(requests).toHaveLength(2);
});

test("a GET is never retried", async () => {
  const { call, requests } = createTestClient([createFailure(503), createSuccess({ rows: [] })]);
  expect(await getFailure(call("news.list", {}, cn))).toBeInstanceOf(TransportError);
  expect(requests).toHaveLength(1);
});

test("the retry waits for the time in Retry-After", async () => {
  const { call, requests } = createTestClient([createFailure(503, { "Retry-After": "1" }), createSuccess({ id: "1" })]);
  const wait = vi.spyOn(timers, "setTimeout").mockResolvedValue(undefined);
  syncBuiltinESMExports();
  onTestFinished(() => {
    wait.mockRestore();
    syncBuiltinESMExports();
  });
  await call("guestbook.create", message, cn);
  expect(wait).toHaveBeenCalledExactlyOnceWith(1000, undefined, expect.anything());
  expect(requests).toHaveLength(2);
});

test("the time limit includes retries: a longer Retry-After is a timeout", async () => {
  const { call } = createTestClient([createFailure(503, { "Retry-After": "60" })], { timeoutMs: 150 });
  expect(await getFailure(call("guestbook.create", message, cn))).toBeInstanceOf(TimeoutError);
});

test("a backend that doesn't respond is a timeout with its cause", async () => {
  const neverRespond = (request: Request) =>
    new Promise<Response>((_, reject) => request.signal.addEventListener("abort", () => reject(request.signal.reason)));
  const call = createClient({
    transport: neverRespond,
    base: "http://backend.test",
    timeoutMs: 50,
    log: createRecordingLog(),
  });
  const failure = (await getFailure(call("setting.list", {}, cn))) as Error;
  expect(failure).toBeInstanceOf(TimeoutError);
  expect(failure.cause).toBeDefined();
  expect(failure.message).toContain("setting.list");
});

test("the time limit applies even if the transport ignores the signal, and while a body arrives slowly", async () => {
  const neverRespond = () => new Promise<Response>(() => {});
  const respondSlowly = async () =>
    new Response(new ReadableStream({ start: (stream) => stream.enqueue(new Uint8Array(1)) }));
  for (const transport of [neverRespond, respondSlowly]) {
    const call = createClient({ transport, base: "http://backend.test", timeoutMs: 50, log: createRecordingLog() });
    expect(await getFailure(call("setting.list", {}, cn))).toBeInstanceOf(TimeoutError);
  }
});

test.each([404, 405, 501])(
  "status %i means that an optional call doesn't exist, and that a mandatory call has failed",
  async (status) => {
    const createPage = () => new Response("<h1>Not here</h1>", { status });
    const optional = await getFailure(createTestClient([createPage()]).call("page.list", {}, cn));
    expect(isNotFound(optional)).toBe(true);
    expect(isBackendOutage(optional)).toBe(false);
    expect(await getFailure(createTestClient([createPage()]).call("menu.tree", {}, cn))).toBeInstanceOf(TransportError);
  },
);

test.each([0, 200, "0", "200"])("code %j means success", async (code) => {
  const { call } = createTestClient([createSuccess({ siteName: "岐谷" }, code)]);
  expect((await call("setting.list", {}, cn)).siteName).toBe("岐谷");
});

test.each([401, "401"])("code %j means Unauthorized", async (code) => {
  const { call } = createTestClient([Response.json({ code, message: "x", data: null })]);
  expect(await getFailure(call("setting.list", {}, cn))).toBeInstanceOf(UnauthorizedError);
});

test("other codes are errors with the backend's message, or 请求失败 without one", async () => {
  const messageClient = createTestClient([Response.json({ code: 1001, message: "库存不足", data: null })]);
  const plainClient = createTestClient([Response.json({ code: 1001, data: null })]);
  const failure = (await getFailure(messageClient.call("setting.list", {}, cn))) as EnvelopeError;
  expect(failure).toBeInstanceOf(EnvelopeError);
  expect([failure.code, failure.serverMessage]).toEqual([1001, "库存不足"]);
  expect(((await getFailure(plainClient.call("setting.list", {}, cn))) as EnvelopeError).serverMessage).toBe(
    "请求失败",
  );
});

test.each([
  ["not JSON", new Response("<html>")],
  ["no envelope", Response.json([1, 2])],
  ["an envelope without a code", Response.json({ data: {} })],
])("%s is a transport error with its cause", async (_name, response) => {
  const failure = (await getFailure(createTestClient([response]).call("setting.list", {}, cn))) as TransportError;
  expect(failure).toBeInstanceOf(TransportError);
  expect(failure.cause).toBeDefined();
  expect(failure.status).toBe(200);
});

test("an HTTP status other than success is an error, even with a successful envelope", async () => {
  const { call } = createTestClient([Response.json({ code: 0, data: {} }, { status: 500 })]);
  expect(await getFailure(call("setting.list", {}, cn))).toMatchObject({ code: 500 });
});

test("invalid data of an info call is an error with its cause", async () => {
  const failure = await getFailure(
    createTestClient([createSuccess({ title: "no id" })]).call("news.info", { id: "1" }, cn),
  );
  expect(failure).toBeInstanceOf(DataError);
});

test.each([{ rows: null }, {}, null, undefined])("missing rows (%j) are an empty list", async (data) => {
  const { call } = createTestClient([createSuccess(data)]);
  expect((await call("news.list", {}, cn)).rows).toEqual([]);
});

test("ids and numbers may be strings or numbers, unknown fields are dropped, an invalid row is skipped and logged once", async () => {
  const rows = [{ id: 12, title: "A", wild: true }, { title: "no id" }, null, { id: "x", title: "B", date: "soon" }];
  const { call, log } = createTestClient([createSuccess({ rows, total: "31", page: "1" })]);
  const list = await call("case.list", {}, cn);
  expect(list.total).toBe(31);
  expect(list.rows.map(({ id, title, date }) => [id, title, date])).toEqual([
    ["12", "A", undefined],
    ["x", "B", undefined],
  ]);
  expect(list.rows[0]).not.toHaveProperty("wild");
  await call("case.list", {}, cn);
  const warnings = log.lines.filter(({ level }) => level === "warn");
  expect(warnings).toEqual([
    { level: "warn", fields: { endpoint: "case.list", skipped: 2 }, message: "unusable rows skipped" },
  ]);
});

test("API_PATHS changes the path of one call", async () => {
  const { call, requests } = createTestClient([createSuccess({ rows: [] })], {
    paths: { "prescription.list": "/api/case/list" },
  });
  await call("prescription.list", {}, cn);
  await call("case.list", {}, cn);
  expect(requests.map(({ url }) => new URL(url).pathname)).toEqual(["/api/case/list", "/api/case/list"]);
});

test("an unknown key logs `api key not found` and fails without a request", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  const { call, requests } = createTestClient([createSuccess({})]);
  expect(await getFailure(call("no.such" as EndpointKey, {} as never, cn))).toBeInstanceOf(UnknownEndpointError);
  expect(warn).toHaveBeenCalledWith("api key not found", "no.such");
  expect(requests).toHaveLength(0);
  warn.mockRestore();
});

test("the error contains the backend's Retry-After", async () => {
  const busyClient = createTestClient([
    createFailure(503, { "Retry-After": "0" }),
    createFailure(503, { "Retry-After": "7" }),
  ]);
  expect(await getFailure(busyClient.call("guestbook.create", message, cn))).toMatchObject({ retryAfter: 7000 });
  const limitedResponse = Response.json({ code: 429, message: "slowly" }, { headers: { "Retry-After": "9" } });
  expect(await getFailure(createTestClient([limitedResponse]).call("guestbook.create", message, cn))).toMatchObject({
    code: 429,
    retryAfter: 9000,
  });
});

test("a call ends at once when its caller leaves, and the transport is aborted", async () => {
  let signal: AbortSignal | undefined;
  const transport: ClientOptions["transport"] = (_request, options) => {
    signal = options?.signal;
    return new Promise(() => undefined);
  };
  const { call } = createTestClient([], { transport });
  const controller = new AbortController();
  const failure = getFailure(call("menu.tree", {}, { ...cn, signal: controller.signal }));
  controller.abort();
  expect(await failure).toBeInstanceOf(AbortedError);
  expect(signal?.aborted).toBe(true);
});

test("no call or retry is made after the caller has left", async () => {
  const { call, requests } = createTestClient([createFailure(503, { "Retry-After": "60" })]);
  expect(await getFailure(call("menu.tree", {}, { ...cn, signal: AbortSignal.abort() }))).toBeInstanceOf(AbortedError);
  const controller = new AbortController();
  const failure = getFailure(call("guestbook.create", message, { ...cn, signal: controller.signal }));
  while (requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
  controller.abort();
  expect(await failure).toBeInstanceOf(AbortedError);
  expect(requests).toHaveLength(1);
});

test("if too many calls are running, the client throws BusyError without a retry", async () => {
  const { call, requests } = createTestClient([new QueueFullError("full")]);
  expect(await getFailure(call("guestbook.create", message, cn))).toBeInstanceOf(BusyError);
  expect(requests).toHaveLength(1);
});
