import { syncBuiltinESMExports } from "node:module";
import timers from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { QueueFullError } from "#app/services/runtime/fair-queue.ts";
import { httpFetch } from "#app/services/runtime/web/http-fetch.ts";
import { examples } from "#backend-kit/examples.ts";
import { setUpEnvelopeApi, succeed } from "#tests/mocks/envelope-api.ts";
import { createRecordingLog } from "#tests/setup/fakes/recording-log.ts";
import { createClient, type ClientOptions } from "./client.ts";
import { endpoints, type EndpointKey, type Method } from "./contract/calls/endpoints.ts";
import { browserHeader, previewHeader } from "./contract/headers.ts";
import {
  AbortedError,
  isBackendOutage,
  isNotFound,
  TimeoutError,
  TransportError,
  UnknownEndpointError,
} from "./errors.ts";

const message = { name: "王", contact: "13800000000", content: "你好", locale: "cn" } as const;
const cn = { locale: "cn" } as const;

const { base, requests, override } = setUpEnvelopeApi();
const keys = Object.keys(endpoints) as EndpointKey[];

/**
 * Creates a client of the mocked backend, which sends these responses in turn, and repeats the last one. Without
 * responses it sends the examples.
 */
function createTestClient(responses: Response[] = [], options: Partial<ClientOptions> = {}) {
  const respond = () => responses[Math.min(requests.length, responses.length) - 1]!.clone();
  if (responses.length > 0) override(Object.fromEntries(keys.map((key) => [key, respond])));
  const log = createRecordingLog();
  return { call: createClient({ transport: httpFetch, base, log, ...options }), requests, log };
}

const createSuccess = succeed;
const createFailure = (status: number, headers: HeadersInit = {}) => new Response("busy", { status, headers });
const getFailure = (promise: Promise<unknown>) => promise.catch((error: unknown) => error);

test("S14 S29 GET sends its input as a query, without undefined fields, and has headers for language, token and request id", async () => {
  const { call, requests } = createTestClient();
  await call(
    "news.list",
    { page: 2, cat: "a/b", keyword: undefined },
    { locale: "en", token: "t0ken", requestId: "r-1" },
  );
  const [request] = requests;
  expect(request!.url).toBe("http://backend.test/api/news/list?page=2&cat=a%2Fb");
  expect(request!.headers.has("idempotency-key")).toBe(false);
  expect(Object.fromEntries(request!.headers)).toMatchObject({
    "content-type": "application/json",
    language: "en",
    authorization: "Bearer t0ken",
    "x-request-id": "r-1",
  });
});

test("the headers for a preview and for a browser are sent only with calls that have a preview or a browser", async () => {
  const { call, requests } = createTestClient();
  await call("menu.tree", {}, { ...cn, preview: "draft", browser: "b-1" });
  await call("menu.tree", {}, cn);
  const listHeaders = (name: string) => requests.map(({ headers }) => headers.get(name));
  expect([previewHeader, browserHeader].flatMap(listHeaders)).toEqual(["draft", null, "b-1", null]);
});

test("S14 S29 POST sends JSON with an Idempotency-Key; the Language header of Chinese is zh-cn", async () => {
  const { call, requests } = createTestClient();
  const { data } = examples["guestbook.create"];
  expect(await call("guestbook.create", message, { ...cn, idempotencyKey: "key-1" })).toEqual(data);
  const [request] = requests;
  expect(request!.method).toBe("POST");
  expect(request!.url).toBe("http://backend.test/guestbook");
  expect(await request!.json()).toEqual(message);
  expect(request!.headers.get("language")).toBe("zh-cn");
  expect(request!.headers.get("idempotency-key")).toBe("key-1");
  expect(request!.headers.has("authorization")).toBe(false);
});

