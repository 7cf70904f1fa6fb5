import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Transport } from "../../app/services/client.ts";
import { createEmbeddedApi } from "../../app/embedded-api/door.ts";
import { startBackend } from "../mocks/backend.ts";
import { compiledContent } from "../setup/compiled-content.ts";
import { startSite, type RunningSite } from "../setup/running-site.ts";

const content = compiledContent();
const door = createEmbeddedApi(content.index);

/** What the backend does with a path, until the next test; anything else is answered from the content. */
const answers = new Map<string, Transport>();
let backend: Awaited<ReturnType<typeof startBackend>>;
let site: RunningSite;
let unique = 0;

beforeAll(async () => {
  backend = await startBackend((request) => (answers.get(new URL(request.url).pathname) ?? door)(request));
  site = await startSite({ API_BASE_URL: backend.origin, API_TIMEOUT_MS: "1500" });
});
afterAll(async () => {
  await site.stop();
  await backend.stop();
  content.dispose();
});
afterEach(() => answers.clear());

const get = (path: string) => fetch(site.origin + path, { redirect: "manual" });
/** An id that no other test has asked for: answers are kept. */
const fresh = () => `item-${unique++}`;
const ok = (data: unknown) => () => Promise.resolve(Response.json({ code: 0, message: "ok", data }));

describe("the same pages as on the embedded API", () => {
  test.each([
    "/",
    "/en",
    "/product/list",
    "/en/prescription/info/gui-zhi-tang",
    "/news/list?page=2",
    "/en/search?q=ginseng",
  ])("%s", async (path) => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain("</footer>");
  });

  test("the calls say their language and request id, and the embedded API is off", async () => {
    const before = backend.requests.length;
    const response = await get(`/en/product/info/huang-qi`);
    const requests = backend.requests.slice(before).filter(({ url }) => url.includes("/api/product/info"));
    expect(requests.map(({ headers }) => headers.get("Language"))).toEqual(["en"]);
    expect(requests[0]!.headers.get("X-Request-Id")).toBe(response.headers.get("X-Request-Id"));
    expect((await get("/api/product/info?id=huang-qi")).status).toBe(404);
  });
});

describe("shared data", () => {
  const shared = ["/api/ad/data/list", "/api/setting/list", "/api/pc/menu/tree"];

  test("ten pages of one language make one call for each", async () => {
    const before = backend.requests.length;
    for (let n = 0; n < 10; n++) await get(`/service/info/${fresh()}`);
    const asked = backend.requests.slice(before).map(({ url }) => new URL(url).pathname);
    for (const path of shared) expect(asked.filter((one) => one === path).length).toBeLessThanOrEqual(1);
  });

  test("a navigation within a language doesn't ask for the root's data: its request leaves the root out", async () => {
    const response = await get("/service/list.data?_routes=service-list");
    const text = await response.text();
    expect(response.status).toBe(200);
    expect(text).not.toContain("policeRecord");
  });
});

describe("what a backend may send and still get a page", () => {
  const info = (fields: object) => ok({ id: "7", title: "题目", ...fields });

  test("missing rows are an empty list", async () => {
    answers.set("/api/case/list", ok({}));
    answers.set("/api/cat/list", ok({ rows: null }));
    const html = await (await get(`/case/list?keyword=${fresh()}`)).text();
    expect(html).toContain("没有找到");
  });

  test("numbers as strings, unknown fields and one broken row", async () => {
    const rows = [{ id: 5, title: "能用的", total: "x", zzz: {} }, { nothing: true }, "row", { id: "6", title: 42 }];
    answers.set("/api/case/list", ok({ rows, total: "2", page: "1" }));
    const html = await (await get(`/case/list?keyword=${fresh()}`)).text();
    expect(html).toContain("能用的");
    expect(html).toContain("/case/info/5");
    expect(html).toContain(">42<");
  });

  test("HTML with scripts is shown without them", async () => {
    const body = `<p onclick="a()">文字</p><script>alert(1)</script><img src="https://evil.example/x.png"><a href="javascript:x">a</a>`;
    answers.set("/api/news/info", info({ body }));
    const html = await (await get(`/news/info/${fresh()}`)).text();
    expect(html).toContain("<p>文字</p>");
    for (const bad of ["onclick", "alert(1)", "evil.example", "javascript:x"]) expect(html).not.toContain(bad);
  });

  test("a body of 5 MB", async () => {
    answers.set("/api/news/info", info({ body: "<p>很长的正文。</p>".repeat(180_000) }));
    const response = await get(`/news/info/${fresh()}`);
    expect(response.status).toBe(200);
    expect((await response.text()).length).toBeGreaterThan(2_000_000);
  });

  test("nulls and nonsense in every optional field", async () => {
    const nonsense = {
      cover: 5,
      tags: "x",
      date: "soon",
      cat: [],
      gallery: null,
      related: {},
      attachments: 7,
      seo: "s",
    };
    answers.set("/api/product/info", info({ ...nonsense, specs: [{ label: "规格" }, { label: "甲", value: 3 }] }));
    answers.set("/api/article/prevnext", ok({ prev: {}, next: "x" }));
    const response = await get(`/product/info/${fresh()}`);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain("甲");
  });
});

