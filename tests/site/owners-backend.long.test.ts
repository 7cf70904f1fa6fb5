import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Transport } from "#app/services/api/client.ts";
import { startSite } from "#tests/setup/site/running-site.ts";
import { getCookies, setUpBackend, setUpSite } from "#tests/setup/site/site.ts";

const backend = await setUpBackend();
const { responders } = backend;
const site = setUpSite(() => ({ API_BASE_URL: backend.origin, API_TIMEOUT_MS: "1500", CONTENT_DIR: "/nowhere" }));
const { get } = site;
let unique = 0;
/** The backend lacks batches and plain pages, because the contract allows a backend to omit them. */
beforeEach(() => {
  responders.clear();
  for (const call of ["batch/list", "batch/info", "page/list", "page/info"])
    responders.set(`/api/${call}`, async () => new Response("<h1>Not Found</h1>", { status: 404 }));
});

/** Creates an id that no other test uses, because responses are cached. */
const createId = () => `item-${unique++}`;
const createOk = (data: unknown) => () => Promise.resolve(Response.json({ code: 0, message: "ok", data }));

test("files of `public` are served, but neither the content folder nor the embedded API", async () => {
  const getStatuses = (paths: string[]) => Promise.all(paths.map(async (path) => (await get(path)).status));
  const ownFiles = ["/logo.svg", "/fallback-plate.svg", "/icons/180.png", "/share/site.png"];
  expect(await getStatuses(ownFiles)).toEqual([200, 200, 200, 200]);
  const contentFiles = ["/files/how-to-decoct-cn.pdf", "/plates/gan-cao.svg", "/share/gan-cao.png"];
  expect(await getStatuses(contentFiles)).toEqual([404, 404, 404]);
  expect((await get("/api/product/info?id=huang-qi")).status).toBe(404);
  expect(await (await get("/readyz")).json()).toEqual({ ready: true, reasons: [] });
});

test("ten pages in one language cause at most one call each for the settings, the menu and the adverts", async () => {
  const requestCount = backend.requests.length;
  for (let n = 0; n < 10; n++) await get(`/service/info/${createId()}`);
  const requestedPaths = backend.requests.slice(requestCount).map(({ url }) => new URL(url).pathname);
  for (const path of ["/api/ad/data/list", "/api/setting/list", "/api/pc/menu/tree"])
    expect(requestedPaths.filter((requestedPath) => requestedPath === path).length).toBeLessThanOrEqual(1);
});

describe("unusual but acceptable responses", () => {
  const createInfo = (fields: object) => createOk({ id: "7", title: "题目", ...fields });

  test("a body of 5 MB is rendered", async () => {
    responders.set("/api/news/info", createInfo({ body: "<p>很长的正文。</p>".repeat(180_000) }));
    const response = await get(`/news/info/${createId()}`);
    expect(response.status).toBe(200);
    expect((await response.text()).length).toBeGreaterThan(2_000_000);
  });

  test("rows beyond the page size are cut off", async () => {
    const rows = Array.from({ length: 20_000 }, (_, index) => ({ id: String(index), title: `第 ${index} 行` }));
    responders.set("/api/case/list", createOk({ rows, total: 20_000 }));
    const html = await (await get(`/case/list?keyword=${createId()}`)).text();
    expect(html.match(/<article/g)).toHaveLength(12);
  });

  test("a formula with mixed units has no chart", async () => {
    const ginseng = { name: "人参", dose: 9, role: "monarch" };
    const ingredients = [ginseng, { ...ginseng, name: "大枣", unit: "枚" }];
    const id = createId();
    responders.set("/api/prescription/info", createOk({ id, title: "方", ingredients }));
    const html = await (await get(`/prescription/info/${id}`)).text();
    expect(html).toContain("9 枚");
    expect(html).not.toContain("合计");
  });
});

