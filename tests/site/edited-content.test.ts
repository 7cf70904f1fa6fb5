import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { addFields } from "#tests/setup/content/content-fields.ts";
import { waitUntil } from "#tests/setup/site/guestbook-form.ts";
import { setUpSite } from "#tests/setup/site/site.ts";

const redirects = [
  { from: "/old/huangqi.html", to: "/product/info/huang-qi" },
  { from: "/product/info/huangqi", to: "/product/info/huang-qi" },
  { from: "/product/list/roots", to: "/product/list/pieces/roots" },
  { from: "/产品", to: "/product/list" },
  { from: "/catalogue.pdf", to: "/files/huang-qi-en.pdf" },
  { from: "/start", to: "/" },
  { from: "/show.asp?id=12", to: "/product/info/huang-qi" },
  { from: "/show.asp?id=13&type=2", to: "/product/info/dang-gui" },
  { from: "/all.asp", to: "/product/list" },
  { from: "/all.asp?page=news", to: "/news/list" },
  { from: "/profile", to: "/about-us", only: "en" },
  { from: "/product/info/xiong-dan", gone: true },
  { from: "/old/bear.html", gone: true, only: "cn" },
];

/**
 * Time after which the scheduled items appear and disappear. It is shorter than the lifetime of cached pages, so that
 * only the schedule can cause the change.
 */
const openingDelayMs = 50_000;

const site = setUpSite(
  {
    SITE_URL: "https://site.example",
    NODE_OPTIONS: `--import=${resolve("tests/setup/fakes/movable-clock.ts")}`,
    CLOCK_STANDS: "1",
    CLOCK_STEPS: String(openingDelayMs),
  },
  (content) => {
    const openingTime = new Date(Date.now() + openingDelayMs).toISOString();
    addFields(join(content, "news/student-apprentices/index.cn.md"), `from: ${openingTime}`);
    addFields(join(content, "news/bozhou-fair/index.cn.md"), `until: ${openingTime}`);
    writeFileSync(join(content, "redirects.yaml"), JSON.stringify(redirects));
  },
);

