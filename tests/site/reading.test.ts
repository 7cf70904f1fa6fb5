import { describe, expect, test } from "vitest";
import { localeCodes, locales } from "#app/i18n/locales.ts";
import { fixedPages } from "#app/i18n/site-map.ts";
import { localizePath } from "#app/i18n/urls.ts";
import { forms } from "#app/services/api/contract/forms/forms.ts";
import { kinds } from "#app/services/api/contract/kinds.ts";
import { readContentFolder } from "#app/services/content/reading/content-folder.ts";
import { testContent } from "#tests/setup/content/test-content.ts";
import { setUpSite } from "#tests/setup/site/site.ts";

const origin = "https://herbs.example";
const site = setUpSite({ LOG_LEVEL: "warn", SITE_URL: origin });
const { get, getText } = site;

const findAll = (pattern: RegExp, document: string) => [...document.matchAll(pattern)].map(([, match]) => match!);

/** Returns the URLs in all sitemaps of an index, without the origin. */
async function loadAddresses(index: string): Promise<string[]> {
  const maps = findAll(/<loc>([^<]+)<\/loc>/g, await getText(index));
  const files = await Promise.all(maps.map((sitemap) => getText(sitemap.slice(origin.length))));
  return files.flatMap((file) => findAll(/<loc>([^<]+)<\/loc>/g, file)).map((address) => address.slice(origin.length));
}

const { source } = await readContentFolder(testContent);
const paths = [
  ...fixedPages.map(({ path }) => path),
  ...Object.values(forms).map(({ page }) => page),
  "/search?q=黄芪",
  ...kinds.flatMap((kind) => [`/${kind}/list`, ...source.categories[kind].map(({ slug }) => `/${kind}/list/${slug}`)]),
  ...[...source.items].map(({ kind, id }) => `/${kind}/info/${id}`),
];
/** The login, results of a search, and a category without items. */
const unindexedPages = ["/login", "/search?q=黄芪", "/news/list/company/harvest"];
const pagesWithoutSitemap = ["/login", "/search", "/search?q=黄芪"];

describe.each(localeCodes)("in the locale %s", (locale) => {
  const { language } = locales[locale];

  test("S1 every screen, list, category and item has its language, title, h1, URL and alternates, and is in the sitemap", async () => {
    const addresses = new Set(await loadAddresses("/sitemap.xml"));
    const titles = new Map<string, string>();
    for (const path of paths) {
      const localizedPath = localizePath(path, locale);
      const response = await get(localizedPath);
      const html = await response.text();
      expect([path, response.status]).toEqual([path, 200]);
      expect(html).toContain(`<html lang="${language}"`);
      expect(html).toMatch(/<header.*<main.*<footer/s);
      expect(html.match(/<h1[\s>]/g), path).toHaveLength(1);
      const title = /<title>([^<]+)<\/title>/.exec(html)?.[1];
      expect(title, path).toBeTruthy();
      expect(titles.get(title!), `${path}: ${title}`).toBeUndefined();
      titles.set(title!, path);
      expect([path, html.includes('<meta name="robots" content="noindex, follow"')]).toEqual([
        path,
        unindexedPages.includes(path),
      ]);
      expect([path, addresses.has(localizedPath)]).toEqual([path, !pagesWithoutSitemap.includes(path)]);
      if (unindexedPages.includes(path)) continue;
      const links = [...html.matchAll(/<link rel="(canonical|alternate)"(?: hrefLang="([^"]+)")? href="([^"]+)"/g)];
      expect(links.map(([, rel, lang, href]) => [rel, lang, href])).toEqual([
        ["canonical", undefined, origin + localizedPath],
        ["alternate", "zh-CN", origin + path],
        ["alternate", "zh", origin + path],
        ["alternate", "en-US", origin + localizePath(path, "en")],
        ["alternate", "en", origin + localizePath(path, "en")],
        ["alternate", "x-default", origin + path],
      ]);
      expect(html).toContain(`<meta property="og:url" content="${origin}${localizedPath}"`);
    }
  });
});

test("the sitemap lists each page once in each language, with its alternates", async () => {
  const addresses = await loadAddresses("/sitemap.xml");
  expect(new Set(addresses).size).toBe(addresses.length);
  expect(addresses.filter((address) => /^\/en(?:\/|$)/.test(address))).toHaveLength(addresses.length / 2);
  const known = new Set(localeCodes.flatMap((code) => paths.map((path) => localizePath(path, code))));
  for (const address of addresses.filter((path) => !known.has(path)))
    expect([address, (await get(address)).status]).toEqual([address, 200]);
  const [url] = findAll(/<url>(.*?)<\/url>/g, await getText("/sitemap-product.xml"));
  expect(findAll(/hreflang="([^"]+)"/g, url!)).toEqual(["zh-CN", "zh", "en-US", "en", "x-default"]);
  expect(url).toMatch(/<lastmod>\d{4}-\d\d-\d\d/);
});

test("the plain sitemap lists the same URLs, without XML namespaces", async () => {
  expect(await loadAddresses("/sitemap-plain.xml")).toEqual(await loadAddresses("/sitemap.xml"));
  expect(await getText("/sitemap-plain-news.xml")).not.toContain("xhtml");
  for (const path of ["/sitemap-nothing.xml", "/sitemap-news.xml?page=2", "/sitemap-news.xml?page=0"]) {
    expect((await get(path)).status, path).toBe(404);
  }
});

test("pages have share pictures of their own", async () => {
  for (const path of [
    "/",
    "/en/about-us",
    "/product/info/huang-qi",
    "/en/prescription/info/gui-zhi-tang",
    "/news/list",
  ]) {
    const [image] = findAll(/<meta property="og:image" content="([^"]+)"/g, await getText(path));
    const picture = await get(image!.slice(origin.length));
    expect([picture.status, picture.headers.get("Content-Type")], image).toEqual([200, "image/png"]);
  }
});