/** The calls in the specification's table. */
const specifiedCalls = {
  "ad.list": "GET /api/ad/data/list",
  "ad.info": "GET /api/ad/data/info",
  "menu.tree": "GET /api/pc/menu/tree",
  "setting.list": "GET /api/setting/list",
  "cat.list": "GET /api/cat/list",
  "cat.info": "GET /api/cat/info",
  "news.list": "GET /api/news/list",
  "news.info": "GET /api/news/info",
  "case.list": "GET /api/case/list",
  "case.info": "GET /api/case/info",
  "product.list": "GET /api/product/list",
  "product.info": "GET /api/product/info",
  "service.list": "GET /api/service/list",
  "service.info": "GET /api/service/info",
  "prescription.list": "GET /api/prescription/list",
  "prescription.info": "GET /api/prescription/info",
  "article.prevnext": "GET /api/article/prevnext",
  "guestbook.create": "POST /guestbook",
  "quotation.create": "POST /quotation",
  "auth.code": "POST /api/auth/code",
  "auth.login": "POST /api/auth/login",
} as const satisfies Partial<Record<EndpointKey, string>>;

test.each(Object.entries(specifiedCalls))("S14 S29 the call %s requests %s from the backend", async (key, expected) => {
  const { call, requests } = createTestClient();
  await call(key as EndpointKey, examples[key as EndpointKey].input as never, { locale: "en" });
  const [{ method, url, headers }] = requests as [Request];
  expect(`${method} ${url.slice(base.length).split("?")[0]}`).toBe(expected);
  expect([headers.get("content-type"), headers.get("language")]).toEqual(["application/json", "en"]);
});

test.each([
  ...[408, 409, 425, 429, 500, 502, 503, 504].map((status) => [status, 2] as const),
  ...[400, 403, 404, 422, 501].map((status) => [status, 1] as const),
])("S15 a POST that fails with %i is sent %i times, always with the same key", async (status, attempts) => {
  const { call, requests } = createTestClient([createFailure(status)]);
  expect(await getFailure(call("guestbook.create", message, cn))).toBeInstanceOf(TransportError);
  const idempotencyKeys = requests.map(({ headers }) => headers.get("idempotency-key"));
  expect(idempotencyKeys).toHaveLength(attempts);
  expect(idempotencyKeys[0]).toBeTruthy();
  expect(new Set(idempotencyKeys).size).toBe(1);
});

test("S15 S16 if the connection breaks, a POST is retried once, a GET isn't, and the error names the cause", async () => {
  const cause = Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
  const transport = vi.fn(() => Promise.reject(cause));
  const { call } = createTestClient([], { transport });
  const expected = { name: "TransportError", message: "read ECONNRESET", cause, endpoint: "guestbook.create" };
  expect(await getFailure(call("guestbook.create", message, cn))).toMatchObject(expected);
  expect(transport).toHaveBeenCalledTimes(2);
  expect(await getFailure(call("news.list", {}, cn))).toBeInstanceOf(TransportError);
  expect(transport).toHaveBeenCalledTimes(3);
});

test.each(["GET", "POST", "PUT", "DELETE"] as const)("S14 S15 S29 a call may use the method %s", async (method) => {
  const endpoint: { method: Method } = endpoints["guestbook.create"];
  endpoint.method = method;
  onTestFinished(() => void (endpoint.method = "POST"));
  const { call, requests } = createTestClient([createFailure(503)]);
  await getFailure(call("guestbook.create", message, cn));
  expect(requests.map((request) => request.method)).toEqual(method === "POST" ? [method, method] : [method]);
  const [request] = requests;
  expect(await request!.text()).toBe(method === "GET" ? "" : JSON.stringify(message));
  expect(new URL(request!.url).searchParams.get("name")).toBe(method === "GET" ? message.name : null);
  expect(request!.headers.has("idempotency-key")).toBe(method === "POST");
});

test("S15 the retry waits for the time in Retry-After", async () => {
  const { call, requests } = createTestClient([createFailure(503, { "Retry-After": "1" }), createSuccess({ id: "1" })]);
  const wait = vi.spyOn(timers, "setTimeout").mockResolvedValue(undefined);
  syncBuiltinESMExports();
  onTestFinished(() => {
    wait.mockRestore();
    syncBuiltinESMExports();
  });
  expect(await call("guestbook.create", message, cn)).toEqual({ id: "1" });
  expect(wait).toHaveBeenCalledExactlyOnceWith(1000, undefined, expect.anything());
  expect(requests).toHaveLength(2);
});

