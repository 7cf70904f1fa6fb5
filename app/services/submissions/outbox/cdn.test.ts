import { expect, test } from "vitest";
import { listen } from "../../../../tests/setup/listening-server.ts";
import { createCdnDestination } from "./cdn.ts";
import type { OutboxMessage } from "./delivery.ts";

async function startCdn(status: number, headers: Record<string, string> = {}) {
  const requests: unknown[] = [];
  const port = await listen(({ method, headers: sent }, response) => {
    requests.push([method, sent["surrogate-key"], sent.authorization]);
    response.writeHead(status, headers).end("x");
  });
  return { url: `http://127.0.0.1:${port}/`, requests };
}

const createMessage = (...tags: string[]) => ({ payload: { tags } }) as unknown as OutboxMessage;

test("each address gets the tags, and the tag of pages that have too many for a header", async () => {
  const [first, second] = [await startCdn(200), await startCdn(204)];
  const destination = createCdnDestination([first.url, second.url], "token");
  expect(await destination(createMessage("product:12", "menu"))).toEqual({ status: "delivered" });
  expect(await destination(createMessage("all"))).toEqual({ status: "delivered" });
  for (const { requests } of [first, second]) {
    expect(requests).toEqual([
      ["PURGE", "product:12 menu many", "Bearer token"],
      ["PURGE", "all", "Bearer token"],
    ]);
  }
});

test("if one of the addresses fails, the purge is repeated, not before its Retry-After", async () => {
  const [first, second] = [await startCdn(200), await startCdn(429, { "Retry-After": "7" })];
  const destination = createCdnDestination([first.url, second.url], undefined);
  expect(await destination(createMessage("menu"))).toEqual({
    status: "retry",
    message: "status 429",
    retryAfter: 7000,
  });
  expect(first.requests).toEqual([["PURGE", "menu many", undefined]]);
  await expect(createCdnDestination(["http://127.0.0.1:1/"], undefined)(createMessage("menu"))).rejects.toThrow();
});
