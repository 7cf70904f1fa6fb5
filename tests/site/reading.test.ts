import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { kinds } from "../../app/services/api/contract/kinds.ts";
import { readContentFolder } from "../../app/services/content/files/content-folder.ts";
import { localeCodes, locales } from "../../app/i18n/locales.ts";
import { fixedPages } from "../../app/i18n/site-map.ts";
import { localizePath } from "../../app/i18n/urls.ts";
import { startSite, type RunningSite } from "../setup/running-site.ts";
import { testContent } from "../setup/test-content.ts";

let site: RunningSite;
beforeAll(async () => {
  site = await startSite({ LOG_LEVEL: "warn" });
});
afterAll(() => site.stop());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(site.origin + path, { headers, redirect: "manual" });

const { source } = readContentFolder(testContent);
const screens = [...fixedPages.map(({ path }) => path), "/search?q=黄芪"];
const lists = kinds.flatMap((kind) => [
  `/${kind}/list`,
  ...Object.keys(source.categories[kind].cn!).map((slug) => `/${kind}/list/${slug}`),
]);
const items = [...source.items].map(({ kind, id }) => `/${kind}/info/${id}`);

describe.each(localeCodes)("%s", (locale) => {
  const { language } = locales[locale];

  test("every screen, list, category and item responds with 200 in its language, with a title and one h1", async () => {
    const titles = new Map<string, string>();
    for (const path of [...screens, ...lists, ...items]) {
      const response = await get(localizePath(path, locale));
      const html = await response.text();
      expect([path, response.status]).toEqual([path, 200]);
      expect(html).toContain(`<html lang="${language}"`);
      expect(html.match(/<h1[\s>]/g), path).toHaveLength(1);
      const title = /<title>([^<]+)<\/title>/.exec(html)?.[1];
      expect(title, path).toBeTruthy();
      expect(titles.get(title!), `${path}: ${title}`).toBeUndefined();
      titles.set(title!, path);
    }
    expect(titles.size).toBe([...screens, ...lists, ...items].length);
  });

  test("a page has its canonical URL and its alternates", async () => {
    const html = await (await get(localizePath("/product/info/huang-qi", locale))).text();
    const links = [...html.matchAll(/<link rel="(canonical|alternate)"(?: hrefLang="([^"]+)")? href="([^"]+)"/g)];
    expect(links.map(([, rel, lang, href]) => [rel, lang, href])).toEqual([
      ["canonical", undefined, localizePath("/product/info/huang-qi", locale)],
      ...Object.values(locales).map((row) => ["alternate", row.language, `${row.prefix}/product/info/huang-qi`]),
      ["alternate", "x-default", "/product/info/huang-qi"],
    ]);
  });
});

test("a formula's page has a chart as SVG and a table with the same data", async () => {
  const html = await (await get("/prescription/info/gui-zhi-tang")).text();
  const chart = /<svg[^>]*role="img"[\s\S]*?<\/svg>/.exec(html)![0];
  const table = /<table[\s\S]*?<\/table>/.exec(html)![0];
  for (const text of ["桂枝", "白芍", "生姜", "大枣", "炙甘草", "君药", "臣药", "佐药", "使药", "9克"]) {
    expect(chart).toContain(text);
    expect(table).toContain(text);
  }
  expect(table).toContain("Cinnamomi Ramulus");
});

test("lists have pages with URLs, a total, an order, a keyword, and links if they are empty", async () => {
  const first = await (await get("/product/list?sort=title")).text();
  expect(first).toContain('href="/product/list?sort=title&amp;page=2"');
  const second = await (await get("/product/list?page=2&sort=title")).text();
  expect(second).toContain('href="/product/list?sort=title"');
  expect(second).toContain(`共 ${items.filter((path) => path.startsWith("/product/")).length} 项`);
  const results = await (await get(`/product/list?keyword=${encodeURIComponent("黄芪")}`)).text();
  expect(results).toContain('value="黄芪"');
  expect(results).toContain("/product/info/huang-qi");
  const emptyPage = await (await get("/en/product/list?keyword=unicorn")).text();
  expect(emptyPage).toContain("Nothing matches “unicorn”");
  expect(emptyPage).toContain('content="noindex, follow"');
});

test("the search finds Chinese words of two characters in all kinds", async () => {
  const html = await (await get(`/search?q=${encodeURIComponent("黄芪")}`)).text();
  for (const kind of ["product", "prescription", "news"]) expect(html).toContain(`/${kind}/info/`);
  expect(html).toContain(`/news/list?keyword=${encodeURIComponent("黄芪")}`);
});

describe("missing pages", () => {
  test.each([
    "/nothing",
    "/en/nothing/at/all",
    "/news",
    "/en/news",
    "/news/info",
    "/cn/news/list",
    "/fr",
    "/product/info/unicorn",
    "/en/product/info/unicorn",
    "/product/list/unicorn",
    "/product/list/pieces/unicorn",
    "/news/list?page=0",
    "/news/list?page=-1",
    "/news/list?page=99999999999",
    "/news/list?page=abc",
    "/news/list?page=999",
    "/news/list?sort=price",
    "/news/info/%00",
    "/language/fr",
    "/language/EN",
    "/NEWS/list",
    "/EN",
    "/nope.xml",
    "/nope%0a",
    "/en/news/list/%0a",
    "/nope%E2%80%A8",
    "/media/%0a",
  ])("%s is a 404 with the path", async (path) => {
    const response = await get(path);
    const html = await response.text();
    const isEnglish = path.startsWith("/en");
    expect(response.status).toBe(404);
    expect(response.headers.get("Cache-Control")).toMatch(/^(?:no-store|public, max-age=0, s-maxage=5)$/);
    expect(html).toContain(isEnglish ? "<title>Page Not Found" : "<title>页面不存在");
    expect(html).toContain("404 Page Not Found");
    expect(html).toContain(`Page Not Found: ${path.split("?")[0]}`);
    expect(html).toContain(response.headers.get("X-Request-Id"));
    expect(html).toContain("</footer>");
  });

  test.each([
    ["/%E0%A4%A", 404],
    ["/news/info/%E0%A4%A", 404],
    ["/news/list/%FF%FE", 404],
    ["/..%2f..%2fetc/passwd", 404],
    ["/assets/../../package.json", 404],
    ["/assets/gone-1234.js", 404],
    [`/${"a/".repeat(500)}b`, 404],
    [`/news/list/${Array.from({ length: 500 }, () => "a").join("/")}`, 404],
    ["/news/list/a//b", 404],
    ["//evil.example/", 404],
    ["/product/info/%3Cscript%3Ealert(1)%3C%2Fscript%3E", 404],
  ])("%.60s has status %i, never 500", async (path, status) => {
    const response = await get(path);
    const html = await response.text();
    expect(response.status).toBe(status);
    expect(html).not.toContain("<script>alert");
  });

  test.each(["a", "药"])(
    "a keyword of 10,000 characters (%s) is a 400 with the keyword and a message",
    async (character) => {
      const keyword = character.repeat(10_000);
      for (const [path, field] of [
        ["/en/news/list", "keyword"],
        ["/en/search", "q"],
      ] as const) {
        const response = await get(`${path}?${field}=${encodeURIComponent(keyword)}`);
        const html = await response.text();
        expect(response.status).toBe(400);
        expect(html).toContain("up to 100 characters");
        expect(html).toContain(`aria-describedby="${field}-error"`);
        expect(html).toContain(`value="${keyword}"`);
      }
    },
  );
});

test.each([
  ["/news/list/", "/news/list"],
  ["/en/", "/en"],
  ["/%70roduct/list", "/product/list"],
  ["/e%6E/about-us", "/en/about-us"],
  ["/en/product/list/pieces/?page=2", "/en/product/list/pieces?page=2"],
])("%s is redirected to %s", async (from, to) => {
  const response = await get(from);
  expect([response.status, response.headers.get("Location")]).toEqual([301, to]);
});

describe("languages", () => {
  const english = { "Accept-Language": "en-GB,en;q=0.9,zh;q=0.1" };
  const createCookie = (value: string) => ({ Cookie: `i18n_redirected=${value}` });

  function expectRedirect(response: Response, to: string) {
    expect([response.status, response.headers.get("Location")]).toEqual([302, to]);
    expect(response.headers.get("Cache-Control")).toBe("private, no-store");
    expect(response.headers.get("Set-Cookie")).toMatch(
      /^i18n_redirected=(cn|en); Max-Age=31536000; Path=\/; SameSite=Lax$/,
    );
  }

  test("without a stored choice only the bare root follows the browser's languages and stores the result", async () => {
    expectRedirect(await get("/", english), "/en");
    expectRedirect(await get("/?from=x", english), "/en?from=x");
    expect((await get("/", { "Accept-Language": "zh-CN,en;q=0.5" })).status).toBe(200);
    expect((await get("/", { "Accept-Language": "en;q=0.2,zh;q=0.9" })).status).toBe(200);
    expect((await get("/news/list", english)).status).toBe(200);
  });

  test("a stored choice of English redirects every unprefixed page, with its query", async () => {
    expectRedirect(await get("/news/list?page=2", createCookie("en")), "/en/news/list?page=2");
    expectRedirect(await get("/nothing", createCookie("en")), "/en/nothing");
    expect((await get("/news/list", createCookie("cn"))).status).toBe(200);
    expect((await get("/", { ...english, ...createCookie("cn") })).status).toBe(200);
    expect((await get("/news/list", createCookie("fr"))).status).toBe(200);
  });

  test("a prefixed page is English regardless of the stored choice, and only redirects set the cookie", async () => {
    for (const path of ["/en/news/list", "/news/list"]) {
      const response = await get(path, path.startsWith("/en") ? createCookie("cn") : english);
      expect(response.status).toBe(200);
      expect(response.headers.has("Set-Cookie")).toBe(false);
      expect(response.headers.get("Cache-Control")).toMatch(/^public, /);
      expect(response.headers.get("Vary") ?? "").not.toMatch(/cookie|accept-language/i);
    }
  });

  test("the language switch is a link that stores the choice, keeps path and query, and never loops", async () => {
    const html = await (await get("/en/product/list?page=2")).text();
    const href = /href="(\/language\/cn[^"]*)"/.exec(html)![1]!.replaceAll("&amp;", "&");
    const response = await get(href, createCookie("en"));
    expectRedirect(response, "/product/list?page=2");
    const arrivalResponse = await get(response.headers.get("Location")!, { ...english, ...createCookie("cn") });
    expect(arrivalResponse.status).toBe(200);
  });

  test("the alternate of a path with two slashes isn't another host", async () => {
    const response = await get("/language/cn?to=/en//evil.example");
    expect([response.status, response.headers.get("Location")]).toEqual([302, "/"]);
  });

  test("a URL with characters that headers can't contain is encoded", async () => {
    const response = await get(`/language/en?to=${encodeURIComponent("/search?q=处方")}`);
    expect([response.status, response.headers.get("Location")]).toEqual([302, "/en/search?q=%E5%A4%84%E6%96%B9"]);
  });

  test.each(["//evil.example", "https://evil.example/", "/\\evil.example", "javascript:alert(1)", ""])(
    "the language switch only redirects to this site (%s)",
    async (to) => {
      const response = await get(`/language/en?to=${encodeURIComponent(to)}`);
      expect([response.status, response.headers.get("Location")]).toEqual([302, "/en"]);
    },
  );
});

