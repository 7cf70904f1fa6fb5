import { createServer } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startSite, type RunningSite } from "../setup/running-site.ts";

/** A backend that accepts every call and never responds. */
const backend = createServer(() => undefined);
let openRequests = 0;
backend.on("request", (_request, response) => {
  openRequests++;
  response.once("close", () => openRequests--);
});
let site: RunningSite;

beforeAll(async () => {
  await new Promise<void>((resolve) => backend.listen(0, "127.0.0.1", resolve));
  const { port } = backend.address() as AddressInfo;
  site = await startSite({ API_BASE_URL: `http://127.0.0.1:${port}`, API_TIMEOUT_MS: "30000" });
});
afterAll(async () => {
  await site.stop();
  backend.closeAllConnections();
  backend.close();
});

test("when visitors leave, the calls that only they waited for end, and the requests are logged as 499", async () => {
  const { port } = new URL(site.origin);
  const visitors = Array.from({ length: 60 }, (_, n) => {
    const path = n % 2 === 0 ? `/en/product/info/item-${n}` : `/en/news/list?keyword=word-${n}`;
    const socket = connect(Number(port), "127.0.0.1", () => socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`));
    return socket.on("error", () => undefined);
  });
  await expect.poll(() => openRequests, { timeout: 60_000 }).toBeGreaterThan(60);
  for (const visitor of visitors) visitor.destroy();
  await expect.poll(() => openRequests, { timeout: 60_000 }).toBe(0);
  const countLines = () => site.output().match(/"status":499/g)?.length;
  await expect.poll(countLines).toBe(60);
  const metrics = await (await fetch(`${site.origin}/metrics`)).text();
  expect(metrics).toMatch(/_count\{method="GET",route="page",status="4xx"\} 60/);
  expect(site.output()).not.toMatch(/"level":50/);
});
