import { expect, test } from "vitest";
import { waitUntil } from "../setup/guestbook-form.ts";
import { setUpBackend, setUpSite } from "../setup/site.ts";

const requestId = "0123456789abcdef0123456789abcdef";
const traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
const headers = { "X-Request-Id": requestId, traceparent };

const backend = setUpBackend();
const site = setUpSite(() => ({ API_BASE_URL: backend.origin, LOG_LEVEL: "info", TRUST_PROXY: "127.0.0.1" }));

/** Returns the ids of the backend's calls since `start`. */
const getIds = (start: number) =>
  backend.requests.slice(start).map(({ headers }) => [headers.get("X-Request-Id"), headers.get("traceparent")]);

const findLine = (id: string) =>
  site
    .output()
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .find((line) => line["requestId"] === id && line["msg"] === "request");

test.each(["/en/product/info/huang-qi", "/en/login"])(
  "ids of a trusted proxy are in the response, the log and the calls of the API: %s",
  async (path) => {
    const requestCount = backend.requests.length;
    const response = await site.get(path, headers);
    await response.text();
    expect(response.headers.get("X-Request-Id")).toBe(requestId);
    if (path.includes("product")) expect(getIds(requestCount)).toContainEqual([requestId, traceparent]);
    await waitUntil(() => findLine(requestId) !== undefined);
    expect(findLine(requestId)).toMatchObject({
      traceId: "4bf92f3577b34da6a3ce929d0e0e4736",
      build: expect.stringMatching(/^[\da-f]{12}$/),
    });
  },
);

test("a cached page has the id of each request", async () => {
  const path = "/en/product/info/gan-cao";
  const ids = [requestId, requestId.replace("0", "f")];
  for (const id of ids) {
    const response = await site.get(path, { "X-Request-Id": id });
    await response.text();
    expect(response.headers.get("X-Request-Id")).toBe(id);
  }
});
