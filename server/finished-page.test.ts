import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { FinishedPage, type Answer, type Serving } from "./finished-page.ts";

const answer = (more: Partial<Answer> = {}): Answer => ({
  ...{ status: 200, audience: "public", tags: [], freshFor: undefined, route: "/", requestId: "made-for" },
  headers: [["Content-Type", "text/html; charset=utf-8"]],
  body: Buffer.from("<p>page</p>".repeat(100)),
  ...more,
});

/** What was written: Node puts heads together only for a connection, so one that closes stands in for it. */
function recorded() {
  const got: { status: number; headers: Record<string, string>; body: Buffer } = {
    ...{ status: 0, headers: {} },
    body: Buffer.alloc(0),
  };
  const response = {
    ...{ shouldKeepAlive: false, req: {} as IncomingMessage, destroyed: false },
    writeHead(status: number, list: string[]) {
      got.status = status;
      for (let at = 0; at < list.length; at += 2) got.headers[list[at]!] = list[at + 1]!;
    },
    end: (body?: Buffer) => void (got.body = body ?? Buffer.alloc(0)),
  };
  return { got, response: response as unknown as ServerResponse };
}

const serving = (more: Partial<Serving> = {}): Serving => ({
  ...{ requestId: "mine", ageSeconds: 3, isHead: false, ifNoneMatch: undefined },
  ...more,
});

async function sent(page: FinishedPage, encoding: "br" | "gzip" | "identity", more: Partial<Serving> = {}) {
  const { got, response } = recorded();
  await page.send(response, encoding, serving(more));
  return got;
}

test("each encoding is a representation of its own, with the id and age of this request", async () => {
  const page = new FinishedPage(answer());
  const [br, gzip, identity] = [await sent(page, "br"), await sent(page, "gzip"), await sent(page, "identity")];
  expect(brotliDecompressSync(br.body)).toEqual(identity.body);
  expect(gunzipSync(gzip.body)).toEqual(identity.body);
  expect(new Set([br, gzip, identity].map(({ headers }) => headers["ETag"])).size).toBe(3);
  expect(br.headers).toMatchObject({
    ...{ "X-Request-Id": "mine", Age: "3", "Content-Encoding": "br", "Content-Length": String(br.body.length) },
  });
  expect(identity.headers).not.toHaveProperty("Content-Encoding");
});

test("who has it already gets a 304 without a body; HEAD gets the headers", async () => {
  const page = new FinishedPage(answer());
  const whole = await sent(page, "br");
  const etag = whole.headers["ETag"]!;
  for (const ifNoneMatch of [etag, `"x", W/${etag}`, "*"]) {
    const known = await sent(page, "br", { ifNoneMatch });
    expect([known.status, known.body.length, known.headers["ETag"]]).toEqual([304, 0, etag]);
  }
  expect((await sent(page, "gzip", { ifNoneMatch: etag })).status).toBe(200);
  const head = await sent(page, "br", { isHead: true });
  expect([head.headers, head.body.length]).toEqual([whole.headers, 0]);
});

test("bytes that are there are sent at once, others are made first", async () => {
  const page = new FinishedPage(answer());
  const { response } = recorded();
  expect(page.sendNow(response, "br", serving())).toBe(false);
  await sent(page, "br");
  expect(page.sendNow(response, "br", serving())).toBe(true);
});

test("a page that is the same as before keeps its bytes; one that isn't doesn't", async () => {
  const page = new FinishedPage(answer());
  await sent(page, "br");
  const { response } = recorded();
  expect(new FinishedPage(answer(), page).sendNow(response, "br", serving())).toBe(true);
  expect(new FinishedPage(answer({ body: Buffer.from("other") }), page).sendNow(response, "br", serving())).toBe(false);
  expect(new FinishedPage(answer({ headers: [["A", "b"]] }), page).sendNow(response, "br", serving())).toBe(false);
});

test("an error page shows each visitor their own request id", async () => {
  const id = "11111111-1111-4111-8111-111111111111";
  const own = "22222222-2222-4222-8222-222222222222";
  const body = Buffer.from(`<code>${id}</code> 找不到 <b>${id}</b>`);
  const page = new FinishedPage(answer({ status: 404, audience: "shared", requestId: id, body }));
  const got = await sent(page, "gzip", { requestId: own });
  expect(gunzipSync(got.body).toString()).toBe(`<code>${own}</code> 找不到 <b>${own}</b>`);
  expect(got.headers).not.toHaveProperty("ETag");
});

test("a page that names the request that it was made for is never kept", () => {
  const page = new FinishedPage(answer({ body: Buffer.from("made-for") }));
  expect(page.audience).toBe("shared");
});

test("a popular page is compressed further, off the way of requests", async () => {
  const body = Buffer.from(Array.from({ length: 2000 }, (_, n) => `<li>${(n * 7919) % 1000} 药材</li>`).join(""));
  const page = new FinishedPage(answer({ body }));
  const first = await sent(page, "br");
  for (let n = 0; n < 40; n++) await sent(page, "br");
  for (let tries = 0; tries < 100 && (await sent(page, "br")).body.length === first.body.length; tries++)
    await sleep(20);
  const better = await sent(page, "br");
  expect(better.body.length).toBeLessThan(first.body.length);
  expect(better.headers["ETag"]).not.toBe(first.headers["ETag"]);
  expect(brotliDecompressSync(better.body)).toEqual(body);
});