test.each(["/about-us", "/en/product/list", "/about-us.data", "/api/product/list", "/language/cn", "/logo.svg"])(
  "a POST to %s, which accepts none, is rejected without internal details",
  async (path) => {
    const response = await fetch(site.origin + path, { method: "POST", body: "a=b", redirect: "manual" });
    const text = await response.text();
    expect([response.status, response.headers.get("Allow")]).toEqual([405, "GET, HEAD"]);
    expect(text).not.toMatch(/did not provide|Error:/);
  },
);

test("a Host header is valid only if it is a host", async () => {
  const { port } = new URL(site.origin);
  for (const host of ["evil.example/x?y#", "user:pass@evil.example", "a b"]) {
    const response = await new Promise<string>((resolve) => {
      const socket = connect(Number(port), "127.0.0.1", () => {
        socket.write(`GET /about-us HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
      });
      let text = "";
      socket.on("data", (chunk) => (text += chunk)).on("close", () => resolve(text));
    });
    expect(response).toMatch(/^HTTP\/1\.1 400 /);
    expect(response).toMatch(/x-request-id: /i);
  }
});

test("the embedded API responds on the site's own origin, in the language of its header", async () => {
  const response = await get("/api/product/info?id=huang-qi", { Language: "en" });
  const { code, data } = (await response.json()) as { code: number; data: { title: string } };
  expect([response.status, code]).toEqual([200, 200]);
  expect(data.title).toMatch(/astragalus/i);
  expect((await get("/api/product/list?page=0")).status).toBe(400);
  expect((await get("/api/nothing")).status).toBe(404);
});

test("every response has a request id and security headers, and none names the server", async () => {
  for (const path of ["/", "/nothing", "/logo.svg", "/news/list/"]) {
    const { headers } = await get(path);
    expect(headers.get("X-Request-Id"), path).toMatch(/^[\w-]{36}$/);
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(headers.has("X-Powered-By")).toBe(false);
  }
  const policy = (await get("/")).headers.get("Content-Security-Policy");
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain("unsafe");
});

test("HEAD has the headers of GET without a body, and unsupported methods are rejected", async () => {
  const head = await fetch(`${site.origin}/en`, { method: "HEAD" });
  expect([head.status, await head.text()]).toEqual([200, ""]);
  expect((await fetch(`${site.origin}/en`, { method: "DELETE" })).status).toBe(405);
});
