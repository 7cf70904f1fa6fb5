import { http, HttpResponse } from "msw";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { readEnvironment } from "#app/services/runtime/environment.ts";
import type { OutboxMessage } from "./delivery.ts";
import { createSearchEngines } from "./search-engines.ts";

const indexNow = "https://api.indexnow.org/indexnow";
const baidu = "http://data.zz.baidu.com/urls";
const site = "https://www.example";
const key = "0123abcd-0123";
const urls = [`${site}/product/info/a`, `${site}/en/product/info/a`];
const message = { payload: { urls } } as unknown as OutboxMessage;
const variables = { SITE_URL: site, INDEXNOW_KEY: key, BAIDU_PUSH_TOKEN: "token1" };
const engines = createSearchEngines(readEnvironment(variables));

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledFrame: "error" }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

function mock(address: string, status: number, body: string, headers: Record<string, string> = {}): Request[] {
  const requests: Request[] = [];
  server.use(
    http.post(address, ({ request }) => {
      requests.push(request.clone());
      return new HttpResponse(body, { status, headers });
    }),
  );
  return requests;
}

test("IndexNow gets the host, the key with its address, and the changed addresses as JSON", async () => {
  const [request] = await deliver(mock(indexNow, 202, ""), "indexnow");
  expect(request!.headers.get("Content-Type")).toBe("application/json; charset=utf-8");
  expect(await request!.json()).toEqual({
    host: "www.example",
    key,
    keyLocation: "https://www.example/0123abcd-0123.txt",
    urlList: urls,
  });
});

test("Baidu gets the site and the token in the query, and the changed addresses as lines of the body", async () => {
  const [request] = await deliver(mock(baidu, 200, '{"remain":99,"success":2}'), "baidu");
  expect(request!.url).toBe(`${baidu}?site=https%3A%2F%2Fwww.example&token=token1`);
  expect([request!.headers.get("Content-Type"), await request!.text()]).toEqual(["text/plain", urls.join("\n")]);
});

async function deliver(requests: Request[], engine: keyof typeof engines): Promise<Request[]> {
  expect(await engines[engine]!(message)).toEqual({ status: "delivered" });
  return requests;
}

test.each([
  [400, { status: "refused", message: "status 400" }],
  [403, { status: "refused", message: "status 403" }],
  [422, { status: "refused", message: "status 422" }],
  [429, { status: "retry", message: "status 429", retryAfter: 7000 }],
  [503, { status: "retry", message: "status 503", retryAfter: 7000 }],
])("IndexNow's status %i gives the result %o", async (status, result) => {
  mock(indexNow, status, "", { "Retry-After": "7" });
  expect(await engines.indexnow!(message)).toEqual(result);
});

test.each([
  [200, { remain: 1, success: 1, not_same_site: [urls[1]] }, { status: "refused", message: `not taken: ${urls[1]}` }],
  [200, { remain: 1, success: 1, not_valid: [urls[0]] }, { status: "refused", message: `not taken: ${urls[0]}` }],
  [401, { error: 401, message: "token is not valid" }, { status: "refused", message: "token is not valid" }],
  [400, { error: 400, message: "over quota" }, { status: "retry", message: "over quota" }],
  [200, { not_valid: ["1", "2", "3", "4"] }, { status: "refused", message: "not taken: 1 2 3" }],
  [429, { error: 429, message: "too often" }, { status: "retry", message: "status 429" }],
  [500, { error: 500, message: "internal" }, { status: "retry", message: "status 500" }],
  [200, "<html>", { status: "retry", message: "an answer that isn't Baidu's" }],
])("Baidu's status %i with the body %j gives the result %j", async (status, answer, result) => {
  mock(baidu, status, typeof answer === "string" ? answer : JSON.stringify(answer));
  expect(await engines.baidu!(message)).toEqual(result);
});

test("a search engine is used only if its variable and SITE_URL are set", () => {
  const list = (set: Record<string, string>) => Object.keys(createSearchEngines(readEnvironment(set)));
  expect(list(variables)).toEqual(["indexnow", "baidu"]);
  expect(list({ SITE_URL: site, INDEXNOW_KEY: key })).toEqual(["indexnow"]);
  expect(list({ ...variables, SITE_URL: "" })).toEqual([]);
  expect(list({ SITE_URL: site })).toEqual([]);
});