const rejectOnAbort = ({ signal }: Request) =>
  new Promise<Response>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
const endlessBody = () => new ReadableStream({ start: (stream) => stream.enqueue(new Uint8Array(1)) });

test.each<[string, ClientOptions["transport"]]>([
  ["doesn't respond", rejectOnAbort],
  ["doesn't even notice the time limit", () => new Promise<Response>(() => {})],
  ["sends its body slowly", async () => new Response(endlessBody())],
])("S15 a backend that %s is reported as a timeout with its cause", async (_name, transport) => {
  const { call } = createTestClient([], { transport, timeoutMs: 50 });
  const failure = (await getFailure(call("guestbook.create", message, cn))) as Error;
  expect(failure).toBeInstanceOf(TimeoutError);
  expect(failure.cause).toBeDefined();
  expect(failure).toMatchObject({ message: "no answer within 50 ms", endpoint: "guestbook.create" });
});

test("S15 a call ends after 50 seconds", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { call } = createTestClient([], { transport: () => new Promise(() => {}) });
  const onEnd = vi.fn();
  const failure = getFailure(call("news.list", {}, cn)).finally(onEnd);
  await vi.advanceTimersByTimeAsync(49_999);
  expect(onEnd).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(onEnd).toHaveBeenCalled();
  expect(await failure).toMatchObject({ name: "TimeoutError", message: "no answer within 50000 ms" });
});

test("if Retry-After exceeds the time limit, the call fails at once, and its error has the time to wait", async () => {
  const transport = vi.fn(async () => createFailure(503, { "Retry-After": "60" }));
  const { call } = createTestClient([], { transport, timeoutMs: 5000 });
  expect(await getFailure(call("guestbook.create", message, cn))).toMatchObject({ status: 503, retryAfter: 60_000 });
  expect(transport).toHaveBeenCalledTimes(1);
});

test.each([404, 405, 501])(
  "S18 status %i means that the call doesn't exist if it is optional, and that it has failed if it is mandatory",
  async (status) => {
    const createPage = () => new Response("<h1>Not here</h1>", { status });
    const { call } = createTestClient([createPage()]);
    for (const failure of [call("page.list", {}, cn), call("quotation.create", { ...message, items: [] }, cn)]) {
      const error = await getFailure(failure);
      expect([isNotFound(error), isBackendOutage(error)]).toEqual([true, false]);
    }
    for (const failure of [call("menu.tree", {}, cn), call("guestbook.create", message, cn)])
      expect(await getFailure(failure)).toBeInstanceOf(TransportError);
  },
);

test("a 404 with an envelope means an unknown page for `page.info`, and a missing call for `page.list`", async () => {
  const { call } = createTestClient([Response.json({ code: 404, message: "没有" }, { status: 404 })]);
  expect(await getFailure(call("page.info", { id: "a" }, cn))).toMatchObject({ name: "EnvelopeError", code: 404 });
  expect(await getFailure(call("page.list", {}, cn))).toMatchObject({
    name: "MissingCallError",
    message: "the backend doesn't have the call (status 404)",
  });
});

test("a call leaves no timer and no listener behind", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { call } = createTestClient([], { transport: async () => createSuccess({ rows: [] }) });
  const { signal } = new AbortController();
  const remove = vi.spyOn(signal, "removeEventListener");
  await call("case.list", {}, { ...cn, signal });
  expect([vi.getTimerCount(), remove.mock.lastCall?.[0]]).toEqual([0, "abort"]);
});

test.each([0, 200, "0", "200"])("code %j means success", async (code) => {
  const { call } = createTestClient([createSuccess({ siteName: "岐谷" }, code)]);
  expect((await call("setting.list", {}, cn)).siteName).toBe("岐谷");
});