test.each([
  ["/", ["Organization", "WebSite"]],
  ["/about-us", ["BreadcrumbList"]],
  ["/en/product/info/huang-qi", ["BreadcrumbList", "Product"]],
  ["/prescription/info/gui-zhi-tang", ["Article", "BreadcrumbList"]],
])("the structured data of %s has the types %j", async (path, types) => {
  const blocks = findAll(/<script type="application\/ld\+json">(.*?)<\/script>/g, await getText(path));
  const linkedData = blocks.map((block) => JSON.parse(block) as { "@type": string });
  expect(linkedData.map((item) => item["@type"]).sort()).toEqual(types);
  expect(JSON.stringify(linkedData)).not.toContain('"undefined"');
});

test("punctuation, signs and spaces at the end of a shared address are removed, but not from a page that has them", async () => {
  const ends = [
    "%E3%80%82",
    "%EF%BC%8C",
    "%EF%BC%89",
    "%E3%80%8B",
    "%20",
    ".",
    ",",
    "%E2%80%9D%E3%80%82",
    "%F0%9F%91%8D",
  ];
  const shared = [...paths, "/batch", "/batch/HQ-2601", "/page/privacy", "/files/dang-gui-cn.pdf"];
  for (const [index, path] of shared.entries()) {
    const end = ends[index % ends.length]!;
    const response = await get(path + end);
    // An address with a query may accept the end, such as a keyword.
    if (response.status === 200) expect(path).toContain("?");
    else expect([path, response.status, response.headers.get("Location")]).toEqual([path, 301, path]);
  }
});