describe("failures of the backend", () => {
  const failures: [name: string, respond: Transport, status: number][] = [
    ["breaks off", () => Promise.reject(new Error("gone")), 503],
    ["answers 500", () => Promise.resolve(new Response("oops: stack at db.ts", { status: 500 })), 503],
    ["answers 503 in an envelope", () => Promise.resolve(Response.json({ code: 503, message: "维护中" })), 503],
    ["answers no JSON", () => Promise.resolve(new Response("<html>login</html>")), 503],
    [
      "is slower than the limit",
      () => new Promise((resolve) => setTimeout(() => resolve(new Response("late")), 3000)),
      503,
    ],
    ["sends data without an id", createOk({ title: "x" }), 500],
    [
      "answers an error of its own",
      () => Promise.resolve(Response.json({ code: 1001, message: "内部:表不存在" })),
      500,
    ],
    ["doesn't know the id", () => Promise.resolve(Response.json({ code: "404", message: "没有" })), 404],
  ];
  test.each(failures)(
    "S8 if the backend %s, the site responds with the matching error page",
    async (_name, respond, status) => {
      responders.set("/api/news/info", respond);
      const path = `/en/news/info/${createId()}`;
      const response = await get(path);
      const html = await response.text();
      expect(response.status).toBe(status);
      // A 404 is cached for seconds, so that it replaces the previous page in shared caches.
      expect(response.headers.get("Cache-Control")).toBe(status === 404 ? "public, max-age=0, s-maxage=5" : "no-store");
      expect(response.headers.get("Retry-After")).toBe(status === 503 ? "10" : null);
      const title = { 503: "Service Unavailable", 500: "Internal Server Error", 404: "Page Not Found" }[status];
      expect(html).toContain(`<title>${title}</title>`);
      expect(html).toContain(`${status} ${title}`);
      expect(html).toContain(response.headers.get("X-Request-Id"));
      expect(html).toContain("</footer>");
      expect((await get(`${path}.data`)).status).toBe(status);
      for (const secret of ["oops", "db.ts", "表不存在", "unusable data", "stack at"])
        expect(html).not.toContain(secret);
      responders.clear();
      responders.set("/api/news/info", createOk({ id: "1", title: "Recovered" }));
      expect((await get(path)).status).toBe(200);
    },
  );

  test("S16 the log has the backend's message with the call and the code", async () => {
    responders.set("/api/news/info", () => Promise.resolve(Response.json({ code: 1001, message: "库存不足" })));
    const response = await get(`/news/info/${createId()}`);
    const requestId = response.headers.get("X-Request-Id")!;
    const findLine = () =>
      site
        .output()
        .split("\n")
        .find((line) => line.includes(requestId) && line.includes('"err"'));
    await expect.poll(findLine).toBeDefined();
    const { err } = JSON.parse(findLine()!) as { err: object };
    expect(err).toMatchObject({ type: "EnvelopeError", message: "库存不足", endpoint: "news.info", code: 1001 });
  });
});

test("without a backend every page is a 503 with a menu made from the routes", async () => {
  const siteWithoutBackend = await startSite({ API_BASE_URL: "http://127.0.0.1:9" });
  for (const path of ["/", "/en/product/list", "/news/list"]) {
    const response = await fetch(siteWithoutBackend.origin + path);
    const html = await response.text();
    expect(response.status).toBe(503);
    expect(html).toContain(path.startsWith("/en") ? 'href="/en/prescription/list"' : 'href="/prescription/list"');
    expect(html).toContain("503 Service Unavailable");
  }
  for (const path of ["/contact-us", "/about-us"])
    expect((await fetch(siteWithoutBackend.origin + path)).status).toBe(200);
  expect((await fetch(`${siteWithoutBackend.origin}/nothing`)).status).toBe(404);
  await siteWithoutBackend.stop();
});