describe("old addresses", () => {
  const sendRequest = (path: string, init: RequestInit = {}) =>
    fetch(site.origin + path, { redirect: "manual", ...init });

  test.each([
    ["/old/huangqi.html", "/product/info/huang-qi"],
    ["/old/huangqi.html?from=weixin&x=1", "/product/info/huang-qi?from=weixin&x=1"],
    ["/old/huangqi.html?page=3", "/product/info/huang-qi?page=3"],
    ["/old/huangqi.html?page=3&c=4", "/product/info/huang-qi?page=3&c=4"],
    ["/en/old/huangqi.html?page=2", "/en/product/info/huang-qi?page=2"],
    ["/old/huangqi.html/", "/product/info/huang-qi"],
    ["/product/info/huangqi", "/product/info/huang-qi"],
    ["/en/product/list/roots", "/en/product/list/pieces/roots"],
    ["/%E4%BA%A7%E5%93%81", "/product/list"],
    ["/en/catalogue.pdf", "/files/huang-qi-en.pdf"],
    ["/start?q=1", "/?q=1"],
    ["/en/start", "/en"],
    ["/en/profile", "/en/about-us"],
    ["/show.asp?id=12", "/product/info/huang-qi"],
    ["/en/show.asp?id=12", "/en/product/info/huang-qi"],
    ["/show.asp?utm=a%20b&id=12", "/product/info/huang-qi?utm=a+b"],
    ["/show.asp/?id=12", "/product/info/huang-qi"],
    ["/show.asp?type=2&id=13", "/product/info/dang-gui"],
    ["/all.asp?x=1", "/product/list?x=1"],
    ["/all.asp?page=news", "/news/list"],
  ])("%s permanently redirects to %s", async (path, target) => {
    // Repeats the GET, because the second response may come from the cache.
    for (const method of ["GET", "HEAD", "GET"]) {
      const { status, headers } = await sendRequest(path, { method });
      expect([status, headers.get("Location")]).toEqual([301, target]);
    }
  });

  test("an old URL without its query, or with another query, gets a 404", async () => {
    for (const query of ["", "?id=14", "?id=13", "?id=12"]) {
      // Each URL is requested twice, because the second 404 of a URL may come from the cache.
      for (const _ of [1, 2]) {
        expect((await sendRequest(`/show.asp${query}`)).status).toBe(query === "?id=12" ? 301 : 404);
      }
    }
  });

  test("a redirect for one language doesn't apply to others", async () => {
    expect((await sendRequest("/profile")).status).toBe(404);
  });

  test.each([["/product/info/xiong-dan"], ["/en/product/info/xiong-dan?x=1"], ["/old/bear.html"]])(
    "%s gets a 410 page with links to other pages",
    async (path) => {
      const response = await sendRequest(path);
      expect([response.status, response.statusText]).toEqual([410, "Gone"]);
      expect(response.headers.get("Cache-Control")).toBe("public, max-age=0, s-maxage=5");
      const page = await response.text();
      expect(page).toMatch(/<h1>(?:页面已撤下|This page is gone)<\/h1>.*410 Gone/s);
      expect(page).toMatch(/href="(?:\/en)?\/product\/list".*href="(?:\/en)?\/search"/s);
    },
  );

  test("an address that is gone in one language is an ordinary 404 in another", async () => {
    expect((await sendRequest("/en/old/bear.html")).status).toBe(404);
  });

  test("a visitor with another stored language gets the page in that language", async () => {
    const headers = { Cookie: "i18n_redirected=en" };
    const { status } = await sendRequest("/old/huangqi.html", { headers });
    expect(status).toBe(301);
    const page = await fetch(`${site.origin}/old/huangqi.html`, { headers });
    expect([page.status, new URL(page.url).pathname]).toEqual([200, "/en/product/info/huang-qi"]);
  });

  test("navigation by script is redirected too", async () => {
    const response = await sendRequest("/en/old/huangqi.html.data?x=1");
    expect(response.status).toBe(202);
    expect(await response.text()).toContain("/en/product/info/huang-qi?x=1");
  });

  test("no redirect leaves the site, and forms aren't redirected", async () => {
    expect((await sendRequest("//old/huangqi.html")).headers.get("Location") ?? "").not.toMatch(/^\/\/|^http/);
    expect(
      (await sendRequest("/old/huangqi.html", { method: "POST", body: new URLSearchParams({ a: "1" }) })).status,
    ).toBe(405);
  });
});

const getStatus = async (path: string) => (await site.get(path)).status;

const lists = ["/", "/news/list", "/en/news/list", "/search?q=%E4%BA%B3%E5%B7%9E"].concat([
  "/sitemap-news.xml",
  "/rss.xml",
  "/en/rss.xml",
]);

test("scheduled items appear and disappear on time, even on cached pages", async () => {
  const [appearingPath, disappearingPath] = ["info/student-apprentices", "info/bozhou-fair"];
  const loadPages = async () => {
    const pages: Record<string, [boolean, boolean]> = {};
    for (const path of lists) {
      const body = await site.getText(path);
      pages[path] = [body.includes(appearingPath), body.includes(disappearingPath)];
    }
    return pages;
  };
  // Each page is requested twice, so that it is cached.
  await loadPages();
  const pagesBefore = await loadPages();
  const getStatuses = () => Promise.all([appearingPath, disappearingPath].map((path) => getStatus(`/news/${path}`)));
  expect(await getStatuses()).toEqual([404, 200]);
  site.signal("SIGUSR2");
  await waitUntil(async () => (await getStatuses()).join() === "200,404");
  const after = await loadPages();
  for (const path of lists) {
    const [hasAppeared, hasDisappeared] = after[path]!;
    expect([path, pagesBefore[path]![0], hasDisappeared]).toEqual([path, false, false]);
    if (!path.startsWith("/search")) expect([path, hasAppeared, pagesBefore[path]![1]]).toEqual([path, true, true]);
  }
});
