import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { createRecordingResponse, createSendOptions, sendTo } from "#tests/setup/fakes/recording-response.ts";
import { PageResponse, type BufferedResponse } from "./page-response.ts";
import type { SendOptions } from "./send-page.ts";

const createResponse = (more: Partial<BufferedResponse> = {}): BufferedResponse => ({
  status: 200,
  audience: "public",
  tags: [],
  maxAge: 60_000,
  requestId: "made-for",
  headers: [["Content-Type", "text/html; charset=utf-8"]],
  body: Buffer.from("<p>page</p>".repeat(100)),
  ...more,
});

test("each encoding has a different ETag, and responses have the id of their request", async () => {
  const page = new PageResponse(createResponse());
  const [br, gzip, identity] = [await sendTo(page, "br"), await sendTo(page, "gzip"), await sendTo(page, "identity")];
  expect(brotliDecompressSync(br.body)).toEqual(identity.body);
  expect(gunzipSync(gzip.body)).toEqual(identity.body);
  expect(new Set([br, gzip, identity].map(({ headers }) => headers["ETag"])).size).toBe(3);
  expect(br.headers).toMatchObject({
    "X-Request-Id": "mine",
    "Content-Encoding": "br",
    "Content-Length": String(br.body.length),
  });
  expect(identity.headers).not.toHaveProperty("Content-Encoding");
});

test("a matching ETag gets a 304 without a body, and HEAD gets only the headers", async () => {
  const page = new PageResponse(createResponse());
  const fullResponse = await sendTo(page, "br");
  const etag = fullResponse.headers["ETag"]!;
  for (const ifNoneMatch of [etag, `"x", W/${etag}`, "*", " * "]) {
    const notModified = await sendTo(page, "br", { ifNoneMatch });
    expect([notModified.status, notModified.body.length, notModified.headers["ETag"]]).toEqual([304, 0, etag]);
  }
  expect((await sendTo(page, "gzip", { ifNoneMatch: etag })).status).toBe(200);
  const head = await sendTo(page, "br", { isHead: true });
  expect([head.headers, head.body.length]).toEqual([fullResponse.headers, 0]);
});

test("existing encodings are sent at once, also those of the previous page if its bytes and headers are equal", async () => {
  const page = new PageResponse(createResponse());
  const sendNow = (sent: PageResponse) => {
    const { message, response } = createRecordingResponse();
    const isSent = sent.sendNow(response, "br", createSendOptions());
    expect(message.status).toBe(isSent ? 200 : 0);
    return isSent;
  };
  expect(sendNow(page)).toBe(false);
  await sendTo(page, "br");
  expect(sendNow(page)).toBe(true);
  expect(sendNow(new PageResponse(createResponse(), page))).toBe(true);
  for (const change of [{ body: Buffer.from("other") }, { headers: [["A", "b"]] as [string, string][] }])
    expect(sendNow(new PageResponse(createResponse(change), page))).toBe(false);
});

test.each(["22222222-2222-4222-8222-222222222222", "4bf92f3577b34da6a3ce929d0e0e4736"])(
  "an error page shows each visitor the id of their request, such as %s",
  async (ownId) => {
    const id = "11111111-1111-4111-8111-111111111111";
    const body = Buffer.from(`<code>${id}</code> 找不到 <b>${id}</b>`);
    const page = new PageResponse(createResponse({ status: 404, audience: "shared", requestId: id, body }));
    const message = await sendTo(page, "gzip", { requestId: ownId });
    expect(gunzipSync(message.body).toString()).toBe(`<code>${ownId}</code> 找不到 <b>${ownId}</b>`);
    expect(message.headers).not.toHaveProperty("ETag");
  },
);

test.each([
  ["public", 200, "made-for", "shared"],
  ["public", 200, "page", "public"],
  ["private", 200, "made-for", "private"],
  ["public", 404, "made-for", "public"],
] as const)(
  "a %s response with status %i and the body %j becomes a %s page, which is shared if the body has the request's id",
  (audience, status, text, cachedAs) => {
    const page = new PageResponse(createResponse({ audience, status, body: Buffer.from(text) }));
    expect(page.audience).toBe(cachedAs);
  },
);

test.each([
  ["text/html", "page", "br"],
  ["image/png", "page", "identity"],
  ["text/html", "", "identity"],
])("a body of type %s with the text %j is sent with the encoding %s", (type, text, encoding) => {
  const headers: [string, string][] = [
    ["Vary", "Cookie"],
    ["content-type", type],
  ];
  const page = new PageResponse(createResponse({ headers, body: Buffer.from(text) }));
  expect(page.chooseEncoding("br")).toBe(encoding);
});

test("the size of a page is that of its text at first, and later that of its encodings", async () => {
  const page = new PageResponse(createResponse());
  const empty = new PageResponse(createResponse({ body: Buffer.alloc(0) }));
  expect(page.size - empty.size).toBe(createResponse().body.length);
  const { body } = await sendTo(page, "br");
  expect(page.size - empty.size).toBe(body.length);
  const replacingPage = new PageResponse(createResponse(), page);
  expect(replacingPage.size).toBe(page.size);
  const { body: decompressed } = await sendTo(replacingPage, "identity");
  expect(decompressed).toEqual(createResponse().body);
});

test("a page has its body, even if it replaces a page that was never sent", async () => {
  const page = new PageResponse(createResponse(), new PageResponse(createResponse()));
  expect((await sendTo(page, "identity")).body).toEqual(createResponse().body);
});

test("nothing is sent to a visitor who has left", async () => {
  const { message, response } = createRecordingResponse();
  Object.assign(response, { destroyed: true });
  await new PageResponse(createResponse()).send(response, "br", createSendOptions());
  expect(message.status).toBe(0);
});

test("only a page with the status 200 has an ETag", async () => {
  expect((await sendTo(new PageResponse(createResponse()), "br")).headers["ETag"]).toMatch(/^"[\w-]{22}"$/);
  const notFound = await sendTo(new PageResponse(createResponse({ status: 404 })), "br", { ifNoneMatch: "*" });
  expect([notFound.status, notFound.headers["ETag"]]).toEqual([404, undefined]);
});

test("a browser may reuse stale data that it has just prefetched for a link", async () => {
  const page = new PageResponse(createResponse({ headers: [["cache-control", "public, max-age=10, s-maxage=30"]] }));
  for (const ifNoneMatch of [undefined, "*"]) {
    const { headers } = await sendTo(page, "identity", { isStale: true, ifNoneMatch });
    const stale = ["public, max-age=10, s-maxage=5, stale-if-error=86400", undefined];
    expect([headers["cache-control"], headers["Age"]]).toEqual(stale);
  }
});

test("a stale page has an Age header, and shared caches keep it for seconds", async () => {
  const page = new PageResponse(createResponse({ headers: [["cache-control", "public, max-age=0, s-maxage=30"]] }));
  const getHeaders = async (more: Partial<SendOptions>) => {
    const { headers } = await sendTo(page, "identity", more);
    return [headers["cache-control"], headers["Age"]];
  };
  expect(await getHeaders({})).toEqual(["public, max-age=0, s-maxage=30", undefined]);
  const stale = ["public, max-age=0, s-maxage=5, stale-if-error=86400", "3"];
  expect(await getHeaders({ isStale: true })).toEqual(stale);
  expect(await getHeaders({ isStale: true, ifNoneMatch: "*" })).toEqual(stale);
});