test("if settings, adverts, menu or neighbours fail, pages are served without them, and are cached only for seconds", async () => {
  // Starts another site, because its cache is empty.
  const newSite = await startSite({ API_BASE_URL: backend.origin, SITE_URL: "http://site.test" });
  const get = (path: string) => fetch(newSite.origin + path);
  const respondWith500 = () => Promise.resolve(new Response("broken", { status: 500 }));
  const pages: [path: string, part: string][] = [
    ["/about-us", "公司介绍暂时无法显示"],
    ["/en/about-us", "can’t be shown at the moment"],
    ["/en/contact-us", 'name="contact"'],
    ["/en/product/list", "</footer>"],
    ["/en/product/info/huang-qi", "</footer>"],
    ["/", "</footer>"],
    ["/en/rss.xml", "<rss"],
    ["/manifest.webmanifest", "icons"],
  ];
  const briefCacheControl = "public, max-age=0, s-maxage=3";
  for (const call of ["/api/setting/list", "/api/ad/data/list", "/api/pc/menu/tree"])
    responders.set(call, respondWith500);
  for (const [path, part] of pages) {
    const partialPage = await get(path);
    expect([path, partialPage.status, partialPage.headers.get("Cache-Control")]).toEqual([
      path,
      200,
      briefCacheControl,
    ]);
    expect(await partialPage.text()).toContain(part);
  }
  responders.clear();
  responders.set("/api/article/prevnext", respondWith500);
  const withoutNeighbours = await get("/en/product/info/dang-gui");
  expect([withoutNeighbours.status, withoutNeighbours.headers.get("Cache-Control")]).toEqual([200, briefCacheControl]);
  responders.clear();
  responders.set("/api/case/list", respondWith500);
  for (const path of ["/en", "/en/search?q=root", "/sitemap.xml", "/sitemap-plain.xml"]) {
    const partialPage = await get(path);
    expect([path, partialPage.status, partialPage.headers.get("Cache-Control")]).toEqual([
      path,
      200,
      briefCacheControl,
    ]);
  }
  responders.clear();
  const expectFullPages = async () => {
    for (const [path] of [...pages, ["/en/product/info/dang-gui"] as const]) {
      const fullPage = await get(path);
      expect([path, fullPage.headers.get("Cache-Control")]).not.toEqual([path, briefCacheControl]);
      expect(await fullPage.text()).toMatch(/岐谷|Qigu/);
    }
  };
  await vi.waitFor(expectFullPages, { timeout: 60_000, interval: 1000 });
  await newSite.stop();
});

test("the backend receives the token with every call, and a 401 ends the login", async () => {
  const createResponse = (code: number, message: string, data: object | null = null) =>
    Response.json({ code, message, data });
  const countTokens = () => backend.requests.filter(({ headers }) => headers.has("Authorization")).length;
  backend.responders.set("/api/auth/login", async (request) => {
    const { code } = (await request.json()) as { code: string };
    return code === "123456" ? createResponse(0, "", { token: "a/b+c=" }) : createResponse(4001, "code is wrong");
  });
  backend.responders.set("/guestbook", async () => createResponse(200, "ok", { id: 7 }));
  const refusal = await site.post("/login", { account: "user-7", code: "654321" });
  expect([refusal.status, (await refusal.text()).includes("code is wrong")]).toEqual([422, true]);
  const token = getCookies(await site.post("/login", { account: "user-7", code: "123456" }));
  backend.requests.length = 0;
  for (let n = 0; n < 2; n++) await site.get("/product/list", { Cookie: token });
  expect(backend.requests.filter(({ url }) => url.includes("/api/product/list"))).toHaveLength(2);
  await site.post("/contact-us", { name: "Ada", contact: "ada@example.com", content: "x" }, token);
  expect(backend.requests.at(-1)!.url).toMatch(/\/guestbook$/);
  const tokens = backend.requests.map(({ headers }) => headers.get("Authorization"));
  expect(new Set(tokens)).toEqual(new Set(["Bearer a/b+c="]));

  backend.responders.set("*", (request) =>
    request.headers.has("Authorization") ? Promise.resolve(createResponse(401, "expired")) : backend.api(request),
  );
  backend.requests.length = 0;
  const endedPage = await site.get("/en/product/list", { Cookie: token });
  expect([endedPage.status, endedPage.headers.get("Location")]).toEqual([302, expect.stringMatching(/^\/en\/login\?/)]);
  expect(endedPage.headers.get("Set-Cookie")).toMatch(/^token=;/);
  // The site sends an unknown token to the backend once, and a token that the backend has refused never again.
  await site.get("/en/news/list", { Cookie: "token=bogus" });
  const callsWithBogusToken = backend.requests.filter(({ headers }) => headers.get("Authorization") === "Bearer bogus");
  expect(callsWithBogusToken).toHaveLength(1);
  const count = countTokens();
  const page = await site.get("/en/product/list", { Cookie: token });
  expect([page.status, page.headers.get("Set-Cookie")]).toEqual([200, expect.stringMatching(/^token=;/)]);
  expect(countTokens()).toBe(count);
  const headers = { "Content-Type": "application/json" };
  expect((await fetch(`${site.origin}/guestbook`, { method: "POST", body: "{}", headers })).status).toBe(404);
});
