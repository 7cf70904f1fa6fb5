import { connect } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { beforeAll, expect, test } from "vitest";
import { createBackendPictures } from "#app/services/media/pictures.ts";
import { setUpBackend, setUpSite } from "#tests/setup/site/site.ts";

/** A backend that accepts every call and never responds. */
const backend = await setUpBackend();
backend.responders.set("*", () => new Promise(() => undefined));
let closedRequests = 0;
beforeAll(() => backend.onClose(() => closedRequests++));
const countOpen = () => backend.requests.length - closedRequests;
const site = setUpSite(() => ({ API_BASE_URL: backend.origin, API_TIMEOUT_MS: "30000" }));

test("when visitors leave, the calls that only they waited for end, and the requests are logged as 499", async () => {
  const { port } = new URL(site.origin);
  const database = new DatabaseSync(join(site.DATA_DIR, "site.sqlite"), { readOnly: true });
  const { value } = database.prepare("select value from secret where name = 'pictures'").get() as { value: string };
  database.close();
  const { getAddress } = createBackendPictures(backend.origin, value);
  const visitors = Array.from({ length: 90 }, (_, n) => {
    const paths = [`/en/product/info/item-${n}`, `/en/news/list?keyword=word-${n}`, getAddress(`/upload/${n}.jpg`)!];
    const path = paths[n % paths.length];
    const socket = connect(Number(port), "127.0.0.1", () => socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`));
    return socket.on("error", () => undefined);
  });
  await expect.poll(countOpen).toBeGreaterThan(60);
  for (const visitor of visitors) visitor.destroy();
  await expect.poll(countOpen).toBe(0);
  const countLines = () => site.output().match(/"status":499/g)?.length;
  await expect.poll(countLines).toBe(90);
  const metrics = await (await fetch(`${site.origin}/metrics`)).text();
  expect(metrics).toMatch(/_count\{method="GET",route="page",status="4xx"\} 90/);
  expect(metrics).toMatch(/^api_calls_total\{endpoint="product.info",outcome="aborted"\} [1-9]/m);
  expect(metrics).toContain('api_calls_total{endpoint="product.info",outcome="TimeoutError"} 0');
  expect(site.output()).not.toContain("api call failed");
  expect(site.output()).not.toMatch(/"level":50/);
});

test("the second SIGINT of Ctrl-C, which npm sends, doesn't cut off a response", async () => {
  backend.responders.delete("*");
  const { promise: received, resolve: receive } = Promise.withResolvers<void>();
  const { promise: released, resolve: respond } = Promise.withResolvers<void>();
  backend.responders.set("/api/news/list", (request) => {
    receive();
    return released.then(() => backend.api(request));
  });
  const response = site.get("/news/list");
  await received;
  site.signal("SIGINT");
  await expect.poll(() => site.output()).toContain('"msg":"stopping"');
  site.signal("SIGINT");
  await new Promise((resolve) => setTimeout(resolve, 200));
  respond();
  expect((await response).status).toBe(200);
});