describe("odd things that a backend may say", () => {
  test("dates with times show the day that is written; days that don't exist are left out", async () => {
    for (const [date, shown] of [
      ["2025-03-12 00:00:00", "2025年3月12日"],
      ["2025-03-12T23:30:00-08:00", "2025年3月12日"],
      ["2025/3/2", "2025年3月2日"],
      [1_741_737_600, "2025年3月12日"],
      ["2025-02-30", undefined],
    ]) {
      const id = fresh();
      answers.set("/api/news/info", ok({ id, title: "题目", date }));
      const html = await (await get(`/news/info/${id}`)).text();
      if (shown) expect(html).toContain(shown as string);
      else expect(html).not.toMatch(/2025年\d月/);
    }
  });

  test.each([
    ["-5", "共 1 项"],
    [undefined, "共 1 项"],
    ["13.7", "共 1 项"],
    ["31", "共 31 项"],
  ])("a total of %j", async (total, shown) => {
    answers.set("/api/case/list", ok({ rows: [{ id: "1", title: "一" }], total }));
    expect(await (await get(`/case/list?keyword=${fresh()}`)).text()).toContain(shown.replace("共", "”共"));
  });

  test("more rows than were asked for are cut", async () => {
    const rows = Array.from({ length: 20_000 }, (_, index) => ({ id: String(index), title: `第 ${index} 行` }));
    answers.set("/api/case/list", ok({ rows, total: 20_000 }));
    const html = await (await get(`/case/list?keyword=${fresh()}`)).text();
    expect(html.match(/<article/g)).toHaveLength(12);
  });

  test("a formula with an ingredient that can't be read has no composition at all, one with mixed units no chart", async () => {
    const ginseng = { name: "人参", dose: 9, role: "monarch" };
    for (const bad of [
      { ...ginseng, dose: -3 },
      { ...ginseng, dose: 0 },
      { ...ginseng, role: "emperor" },
    ]) {
      const id = fresh();
      answers.set("/api/prescription/info", ok({ id, title: "方", ingredients: [ginseng, bad] }));
      expect(await (await get(`/prescription/info/${id}`)).text()).not.toContain("人参");
    }
    const id = fresh();
    answers.set(
      "/api/prescription/info",
      ok({ id, title: "方", ingredients: [ginseng, { ...ginseng, name: "大枣", unit: "枚" }] }),
    );
    const html = await (await get(`/prescription/info/${id}`)).text();
    expect(html).toContain("9 枚");
    expect(html).not.toContain("合计");
  });

  test("a body of a million open tags holds nobody up", async () => {
    const id = fresh();
    answers.set("/api/news/info", ok({ id, title: "题目", body: "<b><i>x</i>".repeat(90_000) }));
    expect((await get(`/news/info/${id}`)).status).toBe(200);
  });

  test("code 404 of a list is no page that isn't there", async () => {
    answers.set("/api/service/list", () => Promise.resolve(Response.json({ code: 404, message: "no" })));
    expect((await get(`/service/list?keyword=${fresh()}`)).status).toBe(500);
  });

  test("attachments lead to the backend, and its language says nothing that the reader knows", async () => {
    const id = fresh();
    answers.set(
      "/api/news/info",
      ok({ id, title: "题目", lang: "zh-CN", attachments: [{ title: "文件", url: "/up/a.pdf" }] }),
    );
    const html = await (await get(`/news/info/${id}`)).text();
    expect(html).toContain(`href="${backend.origin}/up/a.pdf"`);
    expect(html).not.toContain("本页暂无中文");
  });
});

