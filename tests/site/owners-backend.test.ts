import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Transport } from "../../app/services/api/client.ts";
import { createEmbeddedApi } from "../../app/services/content/embedded-api/request-handler.ts";
import { startBackend } from "../mocks/backend.ts";
import { compileTestContent } from "../setup/compiled-content.ts";
import { startSite, type RunningSite } from "../setup/running-site.ts";

const content = compileTestContent();
const api = createEmbeddedApi(content.index);

/** Responses of the backend by path, for one test; other paths are served from the content. */
const responders = new Map<string, Transport>();
let backend: Awaited<ReturnType<typeof startBackend>>;
let site: RunningSite;
let unique = 0;

beforeAll(async () => {
  backend = await startBackend((request) => (responders.get(new URL(request.url).pathname) ?? api)(request));
  site = await startSite({ API_BASE_URL: backend.origin, API_TIMEOUT_MS: "1500" });
});
afterAll(async () => {
  await site.stop();
  await backend.stop();
  content.dispose();
});
afterEach(() => responders.clear());

const get = (path: string) => fetch(site.origin + path, { redirect: "manual" });
/** Creates an id that no other test uses, because responses are cached. */
const createId = () => `item-${unique++}`;
const createOk = (data: unknown) => () => Promise.resolve(Response.json({ code: 0, message: "ok", data }));

describe("the same pages as with the embedded API", () => {
  test.each([
    "/",
    "/en",
    "/product/list",
    "/en/prescription/info/gui-zhi-tang",
    "/product/list?page=2",
    "/en/search?q=ginseng",
  ])("%s", async (path) => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain("</footer>");
  });

  test("calls contain their language and request id, and the embedded API is disabled", async () => {
    const requestCount = backend.requests.length;
    const response = await get(`/en/product/info/huang-qi`);
    const requests = backend.requests.slice(requestCount).filter(({ url }) => url.includes("/api/product/info"));
    expect(requests.map(({ headers }) => headers.get("Language"))).toEqual(["en"]);
    expect(requests[0]!.headers.get("X-Request-Id")).toBe(response.headers.get("X-Request-Id"));
    expect((await get("/api/product/info?id=huang-qi")).status).toBe(404);
  });
});

describe("shared data", () => {
  const shared = ["/api/ad/data/list", "/api/setting/list", "/api/pc/menu/tree"];

  test("ten pages in one language make one call for each shared part", async () => {
    const requestCount = backend.requests.length;
    for (let n = 0; n < 10; n++) await get(`/service/info/${createId()}`);
    const requestedPaths = backend.requests.slice(requestCount).map(({ url }) => new URL(url).pathname);
    for (const path of shared)
      expect(requestedPaths.filter((requestedPath) => requestedPath === path).length).toBeLessThanOrEqual(1);
  });

  test("a navigation within a language doesn't request the root's data", async () => {
    const response = await get("/service/list.data?_routes=service-list");
    const text = await response.text();
    expect(response.status).toBe(200);
    expect(text).not.toContain("policeRecord");
  });
});

describe("unusual but acceptable responses", () => {
  const createInfo = (fields: object) => createOk({ id: "7", title: "题目", ...fields });

  test("numbers as strings, unknown fields and an invalid row are tolerated", async () => {
    const rows = [{ id: 5, title: "能用的", total: "x", zzz: {} }, { nothing: true }, "row", { id: "6", title: 42 }];
    responders.set("/api/case/list", createOk({ rows, total: "2", page: "1" }));
    const html = await (await get(`/case/list?keyword=${createId()}`)).text();
    expect(html).toContain("能用的");
    expect(html).toContain("/case/info/5");
    expect(html).toContain(">42<");
  });

  test("a body of 5 MB is shown", async () => {
    responders.set("/api/news/info", createInfo({ body: "<p>很长的正文。</p>".repeat(180_000) }));
    const response = await get(`/news/info/${createId()}`);
    expect(response.status).toBe(200);
    expect((await response.text()).length).toBeGreaterThan(2_000_000);
  });

  test("extra rows are cut off", async () => {
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

  test("code 404 for a list is an error of the site", async () => {
    responders.set("/api/service/list", () => Promise.resolve(Response.json({ code: 404, message: "no" })));
    expect((await get(`/service/list?keyword=${createId()}`)).status).toBe(500);
  });

  test("attachments link to the backend, and a redundant `lang` is removed", async () => {
    const id = createId();
    responders.set(
      "/api/news/info",
      createOk({ id, title: "题目", lang: "zh-CN", attachments: [{ title: "文件", url: "/up/a.pdf" }] }),
    );
    const html = await (await get(`/news/info/${id}`)).text();
    expect(html).toContain(`href="${backend.origin}/up/a.pdf"`);
    expect(html).not.toContain("本页暂无中文");
  });
});

describe("failures of the backend", () => {
  test.each<[string, Transport, number]>([
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
  ])("a backend that %s: the right page, in the reader's language, and not cached", async (_name, respond, status) => {
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
    for (const secret of ["oops", "db.ts", "表不存在", "unusable data", "stack"]) expect(html).not.toContain(secret);
    responders.clear();
    responders.set("/api/news/info", createOk({ id: "1", title: "Recovered" }));
    expect((await get(path)).status).toBe(200);
  });

  test("a visitor with a rejected token is redirected to the login", async () => {
    responders.set("/api/news/info", () => Promise.resolve(Response.json({ code: 401, message: "no" })));
    const response = await get(`/en/news/info/${createId()}`);
    expect(response.status).toBe(302);
    const target = new URL(response.headers.get("Location")!, site.origin);
    expect([target.pathname, target.searchParams.get("code")]).toEqual(["/en/login", "401"]);
    expect(await (await get(target.pathname + target.search)).text()).toContain("Please log in first");
    expect(await (await get("/en/login?code=401&message=Send+money")).text()).not.toContain("Send money");
  });
});

describe("an unreachable backend", () => {
  test("every page is a 503 with a menu made from the routes, and recovers with the backend", async () => {
    const stoppedBackend = await startBackend(api);
    await stoppedBackend.stop();
    const siteWithoutBackend = await startSite({ API_BASE_URL: stoppedBackend.origin });
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

  test("failing adverts, settings and menu don't fail a page", async () => {
    const minimalBackend = await startBackend((request) =>
      /\/api\/(ad|setting|pc)\//.test(request.url) ? Promise.reject(new Error("gone")) : api(request),
    );
    const minimalSite = await startSite({ API_BASE_URL: minimalBackend.origin });
    for (const path of ["/", "/en/product/info/huang-qi"]) {
      const response = await fetch(minimalSite.origin + path);
      expect(response.status).toBe(200);
      expect(await response.text()).toContain(path === "/" ? 'href="/news/list"' : 'href="/en/news/list"');
    }
    await minimalSite.stop();
    await minimalBackend.stop();
  });
});
