import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { listen } from "../../../../tests/setup/listening-server.ts";
import { readEnvironment } from "../../runtime/environment.ts";
import type { OutboxMessage } from "./delivery.ts";
import { createBaiduDestination, createIndexNowDestination, createSearchEngines } from "./search-engines.ts";

/** Starts a search engine that responds with this, and records the requests. */
async function startEngine(status: number, body = "", headers: Record<string, string> = {}) {
  const requests: { method: string; url: string; type: string; body: string }[] = [];
  const port = await listen(async (request, response) => {
    const { method = "", url = "", headers: sent } = request;
    requests.push({ method, url, type: sent["content-type"] ?? "", body: await text(request) });
    response.writeHead(status, headers).end(body);
  });
  return { address: `http://127.0.0.1:${port}/push`, requests };
}

const site = "https://www.example";
const urls = [`${site}/product/info/a`, `${site}/en/product/info/a`];
const message = { payload: { urls } } as unknown as OutboxMessage;
const key = "0123abcd-0123";

test("IndexNow gets the host, the key with its address, and the changed addresses as JSON", async () => {
  const { address, requests } = await startEngine(202);
  expect(await createIndexNowDestination(site, key, address)(message)).toEqual({ status: "delivered" });
  expect(requests).toMatchObject([{ method: "POST", url: "/push", type: "application/json; charset=utf-8" }]);
  expect(JSON.parse(requests[0]!.body)).toEqual({
    host: "www.example",
    key,
    keyLocation: "https://www.example/0123abcd-0123.txt",
    urlList: urls,
  });
});

test.each([
  [400, { status: "refused", message: "status 400" }],
  [403, { status: "refused", message: "status 403" }],
  [422, { status: "refused", message: "status 422" }],
  [429, { status: "retry", message: "status 429", retryAfter: 7000 }],
  [503, { status: "retry", message: "status 503", retryAfter: 7000 }],
])("IndexNow's %i is %o", async (status, result) => {
  const { address } = await startEngine(status, "", { "Retry-After": "7" });
  expect(await createIndexNowDestination(site, key, address)(message)).toEqual(result);
});

test("Baidu gets the site and the token in the address, and a line for each page", async () => {
  const { address, requests } = await startEngine(200, '{"remain":99,"success":2}');
  expect(await createBaiduDestination(site, "token1", address)(message)).toEqual({ status: "delivered" });
  expect(requests).toEqual([
    {
      method: "POST",
      url: "/push?site=https%3A%2F%2Fwww.example&token=token1",
      type: "text/plain",
      body: urls.join("\n"),
    },
  ]);
});

test.each([
  [200, { remain: 1, success: 1, not_same_site: [urls[1]] }, { status: "refused", message: `not taken: ${urls[1]}` }],
  [200, { remain: 1, success: 1, not_valid: [urls[0]] }, { status: "refused", message: `not taken: ${urls[0]}` }],
  [401, { error: 401, message: "token is not valid" }, { status: "refused", message: "token is not valid" }],
  [400, { error: 400, message: "over quota" }, { status: "retry", message: "over quota" }],
  [500, { error: 500 }, { status: "retry", message: "status 500" }],
  [200, "<html>", { status: "retry", message: "an answer that isn't Baidu's" }],
])("Baidu's %i with %j is %j", async (status, answer, result) => {
  const { address } = await startEngine(status, typeof answer === "string" ? answer : JSON.stringify(answer));
  expect(await createBaiduDestination(site, "token1", address)(message)).toEqual(result);
});

test("an engine needs its variable, and the address of the site", () => {
  const list = (variables: Record<string, string>) => Object.keys(createSearchEngines(readEnvironment(variables)));
  const keys = { INDEXNOW_KEY: key, BAIDU_PUSH_TOKEN: "token1" };
  expect(list({ SITE_URL: site, ...keys })).toEqual(["indexnow", "baidu"]);
  expect(list({ SITE_URL: site, INDEXNOW_KEY: key })).toEqual(["indexnow"]);
  expect(list(keys)).toEqual([]);
  expect(list({ SITE_URL: site })).toEqual([]);
});