test.each<[string, Response, object]>([
  [
    "code 401",
    Response.json({ code: 401, message: "x", data: null }),
    { name: "UnauthorizedError", message: "Unauthorized", endpoint: "news.info" },
  ],
  ['code "401"', Response.json({ code: "401", message: "x", data: null }), { name: "UnauthorizedError" }],
  [
    "any other code",
    Response.json({ code: 1001, message: "库存不足", data: null }),
    { name: "EnvelopeError", message: "库存不足", code: 1001, endpoint: "news.info" },
  ],
  ["a code without a message", Response.json({ code: 1001, data: null }), { message: "请求失败", code: 1001 }],
  [
    "a code with Retry-After",
    Response.json({ code: 429, message: "slowly" }, { headers: { "Retry-After": "9" } }),
    { name: "EnvelopeError", code: 429, retryAfter: 9000 },
  ],
  ["a failure with Retry-After", createFailure(503, { "Retry-After": "7" }), { status: 503, retryAfter: 7000 }],
  ["a failure with a successful envelope", Response.json({ code: 0, data: {} }, { status: 500 }), { code: 500 }],
  [
    "not JSON",
    new Response("<html>"),
    {
      name: "TransportError",
      message: "status 200 with a body that is not an envelope",
      status: 200,
      cause: expect.anything(),
    },
  ],
  ["no envelope", Response.json([1, 2]), { name: "TransportError", status: 200, cause: expect.anything() }],
  ["an envelope without a code", Response.json({ data: {} }), { name: "TransportError", cause: expect.anything() }],
  ["an item without an id", createSuccess({ title: "no id" }), { name: "DataError", message: "unusable data" }],
])("S16 S29 a response with %s is reported as an error", async (_name, response, expected) => {
  const { call } = createTestClient([response]);
  expect(await getFailure(call("news.info", { id: "1" }, cn))).toMatchObject(expected);
});

test.each([{ rows: null }, {}, null, undefined])("missing rows (%j) are read as an empty list", async (data) => {
  const { call } = createTestClient([createSuccess(data)]);
  expect((await call("news.list", {}, cn)).rows).toEqual([]);
});

test("ids and numbers may be strings or numbers, unknown fields are dropped, and an invalid row is skipped and logged once", async () => {
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

test.each(["http://backend.test/v1", "http://backend.test/v1/"])("the base %s precedes each path", async (address) => {
  const transport = vi.fn(async () => createSuccess({ rows: [] }));
  await createTestClient([], { transport, base: address }).call("case.list", {}, cn);
  const request = expect.objectContaining({ url: "http://backend.test/v1/api/case/list" });
  expect(transport).toHaveBeenCalledWith(request, expect.anything());
});

test("API_PATHS changes the path of one call", async () => {
  const { call, requests } = createTestClient([createSuccess({ rows: [] })], {
    paths: { "prescription.list": "/api/case/list" },
  });
  await call("prescription.list", {}, cn);
  await call("case.list", {}, cn);
  expect(requests.map(({ url }) => new URL(url).pathname)).toEqual(["/api/case/list", "/api/case/list"]);
});

test("S17 an unknown key logs `api key not found` and fails without a request", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  const { call, requests } = createTestClient([createSuccess({})]);
  expect(await getFailure(call("no.such" as EndpointKey, {} as never, cn))).toBeInstanceOf(UnknownEndpointError);
  expect(warn).toHaveBeenCalledWith("api key not found", "no.such");
  expect(requests).toHaveLength(0);
  warn.mockRestore();
});

test("when its caller leaves, a call ends at once and the transport is aborted", async () => {
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
  const { call, requests } = createTestClient([createFailure(503, { "Retry-After": "40" })]);
  expect(await getFailure(call("menu.tree", {}, { ...cn, signal: AbortSignal.abort() }))).toBeInstanceOf(AbortedError);
  expect(requests).toHaveLength(0);
  const controller = new AbortController();
  const failure = getFailure(call("guestbook.create", message, { ...cn, signal: controller.signal }));
  while (requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
  controller.abort();
  expect(await failure).toBeInstanceOf(AbortedError);
  expect(requests).toHaveLength(1);
});

test("if too many calls are running, the client throws BusyError without a retry", async () => {
  const transport = vi.fn(() => Promise.reject(new QueueFullError("full")));
  const { call } = createTestClient([], { transport });
  expect(await getFailure(call("guestbook.create", message, cn))).toMatchObject({
    name: "BusyError",
    message: "too many calls are under way",
    cause: { message: "full" },
  });
  expect(transport).toHaveBeenCalledTimes(1);
});