describe("missing pages", () => {
  const missingPages = [
    "/nothing",
    "/en/nothing/at/all",
    "/news",
    "/news/info",
    "/cn/news/list",
    "/fr",
    "/product/info/unicorn",
    "/en/product/info/unicorn",
    "/product/list/unicorn",
    "/news/list?page=999",
    "/news/list?sort=price",
    "/news/info/%00",
    "/language/fr",
    "/NEWS/list",
    "/nope.xml",
    "/nope%0a",
    "/media/%0a",
  ];
  test.each(missingPages)("S7 S8 a missing page (%s) gets a 404 page that shows path and status", async (path) => {
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
  ])("%.60s gets the status %i, never 500", async (path, status) => {
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

describe("languages", () => {
  const documents: [path: string, language: string][] = [
    ["/english", "zh-CN"],
    ["/en/nothing", "en-US"],
  ];
  test.each(documents)("S4 the HTML of the page %s has the language %s", async (path, language) => {
    expect(await (await get(path)).text()).toContain(`<html lang="${language}"`);
  });

  const english = { "Accept-Language": "en-GB,en;q=0.9,zh;q=0.1" };
  const createCookie = (value: string) => ({ Cookie: `i18n_redirected=${value}` });

  function expectRedirect(response: Response, to: string) {
    expect([response.status, response.headers.get("Location")]).toEqual([302, to]);
    expect(response.headers.get("Cache-Control")).toBe("private, no-store");
    expect(response.headers.get("Set-Cookie")).toMatch(
      /^i18n_redirected=(cn|en); Max-Age=31536000; Path=\/; Secure; SameSite=Lax$/,
    );
  }

  test("S2 without a stored choice only the bare root follows the browser's languages and stores the result", async () => {
    expectRedirect(await get("/", english), "/en");
    expectRedirect(await get("/?from=x", english), "/en?from=x");
    expect((await get("/", { "Accept-Language": "zh-CN,en;q=0.5" })).status).toBe(200);
    expect((await get("/", { "Accept-Language": "en;q=0.2,zh;q=0.9" })).status).toBe(200);
    expect((await get("/news/list", english)).status).toBe(200);
  });

  test("S2 a stored choice of English redirects every unprefixed page, with its query", async () => {
    expectRedirect(await get("/news/list?page=2", createCookie("en")), "/en/news/list?page=2");
    expectRedirect(await get("/nothing", createCookie("en")), "/en/nothing");
    expect((await get("/news/list", createCookie("cn"))).status).toBe(200);
    expect((await get("/", { ...english, ...createCookie("cn") })).status).toBe(200);
    expect((await get("/news/list", createCookie("fr"))).status).toBe(200);
  });

  test("S2 a prefixed page is English regardless of the stored choice, and only redirects set the cookie", async () => {
    for (const path of ["/en/news/list", "/news/list"]) {
      const response = await get(path, path.startsWith("/en") ? createCookie("cn") : english);
      expect(response.status).toBe(200);
      expect(response.headers.has("Set-Cookie")).toBe(false);
      expect(response.headers.get("Cache-Control")).toMatch(/^public, /);
    }
  });

  test("pages vary by cookies (login, language), the root page also by the browser's languages, and files by neither", async () => {
    const readVary = async (path: string) => (await get(path)).headers.get("Vary")!.split(", ");
    for (const path of ["/news/list", "/nothing", "/en", "/en/news/list", "/news/list.data", "/rss.xml"])
      expect([path, await readVary(path)]).toEqual([path, ["Cookie", "Accept-Encoding"]]);
    for (const path of ["/", "/_.data", "/?page=2"])
      expect([path, await readVary(path)]).toEqual([path, ["Accept-Language", "Cookie", "Accept-Encoding"]]);
    for (const path of ["/logo.svg", "/plates/huang-qi.svg", "/files/dang-gui-cn.pdf"])
      expect([path, await readVary(path)]).toEqual([path, ["Accept-Encoding"]]);
  });

  test("the language switch is a link that stores the choice, keeps path and query, and never loops", async () => {
    const html = await (await get("/en/product/list?sort=newest")).text();
    const href = /href="(\/language\/cn[^"]*)"/.exec(html)![1]!.replaceAll("&amp;", "&");
    const response = await get(href, createCookie("en"));
    expectRedirect(response, "/product/list?sort=newest");
    const arrivalResponse = await get(response.headers.get("Location")!, { ...english, ...createCookie("cn") });
    expect(arrivalResponse.status).toBe(200);
  });
});

test.each([
  ["/about-us", "本页不接受表单提交"],
  ["/en/product/list", "This page doesn’t accept forms"],
  ["/nothing", "本页不接受表单提交"],
  ["/about-us.data", "Method Not Allowed"],
  ["/api/product/list", ""],
  ["/language/cn", ""],
  ["/logo.svg", ""],
])("a POST to %s, which accepts none, is rejected without a stack", async (path, sentence) => {
  const response = await fetch(site.origin + path, { method: "POST", body: "a=b", redirect: "manual" });
  const text = await response.text();
  expect([response.status, response.headers.get("Allow")]).toEqual([405, "GET, HEAD"]);
  expect(text).toContain(sentence);
  expect(text).not.toMatch(/\n\s*at |node_modules|build\/server/);
});