describe("when the backend fails", () => {
  test.each<[string, Transport, number]>([
    ["breaks off", () => Promise.reject(new Error("gone")), 503],
    ["answers 500", () => Promise.resolve(new Response("oops: stack at db.ts", { status: 500 })), 503],
    ["answers 503 in an envelope", () => Promise.resolve(Response.json({ code: 503, message: "维护中" })), 503],
    ["answers no JSON", () => Promise.resolve(new Response("<html>login</html>")), 503],
    ["is slower than the limit", () => new Promise((done) => setTimeout(() => done(new Response("late")), 3000)), 503],
    ["sends data without an id", ok({ title: "x" }), 500],
    [
      "answers an error of its own",
      () => Promise.resolve(Response.json({ code: 1001, message: "内部:表不存在" })),
      500,
    ],
    ["doesn't know the id", () => Promise.resolve(Response.json({ code: "404", message: "没有" })), 404],
  ])("it %s: the right page, in the language of the reader, and not kept", async (_name, answer, status) => {
    answers.set("/api/news/info", answer);
    const path = `/en/news/info/${fresh()}`;
    const response = await get(path);
    const html = await response.text();
    expect(response.status).toBe(status);
    // What is gone is told for seconds, so that a shared cache has something in place of the page of before.
    expect(response.headers.get("Cache-Control")).toBe(status === 404 ? "public, max-age=0, s-maxage=5" : "no-store");
    expect(response.headers.get("Retry-After")).toBe(status === 503 ? "10" : null);
    const title = { 503: "Service Unavailable", 500: "Internal Server Error", 404: "Page Not Found" }[status];
    expect(html).toContain(`<title>${title}</title>`);
    expect(html).toContain(`${status} ${title}`);
    expect(html).toContain(response.headers.get("X-Request-Id"));
    expect(html).toContain("</footer>");
    for (const secret of ["oops", "db.ts", "表不存在", "unusable data", "stack"]) expect(html).not.toContain(secret);
    answers.clear();
    answers.set("/api/news/info", ok({ id: "1", title: "Recovered" }));
    expect((await get(path)).status).toBe(200);
  });

  test("a visitor whose token isn't accepted is sent to log in", async () => {
    answers.set("/api/news/info", () => Promise.resolve(Response.json({ code: 401, message: "no" })));
    const response = await get(`/en/news/info/${fresh()}`);
    expect(response.status).toBe(302);
    const target = new URL(response.headers.get("Location")!, site.origin);
    expect([target.pathname, target.searchParams.get("code")]).toEqual(["/en/login", "401"]);
    expect(await (await get(target.pathname + target.search)).text()).toContain("Please log in first");
    expect(await (await get("/en/login?code=401&message=Send+money")).text()).not.toContain("Send money");
  });
});

describe("a backend that was never there", () => {
  test("every page is the 503 page, with a menu made from the routes, and comes back by itself", async () => {
    const gone = await startBackend(door);
    await gone.stop();
    const lonely = await startSite({ API_BASE_URL: gone.origin });
    for (const path of ["/", "/en/product/list", "/news/list"]) {
      const response = await fetch(lonely.origin + path);
      const html = await response.text();
      expect(response.status).toBe(503);
      expect(html).toContain(path.startsWith("/en") ? 'href="/en/prescription/list"' : 'href="/prescription/list"');
      expect(html).toContain("503 Service Unavailable");
    }
    for (const path of ["/contact-us", "/about-us"]) expect((await fetch(lonely.origin + path)).status).toBe(200);
    expect((await fetch(`${lonely.origin}/nothing`)).status).toBe(404);
    await lonely.stop();
  });

  test("adverts, settings and menu that fail don't fail a page", async () => {
    const poor = await startBackend((request) =>
      /\/api\/(ad|setting|pc)\//.test(request.url) ? Promise.reject(new Error("gone")) : door(request),
    );
    const poorSite = await startSite({ API_BASE_URL: poor.origin });
    for (const path of ["/", "/en/product/info/huang-qi"]) {
      const response = await fetch(poorSite.origin + path);
      expect(response.status).toBe(200);
      expect(await response.text()).toContain(path === "/" ? 'href="/news/list"' : 'href="/en/news/list"');
    }
    await poorSite.stop();
    await poor.stop();
  });
});
