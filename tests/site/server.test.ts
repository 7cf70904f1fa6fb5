import { readdirSync, readFileSync } from "node:fs";
import { Agent, get as httpGet } from "node:http";
import { connect } from "node:net";
import { gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { paths } from "#app/services/runtime/paths.ts";
import { requestPlain } from "#tests/setup/proxies/plain-http.ts";
import { waitUntil } from "#tests/setup/site/guestbook-form.ts";
import { startSite } from "#tests/setup/site/running-site.ts";
import { setUpBackend, setUpSite } from "#tests/setup/site/site.ts";

const backend = await setUpBackend();
const site = setUpSite(() => ({ API_BASE_URL: backend.origin }));

const sendRequest = (path: string, headers?: Record<string, string>, targetSite: { origin: string } = site) =>
  requestPlain(targetSite, path, headers);

/** Sends `message`, then `more` every 10 ms. @returns everything that the site sends until the connection closes */
function sendBytes(message: string, { more }: { more?: string } = {}): Promise<string> {
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined;
    const socket = connect(Number(new URL(site.origin).port), "127.0.0.1", () => {
      socket.write(message);
      if (more !== undefined) timer = setInterval(() => socket.write(more), 10);
    });
    let text = "";
    socket.on("data", (chunk) => (text += chunk)).on("error", () => undefined);
    socket.on("close", () => {
      clearInterval(timer);
      resolve(text);
    });
  });
}

