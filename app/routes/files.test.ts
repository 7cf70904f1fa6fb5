import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { setUpRouteCaller } from "#tests/setup/routes/route-caller.ts";
import * as feed from "./feed/route.ts";
import * as language from "./language/route.ts";
import * as purgeHook from "./purge-hook/route.ts";
import * as robots from "./robots/route.ts";
import * as sharePicture from "./share-picture/route.ts";
import * as themeStyles from "./theme-styles/route.ts";
import * as webManifest from "./web-manifest/route.ts";

const secret = "3f6c1d9e8b2a7045c8d1";
const site = await setUpRouteCaller({ PURGE_SECRET: secret });

test("robots.txt excludes visitors' own pages in every language and names the sitemap", async () => {
  const text = await (await site.load<Response>(robots.loader, "/robots.txt")).text();
  for (const path of ["/login", "/en/login", "/quotation/received", "/language/", "/api/"]) {
    expect(text).toContain(`Disallow: ${path}\n`);
  }
  expect(text).not.toMatch(/^Disallow: \/(?:en\/)?quotation$/m);
  expect(text).toContain("Sitemap: https://site.example/sitemap.xml\n");
});

test.each([
  ["/rss.xml", "zh-CN", "https://site.example/news/info/"],
  ["/en/rss.xml", "en-US", "https://site.example/en/news/info/"],
])("%s has the newest articles in its language", async (path, language, start) => {
  const response = await site.load<Response>(feed.loader, path);
  expect(response.headers.get("Content-Type")).toBe("application/rss+xml; charset=utf-8");
  const text = await response.text();
  expect(text).toContain(`<language>${language}</language>`);
  const alternates = [...text.matchAll(/<atom:link href="([^"]+)" rel="alternate" hreflang="([^"]+)"/g)];
  expect(Object.fromEntries(alternates.map(([, address, tag]) => [tag, address]))).toMatchObject({
    "zh-CN": "https://site.example/rss.xml",
    zh: "https://site.example/rss.xml",
    "en-US": "https://site.example/en/rss.xml",
    en: "https://site.example/en/rss.xml",
    "x-default": "https://site.example/rss.xml",
  });
  const links = [...text.matchAll(/<item>.*?<link>([^<]+)<\/link>/g)].map(([, link]) => link!);
  expect(links.length).toBeGreaterThan(3);
  for (const link of links) expect(link.startsWith(start)).toBe(true);
  for (const [, date] of text.matchAll(/<pubDate>([^<]+)</g)) expect(Number.isNaN(Date.parse(date!))).toBe(false);
});

test("the manifest is in the language of its URL, and its icons exist in the declared sizes", async () => {
  const manifest = (await (await site.load<Response>(webManifest.loader, "/manifest.webmanifest")).json()) as {
    lang: string;
    icons: { src: string; sizes: string }[];
  };
  expect(manifest.lang).toBe("zh-CN");
  for (const { src, sizes } of manifest.icons) {
    const { width, height } = await sharp(join("public", src)).metadata();
    if (sizes !== "any") expect(`${width}x${height}`).toBe(sizes);
  }
});

test("a plate's share picture shows the plate on paper", async () => {
  const plates = join(site.services.getContentFiles(), "plates");
  mkdirSync(plates, { recursive: true });
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="5"><path fill="red" d="M0 0h4v5H0z"/></svg>';
  writeFileSync(join(plates, "huang-qi.svg"), svg);
  const load = (name: string) => site.load<Response>(sharePicture.loader, `/share/${name}`);
  const bytes = await (await load("huang-qi.png")).arrayBuffer();
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  const getColour = (x: number) => [...data.subarray((315 * 1200 + x) * info.channels).subarray(0, 3)];
  expect([info.width, info.height, getColour(600), getColour(9)]).toEqual([1200, 630, [255, 0, 0], [247, 241, 231]]);
  for (const name of ["nothing.png", "huang-qi.svg"]) expect((await load(name)).status, name).toBe(404);
});

test("without colours in the settings the theme's stylesheet is empty, and the manifest has the default colours", async () => {
  const text = await (await site.load<Response>(themeStyles.loader, "/theme.css")).text();
  expect(text.trim()).toBe("");
  const manifest = (await (await site.load<Response>(webManifest.loader, "/manifest.webmanifest")).json()) as object;
  expect(manifest).toMatchObject({ theme_color: "#f6f1e6", background_color: "#f6f1e6" });
});

test.each([
  ["/news/list", "/en/news/list"],
  ["/search?q=处方", "/en/search?q=%E5%A4%84%E6%96%B9"],
  ["//evil.example", "/en"],
  ["https://evil.example/", "/en"],
  ["/\\evil.example", "/en"],
  ["javascript:alert(1)", "/en"],
  ["", "/en"],
])("the language switch with `to=%s` redirects to %s and stores the choice", async (from, to) => {
  const address = `/language/en?to=${encodeURIComponent(from)}`;
  const { status, headers } = await site.load<Response>(language.loader, address);
  expect([status, headers.get("Location")]).toEqual([302, to]);
  expect(headers.get("Set-Cookie")).toMatch(/^i18n_redirected=en;.*; Secure; SameSite=Lax$/);
});

test("a prefetched language switch doesn't store the language", async () => {
  const purpose = { "Sec-Purpose": "prefetch;prerender" };
  const response = await site.load<Response>(language.loader, "/language/en?to=/", {}, purpose);
  expect([response.status, response.headers.get("Set-Cookie")]).toEqual([302, null]);
});

test("changing the language on a later page of a search opens the first page", async () => {
  const to = encodeURIComponent("/news/list?keyword=药&page=2&sort=title");
  const response = await site.load<Response>(language.loader, `/language/en?to=${to}`);
  expect(response.headers.get("Location")).toBe("/en/news/list?keyword=%E8%8D%AF&sort=title");
  const pageResponse = await site.load<Response>(language.loader, "/language/en?to=/news/list?page=2");
  expect(pageResponse.headers.get("Location")).toBe("/en/news/list?page=2");
});

test("the language switch keeps the query, although the link in a cached page lacks it", async () => {
  const switchLanguage = async (Referer: string, to: string) => {
    const address = `/language/en?to=${encodeURIComponent(to)}`;
    return (await site.load<Response>(language.loader, address, {}, { Referer })).headers.get("Location");
  };
  expect(await switchLanguage("https://site.example/about-us?x=1", "/about-us")).toBe("/en/about-us?x=1");
  expect(await switchLanguage("https://site.example/news/list?page=2&x=1", "/news/list?page=2")).toBe(
    "/en/news/list?page=2&x=1",
  );
  expect(await switchLanguage("https://elsewhere.example/about-us?x=1", "/about-us")).toBe("/en/about-us");
  expect(await switchLanguage("https://site.example/news/list?x=1", "/about-us")).toBe("/en/about-us");
  const { headers } = await site.load<Response>(language.loader, "/language/cn?to=/en//evil.example");
  expect(headers.get("Location")).toBe("/");
});

test("an unsigned purge is rejected, and GET on its path is a 404", async () => {
  const body = JSON.stringify({ tags: ["all"] });
  expect((await site.send<Response>(purgeHook.action, "/hooks/purge", body)).status).toBe(401);
  expect((await site.load<Response>(purgeHook.loader, "/hooks/purge")).status).toBe(404);
});
