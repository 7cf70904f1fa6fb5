import { appendFileSync, cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { kinds } from "#app/services/api/contract/kinds.ts";
import { createEditedContent } from "#tests/setup/content/content-copy.ts";
import { addFields } from "#tests/setup/content/content-fields.ts";
import { testContent } from "#tests/setup/content/test-content.ts";
import { expectNoComplaints, renderRoute } from "#tests/setup/routes/render-route.tsx";
import { setUpRouteCaller } from "#tests/setup/routes/route-caller.ts";
import * as aboutUs from "./about-us/route.tsx";
import * as api from "./api/route.ts";
import * as batchLookup from "./batch-lookup/route.tsx";
import * as batchQr from "./batch-qr/route.ts";
import * as batch from "./batch/route.tsx";
import * as feed from "./feed/route.ts";
import * as home from "./home/route.tsx";
import * as info from "./info/route.tsx";
import * as list from "./list/route.tsx";
import * as notFound from "./not-found/route.tsx";
import * as plainPage from "./plain-page/route.tsx";
import * as search from "./search/route.tsx";
import * as sitemap from "./sitemap/route.ts";
import * as suggest from "./suggest/route.ts";

// Each `describe` edits the content, as if a company had fewer kinds, items or pages.

expectNoComplaints();

/** Sets up a caller with a copy of the content, which `edit` changes. It serves all tests of a `describe`. */
async function setUpCaller(edit: (content: string) => void) {
  const content = createEditedContent();
  edit(content);
  const caller = await setUpRouteCaller({}, content);
  const load = (loader: (args: never) => unknown, path: string) => caller.load<Response>(loader, path);
  return {
    load,
    getText: async (loader: (args: never) => unknown, path: string) => (await load(loader, path)).text(),
    render: (screen: Parameters<typeof renderRoute>[1], path: string) => renderRoute(caller, screen, path),
  };
}

/** Screens whose links are checked. The home page is at "/home", because the stub has no route for "/". */
const screens = [
  [home, "/home"],
  [home, "/en"],
  [aboutUs, "/en/about-us"],
  [search, "/search"],
  [notFound, "/en/nothing-here"],
] as const;

describe("content without the kind news, and with drafts as its only cases", async () => {
  const { load, getText, render } = await setUpCaller((content) => {
    appendFileSync(join(content, "settings/cn.yaml"), "kindsInUse: [product, prescription, case, service]\n");
    for (const id of readdirSync(join(content, "case")))
      addFields(join(content, "case", id, "index.cn.md"), "draft: true");
  });

  test.each([
    [list, "/news/list"],
    [list, "/en/news/list/company"],
    [info, "/news/info/bozhou-fair"],
    [feed, "/rss.xml"],
    [feed, "/en/rss.xml"],
    [sitemap, "/sitemap-news.xml"],
    [list, "/case/list"],
  ])("%# a list, item, feed or sitemap of a hidden kind is a 404", async ({ loader }, path) => {
    expect((await load(loader, path)).status).toBe(404);
  });

  test.each([...screens, [list, "/product/list"] as const])("%# no page links to a hidden kind", async (...row) => {
    const html = await render(...row);
    expect(html).not.toMatch(/href="(?:\/en)?\/(?:news|case)\//);
    expect(html).not.toContain("rss.xml");
    expect(html).toMatch(/href="(?:\/en)?\/service\/list"/);
  });

  test("the API, searches, suggestions, related items and the sitemap omit the hidden items", async () => {
    for (const path of ["/api/news/info?id=bozhou-fair", "/api/article/prevnext?kind=news&id=bozhou-fair"])
      expect(await (await load(api.loader, path)).json()).toMatchObject({ code: 404 });
    expect(await render(search, "/en/search?q=harvest")).not.toContain("/news/info/");
    expect(await getText(suggest.loader, "/en/search/suggest?q=bozhou")).not.toContain("/news/");
    for (const id of readdirSync(join(testContent, "product")))
      expect(await render(info, `/product/info/${id}`), id).not.toMatch(/href="\/news\/info\//);
    const index = await getText(sitemap.loader, "/sitemap.xml");
    expect(index).toContain("/sitemap-product.xml");
    expect(index).not.toMatch(/sitemap-(?:news|case)/);
    expect(await getText(sitemap.loader, "/sitemap-pages.xml")).not.toMatch(/\/(?:news|case)\/list/);
  });
});

describe("the kind product isn't in use", async () => {
  const { load, getText, render } = await setUpCaller((content) => {
    appendFileSync(join(content, "settings/cn.yaml"), "\nkindsInUse: [service]\n");
    // Links to products are removed, because they are mistakes without the kind product.
    for (const name of readdirSync(join(content, "service"), { recursive: true, encoding: "utf8" })) {
      const file = join(content, "service", name);
      if (name.endsWith(".md"))
        writeFileSync(file, readFileSync(file, "utf8").replace(/\[([^\]]*)\]\(\/[^)]*\)/g, "$1"));
    }
  });

  test("batches have no pages, search results or entries in the sitemap", async () => {
    expect((await load(batchLookup.loader, "/batch")).status).toBe(404);
    expect((await load(batch.loader, "/batch/HQ-2512")).status).toBe(404);
    expect((await load(batchQr.loader, "/batch/HQ-2512/qr.svg")).status).toBe(404);
    expect(await render(search, "/search?q=hq-2512")).not.toContain('href="/batch');
    expect(await getText(sitemap.loader, "/sitemap-pages.xml")).not.toContain("/batch");
  });
});

describe("content without items, batches, plain pages, menu and adverts", async () => {
  const { load, getText, render } = await setUpCaller((content) => {
    for (const name of [...kinds, "batch", "page", "redirects.yaml"])
      rmSync(join(content, name), { recursive: true, force: true });
    for (const folder of ["menu", "adverts"])
      for (const name of readdirSync(join(content, folder)))
        if (name.endsWith(".yaml")) writeFileSync(join(content, folder, name), "[]\n");
  });

  test("no page links to a list, lists are a 404, and the sitemap omits them", async () => {
    for (const [screen, path] of screens) {
      const html = await render(screen, path);
      expect(html).toContain("</footer>");
      expect(html).not.toMatch(/\/(?:news|prescription|product|case|service)\/list|rss\.xml/);
    }
    for (const kind of kinds) expect((await load(list.loader, `/${kind}/list`)).status, kind).toBe(404);
    expect(await getText(sitemap.loader, "/sitemap-pages.xml")).not.toContain("/list");
  });
});

describe("content with an untranslated plain page in the menu, and an item without a picture", async () => {
  const { load, getText, render } = await setUpCaller((content) => {
    const menuFile = join(content, "menu/cn.yaml");
    writeFileSync(menuFile, readFileSync(menuFile, "utf8").replace("path: /about-us", "path: /page/quality"));
    rmSync(join(content, "page/quality/index.en.md"));
    cpSync(join(content, "page/privacy"), join(content, "page/contact"), { recursive: true });
    addFields(join(content, "page/contact/index.cn.md"), "path: /contact-us");
    const productFile = join(content, "product/shan-yao/index.cn.md");
    writeFileSync(productFile, readFileSync(productFile, "utf8").replace(/^(?:plate|herb): .*\n/gm, ""));
  });
  const origin = "https://site.example";
  const renderPage = (path: string) => render(plainPage, path);
  const findLinks = (html: string, rel: string) =>
    [...html.matchAll(new RegExp(`<link rel="${rel}"[^>]* href="([^"]+)"`, "g"))]
      .map(([, address]) => address!)
      .filter((address) => !address.endsWith("rss.xml"));

  test("the page has a note that it isn't translated, and all its alternate links have the URL of its only language", async () => {
    const html = await renderPage("/en/page/quality");
    expect(html).toMatch(/<h1>质量承诺<\/h1>/);
    expect(html).toContain("This page isn’t available in English yet.");
    for (const page of [html, await renderPage("/page/quality")]) {
      expect(findLinks(page, "canonical")).toEqual([`${origin}/page/quality`]);
      expect(findLinks(page, "alternate")).toEqual(Array(3).fill(`${origin}/page/quality`));
    }
    const translated = await renderPage("/en/page/privacy");
    expect(findLinks(translated, "canonical")).toEqual([`${origin}/en/page/privacy`]);
    expect(findLinks(translated, "alternate")).toEqual(
      ["/page/privacy", "/page/privacy", "/en/page/privacy", "/en/page/privacy", "/page/privacy"].map(
        (path) => origin + path,
      ),
    );
    expect(translated).toContain('"@type":"BreadcrumbList"');
  });

  test("the link to the other language notes that the page isn't translated", async () => {
    const findSwitch = (html: string) => /<a [^<>]*href="\/language\/en[^<>]*>/.exec(html)![0];
    const untranslatedSwitch = findSwitch(await renderPage("/page/quality"));
    expect(untranslatedSwitch).toContain('title="This page isn’t available in English yet"');
    expect(untranslatedSwitch).toContain('href="/language/en?to=%2Fpage%2Fquality"');
    expect(untranslatedSwitch).not.toMatch(/hreflang/i);
    const switchOfOtherPage = findSwitch(await renderPage("/page/privacy"));
    expect(switchOfOtherPage).toMatch(/hreflang="en-US"/i);
    expect(switchOfOtherPage).not.toContain("title=");
  });

  test("a page with a path redirects to it in the reader's language, and the search finds the page", async () => {
    const response = await load(plainPage.loader, "/en/page/contact");
    expect([response.status, response.headers.get("Location")]).toEqual([302, "/en/contact-us"]);
    expect(await render(search, "/en/search?q=privacy")).toContain('href="/en/page/contact"');
  });

  test("the sitemaps name each page in the languages that it has", async () => {
    for (const sitemapPath of ["/sitemap-pages.xml", "/sitemap-plain-pages.xml"]) {
      const locations = [...(await getText(sitemap.loader, sitemapPath)).matchAll(/<loc>([^<]+)<\/loc>/g)];
      const pages = locations.map(([, address]) => address!).filter((address) => address.includes("/page/"));
      expect(pages.sort()).toEqual(["/en/page/privacy", "/page/privacy", "/page/quality"].map((path) => origin + path));
    }
    expect(await getText(sitemap.loader, "/sitemap-pages.xml")).toMatch(/\/page\/quality<\/loc><lastmod>2026-08-15</);
  });

  test("the menu, the search, the suggestions and the API contain the plain pages", async () => {
    expect(await render(home, "/home")).toMatch(/<nav.*href="\/page\/quality"/s);
    expect(await render(search, `/search?q=${encodeURIComponent("薄层鉴别")}`)).toMatch(
      /<section id="page".*<h2>页面<\/h2>.*href="\/page\/quality"/s,
    );
    const { suggestions } = (await (await load(suggest.loader, "/en/search/suggest?q=privacy")).json()) as {
      suggestions: object[];
    };
    const privacy = { title: "Privacy notice", path: "/en/page/privacy", kind: "page" };
    expect(suggestions).toContainEqual(expect.objectContaining(privacy));
    const callApi = async (path: string) => (await load(api.loader, path)).json();
    expect(await callApi("/api/page/list")).toMatchObject({ code: 200, data: { total: 3, page: 1, pageSize: 12 } });
    const notice = { title: "隐私声明", body: expect.stringContaining("<h2>") as string };
    expect(await callApi("/api/page/info?id=privacy")).toMatchObject({ data: notice });
    expect(await callApi("/api/page/info?id=nothing")).toMatchObject({ code: 404 });
  });

  test("an item without a picture has none on its page, and the fallback drawing in lists", async () => {
    const page = await render(info, "/product/info/shan-yao");
    expect(/<article[\s\S]*?<\/dl>/.exec(page)![0]).not.toContain("<img");
    expect(await render(list, "/product/list")).toContain("/fallback-plate.svg");
  });
});