describe("limits", () => {
  test("an endless body gets a 413 page, and its connection is closed", async () => {
    const chunk = `8000\r\n${"a".repeat(0x80_00)}\r\n`;
    const head = "POST /contact-us HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\n";
    const chunkedResponse = await sendBytes(`${head}Transfer-Encoding: chunked\r\n\r\n${chunk}${chunk}${chunk}`, {
      more: chunk,
    });
    expect(chunkedResponse).toMatch(/^HTTP\/1\.1 413 /);
    expect(chunkedResponse).toContain("413 Content Too Large");
    const longResponse = await sendBytes(`${head}Content-Length: 20000000\r\n\r\n${"a".repeat(70_000)}`, {
      more: "aaaa",
    });
    expect(longResponse).toMatch(/^HTTP\/1\.1 413 /);
    const expectResponse = await sendBytes(`${head}Content-Length: 20000000\r\nExpect: 100-continue\r\n\r\n`);
    expect(expectResponse).toMatch(/^HTTP\/1\.1 413 /);
  });

  test.each<[string, string, number]>([
    ["nonsense", "nonsense\r\n\r\n", 400],
    ["TLS", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 400],
    ["two lengths", "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", 400],
    [
      "length and chunks",
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n",
      400,
    ],
    ["no Host", "GET / HTTP/1.1\r\nConnection: close\r\n\r\n", 400],
    ["two Hosts", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n", 400],
    ...["a b", "evil.example/x?y#", "user:pass@evil.example"].map((host): [string, string, number] => [
      `the Host ${host}`,
      `GET /news/list HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
      400,
    ]),
    ["bare line feeds", "GET / HTTP/1.1\nHost: a\n\n", 400],
    ["a folded header", "GET / HTTP/1.1\r\nHost: a\r\nX-A: b\r\n c\r\n\r\n", 400],
    ["200 KB of headers", `GET / HTTP/1.1\r\nHost: a\r\nX: ${"a".repeat(200_000)}\r\n\r\n`, 431],
    ["an unknown method", "BREW /pot HTTP/1.1\r\nHost: a\r\n\r\n", 405],
    ["DELETE", "DELETE /news/list HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", 405],
    ["OPTIONS *", "OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", 405],
    ["CONNECT", "CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n", 405],
  ])("%s is refused, and the next request is served", async (_name, message, status) => {
    const text = await sendBytes(message);
    expect(text.match(/HTTP\/1\.1 \d{3}/g)).toEqual([`HTTP/1.1 ${status}`]);
    if (status === 405) expect(text).toMatch(/^Allow: GET, HEAD, POST\r$/im);
    expect(text.toLowerCase()).toContain("x-content-type-options: nosniff");
    expect(text).toMatch(/^X-Request-Id: [\w-]{36}\r$/im);
    expect((await sendRequest("/healthz")).body.toString()).toBe('{"status":"ok"}\n');
  });

  test("GET with a body is served, and its connection stays open", async () => {
    const pipelinedRequest = "GET /news/list HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello";
    const last = "GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
    expect((await sendBytes(pipelinedRequest + last)).match(/HTTP\/1\.1 200/g)).toHaveLength(2);
  });
});

describe("files", () => {
  const assets = readdirSync(`${paths.client}/assets`).filter((name) => /^root-.*\.js$/.test(name));

  test("built files are compressed if that makes them smaller, and are cached for a year", async () => {
    const path = `/assets/${assets[0]}`;
    const br = await sendRequest(path, { "Accept-Encoding": "br" });
    expect(br.body).toEqual(readFileSync(`${paths.client}${path}.br`));
    expect(br.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect((await sendRequest(path, { "Accept-Encoding": "br", "If-None-Match": br.headers.etag! })).status).toBe(304);
    expect(gunzipSync((await sendRequest(path, { "Accept-Encoding": "gzip" })).body)).toEqual(
      (await sendRequest(path)).body,
    );
  });

  test("a missing built file gets a short 404 that isn't cached", async () => {
    for (const path of ["/assets/gone-1234.js", "/builds/meta/gone.json"]) {
      const { status, headers, body } = await sendRequest(path);
      expect([status, headers["cache-control"], body.toString()]).toEqual([404, "no-store", "Not Found\n"]);
    }
  });

  test("S19 the latest build can be requested, and pages have its id", async () => {
    const { headers, body } = await sendRequest("/builds/latest.json?1700000000000");
    const { id } = JSON.parse(body.toString()) as { id: string };
    expect(headers["cache-control"]).toBe("no-store");
    expect((await sendRequest("/about-us")).body.toString()).toContain(`/assets/manifest-${id}.js`);
    const meta = await sendRequest(`/builds/meta/${id}.json`);
    expect(meta.headers["cache-control"]).toContain("immutable");
    const currentBuild = JSON.parse(meta.body.toString()) as { id: string; assets: string[] };
    expect(currentBuild.id).toBe(id);
    // The folder also has files of earlier builds, so not every file belongs to the current one.
    expect(assets.some((name) => currentBuild.assets.includes(name))).toBe(true);
  });
});

test("a site without HTTPS sends no HSTS", async () => {
  expect((await sendRequest("/en")).headers).not.toHaveProperty("strict-transport-security");
});

test("a site that is stopped under load first reports that it isn't ready, then finishes every request and exits with 0", async () => {
  const { promise: releasePromise, resolve: release } = Promise.withResolvers<void>();
  backend.responders.set("/api/news/info", (request) => releasePromise.then(() => backend.api(request)));
  const busySite = await startSite({ API_BASE_URL: backend.origin });
  const html = (await sendRequest("/news/list", {}, busySite)).body.toString();
  const path = /\/news\/info\/[\w-]+/.exec(html)![0];
  const isOver = { now: false };
  const failures: string[] = [];
  let responseCount = 0;
  const runClient = async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (!isOver.now) {
      await new Promise<void>((resolve) => {
        const clientRequest = httpGet(`${busySite.origin}/product/list`, { agent }, (response) => {
          response.on("error", ({ message }) => failures.push(message)).resume();
          response.on("end", () => void responseCount++).on("close", resolve);
        });
        clientRequest.on("error", (error: NodeJS.ErrnoException) => {
          failures.push(String(error.code));
          resolve();
        });
      });
    }
    agent.destroy();
  };
  const clients = Array.from({ length: 5 }, runClient);
  await waitUntil(() => responseCount > 20);
  const runningRequest = sendRequest(path, {}, busySite);
  await waitUntil(() => backend.requests.some(({ url }) => url.includes("/api/news/info")));
  const exit = busySite.stop("SIGTERM");
  let readyResponse = await sendRequest("/readyz", {}, busySite);
  await waitUntil(async () => (readyResponse = await sendRequest("/readyz", {}, busySite)).status === 503);
  release();
  expect([readyResponse.status, readyResponse.headers.connection]).toEqual([503, "close"]);
  expect(JSON.parse(readyResponse.body.toString())).toEqual({ ready: false, reasons: ["shutting down"] });
  // Ends the clients, because a load balancer sends no requests to a site that isn't ready.
  isOver.now = true;
  expect((await runningRequest).status).toBe(200);
  await Promise.all(clients);
  expect(await exit).toBe(0);
  expect(failures).toEqual([]);
});

describe("sitemaps of a long list", () => {
  const total = 6000;
  let brokenPage: number | undefined;

  beforeAll(() => {
    backend.responders.set("/api/news/list", async ({ url }) => {
      const { searchParams } = new URL(url);
      const [page, pageSize] = [Number(searchParams.get("page") ?? 1), Number(searchParams.get("pageSize") ?? 12)];
      if (page === brokenPage && pageSize > 1) return new Response(null, { status: 502 });
      const first = (page - 1) * pageSize;
      const rows = Array.from({ length: Math.max(0, Math.min(pageSize, total - first)) }, (_, index) => ({
        ...{ id: `n${first + index}`, title: `News ${first + index}` },
      }));
      return Response.json({ code: 0, data: { rows, total, page, pageSize } });
    });
  });

  test("if the API fails while a file is written, the response is an error, not a truncated file", async () => {
    brokenPage = 44;
    const failed = await site.get("/sitemap-plain-news.xml");
    expect([failed.status, failed.headers.get("Retry-After")]).toEqual([503, expect.stringMatching(/^\d+$/)]);
    expect(await failed.text()).not.toContain("<loc>");
    brokenPage = undefined;
    await expect.poll(async () => (await site.get("/sitemap-plain-news.xml")).status).toBe(200);
    expect((await site.get("/sitemap-plain-news.xml?page=3")).status).toBe(404);
  });

  test("a long list is split into files that together have every item once", async () => {
    const index = await site.getText("/sitemap.xml");
    const files = [...index.matchAll(/<loc>http:\/\/[^/]+(\/sitemap-news\.xml[^<]*)</g)].map(([, path]) => path!);
    expect(files).toEqual(["/sitemap-news.xml", "/sitemap-news.xml?page=2"]);
    const texts = await Promise.all(files.map(site.getText));
    const ids = texts.flatMap((text) => [...text.matchAll(/<loc>[^<]*\/en\/news\/info\/n(\d+)</g)].map(([, id]) => id));
    expect([ids.length, new Set(ids).size]).toEqual([total, total]);
    for (const text of texts) expect(text).toMatch(/^<\?xml [^>]*>\n<urlset [\s\S]*<\/urlset>\n$/);
  });
});
