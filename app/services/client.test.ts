import { expect, test, vi } from "vitest";
import { recordingLog } from "../../tests/setup/recording-log.ts";
import type { EndpointKey } from "../contract/endpoints.ts";
import { createClient, type ClientOptions } from "./client.ts";
import { QueueFullError } from "../platform/fair-queue.ts";
import {
  AbortedError,
  BusyError,
  DataError,
  EnvelopeError,
  TimeoutError,
  TransportError,
  UnauthorizedError,
  UnknownEndpointError,
} from "./errors.ts";

const message = { name: "王", contact: "13800000000", content: "你好", locale: "cn" } as const;
const cn = { locale: "cn" } as const;

type Answer = Response | Error | (() => Promise<Response>);

/** A client whose backend gives these answers in turn; the last one again and again. */
function clientOf(answers: Answer[], options: Partial<ClientOptions> = {}) {
  const requests: Request[] = [];
  const log = recordingLog();
  const transport = async (request: Request) => {
    requests.push(request);
    const answer = answers[Math.min(requests.length, answers.length) - 1]!;
    if (answer instanceof Error) throw answer;
    return typeof answer === "function" ? answer() : answer.clone();
  };
  return { call: createClient({ transport, base: "http://backend.test", log, ...options }), requests, log };
}

const ok = (data: unknown, code: unknown = 0) => Response.json({ code, message: "ok", data });
const failed = (status: number, headers: HeadersInit = {}) => new Response("busy", { status, headers });
const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

