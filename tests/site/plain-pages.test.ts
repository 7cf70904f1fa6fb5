import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RunningSite } from "../setup/running-site.ts";
import { createSiteFolder } from "../setup/site-folder.ts";

const origin = "https://herbs.example";

/** Every address of an XML document. */
const findLocations = (xml: string) => [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address);
const findLinks = (html: string, rel: string) =>
  [...html.matchAll(new RegExp(`<link rel="${rel}"[^>]* href="([^"]+)"`, "g"))]
    .map(([, address]) => address!)
    .filter((address) => !address.endsWith("rss.xml"));

describe("plain pages of the content", () => {
  const siteFolder = createSiteFolder();
  let site: RunningSite;
  beforeAll(async () => {
    const menu = join(siteFolder.content, "menu", "cn.yaml");
    writeFileSync(menu, readFileSync(menu, "utf8").replace("path: /about-us", "path: /page/quality"));
    rmSync(join(siteFolder.content, "page", "quality", "en.md"));
    site = await siteFolder.start({ SITE_URL: origin });
  });
  afterAll(async () => {
    await site.stop();
    siteFolder.dispose();
  });
  const get = (path: string) => fetch(site.origin + path, { redirect: "manual" });
  const getText = async (path: string) => (await get(path)).text();

  test("a plain page has one URL in each language, and is cached for everyone", async () => {
    for (const path of ["/page/privacy", "/en/page/privacy"]) {
      const response = await get(path);
      expect([response.status, response.headers.get("Cache-Control")]).toEqual([200, expect.stringMatching(/^public/)]);
      const html = await response.text();
      expect(findLinks(html, "canonical")).toEqual([origin + path]);
      expect(findLinks(html, "alternate")).toEqual(
        ["/page/privacy", "/en/page/privacy", "/page/privacy"].map((path) => origin + path),
      );
      expect(html).toContain('"@type":"WebPage"');
      expect(html).toContain('"@type":"BreadcrumbList"');
    }
    for (const path of [
      "/page/nothing",
      "/en/page/nothing",
      "/page",
      "/page/list",
      "/page/info/privacy",
      "/page/a%00b",
    ])
      expect([path, (await get(path)).status]).toEqual([path, 404]);
    expect((await get("/page/privacy.data")).status).toBe(200);
  });

  test("a page without a translation says so, and names the one language that it has", async () => {
    const html = await getText("/en/page/quality");
    expect(html).toMatch(/<h1>质量承诺<\/h1>/);
    expect(html).toContain("This page isn’t available in English yet.");
    for (const page of [html, await getText("/page/quality")]) {
      expect(findLinks(page, "canonical")).toEqual([`${origin}/page/quality`]);
      expect(findLinks(page, "alternate")).toEqual([`${origin}/page/quality`, `${origin}/page/quality`]);
    }
  });

  test("the link to the other language says that the page isn't in it", async () => {
    const findSwitch = (html: string) => /<a [^<>]*href="\/language\/en[^<>]*>/.exec(html)![0];
    const missingSwitch = findSwitch(await getText("/page/quality"));
    expect(missingSwitch).toContain('title="This page isn’t available in English yet"');
    expect(missingSwitch).toContain('href="/language/en?to=%2Fpage%2Fquality"');
    expect(missingSwitch).not.toMatch(/hreflang/i);
    const switchOfOtherPage = findSwitch(await getText("/page/privacy"));
    expect(switchOfOtherPage).toMatch(/hreflang="en-US"/i);
    expect(switchOfOtherPage).not.toContain("title=");
  });

  test("the sitemaps name each page in the languages that it has", async () => {
    for (const map of ["/sitemap-pages.xml", "/sitemap-plain-pages.xml"]) {
      const pages = findLocations(await getText(map)).filter((address) => address!.includes("/page/"));
      expect(pages.sort()).toEqual(["/en/page/privacy", "/page/privacy", "/page/quality"].map((path) => origin + path));
    }
    expect(await getText("/sitemap-pages.xml")).toMatch(/\/page\/quality<\/loc><lastmod>2026-08-15</);
  });

  test("the menu leads to a page, and the search finds it among pages", async () => {
    expect(await getText("/")).toMatch(/<nav.*href="\/page\/quality"/s);
    const results = await getText(`/search?q=${encodeURIComponent("薄层鉴别")}`);
    expect(results).toMatch(/<section id="page".*<h2>页面<\/h2>.*href="\/page\/quality"/s);
    const { suggestions } = (await (await get("/en/search/suggest?q=privacy")).json()) as { suggestions: object[] };
    expect(suggestions).toContainEqual(
      expect.objectContaining({ title: "Privacy notice", path: "/en/page/privacy", kind: "page" }),
    );
  });

  test("the API lists and returns the pages", async () => {
    const readJson = async (path: string) => (await (await get(path)).json()) as { code: number; data: never };
    expect(await readJson("/api/page/list")).toMatchObject({ code: 200, data: { total: 2, page: 1, pageSize: 12 } });
    expect(await readJson("/api/page/info?id=privacy")).toMatchObject({
      data: { title: "隐私声明", body: expect.stringContaining("<h2>") },
    });
    expect((await readJson("/api/page/info?id=nothing")).code).toBe(404);
  });

  test("each form and each footer leads to the privacy notice", async () => {
    for (const path of ["/contact-us", "/quotation", "/login"]) {
      const html = await getText(path);
      expect(html, path).toMatch(
        /<form[^>]*method="post".*<a[^>]*href="\/page\/privacy"[^>]*>隐私声明<\/a>.*<\/form>/s,
      );
      expect(html, path).toMatch(/<footer.*href="\/page\/privacy"/s);
    }
  });
});