test("GET sends its input as a query, without what is undefined, with the headers of a call", async () => {
  const { call, requests } = clientOf([ok({ rows: [] })]);
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

test("POST sends JSON with an Idempotency-Key, and the language of a Chinese visitor is zh-cn", async () => {
  const { call, requests } = clientOf([ok({ id: 7 })]);
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
  "a POST is tried once more on %i, with the same key",
  async (status) => {
    const { call, requests } = clientOf([failed(status), ok({ id: "1" })]);
    await call("guestbook.create", message, cn);
    expect(requests).toHaveLength(2);
    const keys = requests.map(({ headers }) => headers.get("idempotency-key"));
    expect(keys[0]).toBeTruthy();
    expect(keys[0]).toBe(keys[1]);
  },
);

test.each([400, 403, 404, 422, 501])("a POST isn't tried again on %i", async (status) => {
  const { call, requests } = clientOf([failed(status), ok({ id: "1" })]);
  expect(await failureOf(call("guestbook.create", message, cn))).toBeInstanceOf(TransportError);
  expect(requests).toHaveLength(1);
});

test("a POST is tried once more when the connection breaks, and only once", async () => {
  const { call, requests } = clientOf([new TypeError("fetch failed")]);
  const failure = await failureOf(call("guestbook.create", message, cn));
  expect(failure).toBeInstanceOf(TransportError);
  expect((failure as Error).cause).toBeInstanceOf(TypeError);
  expect(requests).toHaveLength(2);
});

test("a GET is never tried again", async () => {
  const { call, requests } = clientOf([failed(503), ok({ rows: [] })]);
  expect(await failureOf(call("news.list", {}, cn))).toBeInstanceOf(TransportError);
  expect(requests).toHaveLength(1);
});

test("the retry waits as Retry-After asks", async () => {
  const { call, requests } = clientOf([failed(503, { "Retry-After": "1" }), ok({ id: "1" })]);
  const start = performance.now();
  await call("guestbook.create", message, cn);
  expect(performance.now() - start).toBeGreaterThanOrEqual(990);
  expect(requests).toHaveLength(2);
});

test("the time limit is for the whole call: a Retry-After beyond it is a timeout, not a wait", async () => {
  const { call } = clientOf([failed(503, { "Retry-After": "60" })], { timeoutMs: 150 });
  expect(await failureOf(call("guestbook.create", message, cn))).toBeInstanceOf(TimeoutError);
});

test("a backend that doesn't answer is a timeout with its cause", async () => {
  const never = (request: Request) =>
    new Promise<Response>((_, reject) => request.signal.addEventListener("abort", () => reject(request.signal.reason)));
  const call = createClient({ transport: never, base: "http://backend.test", timeoutMs: 50, log: recordingLog() });
  const failure = (await failureOf(call("setting.list", {}, cn))) as Error;
  expect(failure).toBeInstanceOf(TimeoutError);
  expect(failure.cause).toBeDefined();
  expect(failure.message).toContain("setting.list");
});

test("the time limit holds though the transport forgets its request, and while a body trickles in", async () => {
  const deaf = () => new Promise<Response>(() => {});
  const trickle = async () =>
    new Response(new ReadableStream({ start: (stream) => stream.enqueue(new Uint8Array(1)) }));
  for (const transport of [deaf, trickle]) {
    const call = createClient({ transport, base: "http://backend.test", timeoutMs: 50, log: recordingLog() });
    expect(await failureOf(call("setting.list", {}, cn))).toBeInstanceOf(TimeoutError);
  }
});

test.each([0, 200, "0", "200"])("code %j is success", async (code) => {
  const { call } = clientOf([ok({ siteName: "岐谷" }, code)]);
  expect((await call("setting.list", {}, cn)).siteName).toBe("岐谷");
});

test.each([401, "401"])("code %j is Unauthorized", async (code) => {
  const { call } = clientOf([Response.json({ code, message: "x", data: null })]);
  expect(await failureOf(call("setting.list", {}, cn))).toBeInstanceOf(UnauthorizedError);
});

test("any other code is an error with the server's message, or 请求失败 where it has none", async () => {
  const withMessage = clientOf([Response.json({ code: 1001, message: "库存不足", data: null })]);
  const without = clientOf([Response.json({ code: 1001, data: null })]);
  const failure = (await failureOf(withMessage.call("setting.list", {}, cn))) as EnvelopeError;
  expect(failure).toBeInstanceOf(EnvelopeError);
  expect([failure.code, failure.serverMessage]).toEqual([1001, "库存不足"]);
  expect(((await failureOf(without.call("setting.list", {}, cn))) as EnvelopeError).serverMessage).toBe("请求失败");
});

test.each([
  ["not JSON", new Response("<html>")],
  ["no envelope", Response.json([1, 2])],
  ["an envelope without a code", Response.json({ data: {} })],
])("%s is a transport error with its cause", async (_name, answer) => {
  const failure = (await failureOf(clientOf([answer]).call("setting.list", {}, cn))) as TransportError;
  expect(failure).toBeInstanceOf(TransportError);
  expect(failure.cause).toBeDefined();
  expect(failure.status).toBe(200);
});

test("a status that isn't success counts, whatever the envelope says", async () => {
  const { call } = clientOf([Response.json({ code: 0, data: {} }, { status: 500 })]);
  expect(await failureOf(call("setting.list", {}, cn))).toMatchObject({ code: 500 });
});

test("unusable data of an info call is an error with its cause", async () => {
  const failure = await failureOf(clientOf([ok({ title: "no id" })]).call("news.info", { id: "1" }, cn));
  expect(failure).toBeInstanceOf(DataError);
});

test.each([{ rows: null }, {}, null, undefined])("missing rows (%j) are an empty list", async (data) => {
  const { call } = clientOf([ok(data)]);
  expect((await call("news.list", {}, cn)).rows).toEqual([]);
});

test("ids and numbers may be strings or numbers, unknown fields are dropped, a broken row is skipped and logged once", async () => {
  const rows = [{ id: 12, title: "A", wild: true }, { title: "no id" }, null, { id: "x", title: "B", date: "soon" }];
  const { call, log } = clientOf([ok({ rows, total: "31", page: "1" })]);
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

test("API_PATHS moves a single row", async () => {
  const { call, requests } = clientOf([ok({ rows: [] })], { paths: { "prescription.list": "/api/case/list" } });
  await call("prescription.list", {}, cn);
  await call("case.list", {}, cn);
  expect(requests.map(({ url }) => new URL(url).pathname)).toEqual(["/api/case/list", "/api/case/list"]);
});

test("a key that isn't in the table warns `api key not found` and fails without a request", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  const { call, requests } = clientOf([ok({})]);
  expect(await failureOf(call("no.such" as EndpointKey, {} as never, cn))).toBeInstanceOf(UnknownEndpointError);
  expect(warn).toHaveBeenCalledWith("api key not found", "no.such");
  expect(requests).toHaveLength(0);
  warn.mockRestore();
});

test("what a backend asks to wait is in the error, for those who try again later", async () => {
  const busy = clientOf([failed(503, { "Retry-After": "0" }), failed(503, { "Retry-After": "7" })]);
  expect(await failureOf(busy.call("guestbook.create", message, cn))).toMatchObject({ retryAfter: 7000 });
  const said = Response.json({ code: 429, message: "slowly" }, { headers: { "Retry-After": "9" } });
  expect(await failureOf(clientOf([said]).call("guestbook.create", message, cn))).toMatchObject({
    ...{ code: 429, retryAfter: 9000 },
  });
});

test("a call ends at once when its asker leaves, and its transport is told", async () => {
  let signal: AbortSignal | undefined;
  const transport: ClientOptions["transport"] = (_request, options) => {
    signal = options?.signal;
    return new Promise(() => undefined);
  };
  const { call } = clientOf([], { transport });
  const leaving = new AbortController();
  const asked = failureOf(call("menu.tree", {}, { ...cn, signal: leaving.signal }));
  leaving.abort();
  expect(await asked).toBeInstanceOf(AbortedError);
  expect(signal?.aborted).toBe(true);
});

test("a call whose asker has left before isn't made, nor is a retry of one who leaves meanwhile", async () => {
  const { call, requests } = clientOf([failed(503, { "Retry-After": "60" })]);
  expect(await failureOf(call("menu.tree", {}, { ...cn, signal: AbortSignal.abort() }))).toBeInstanceOf(AbortedError);
  const leaving = new AbortController();
  const asked = failureOf(call("guestbook.create", message, { ...cn, signal: leaving.signal }));
  while (requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
  leaving.abort();
  expect(await asked).toBeInstanceOf(AbortedError);
  expect(requests).toHaveLength(1);
});

test("where too many calls are under way it says so, without a retry", async () => {
  const { call, requests } = clientOf([new QueueFullError("full")]);
  expect(await failureOf(call("guestbook.create", message, cn))).toBeInstanceOf(BusyError);
  expect(requests).toHaveLength(1);
});
