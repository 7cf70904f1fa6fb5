import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startSite, type RunningSite } from "../setup/running-site.ts";

const folder = mkdtempSync(join(tmpdir(), "found-"));
const origin = "https://herbs.example";
let site: RunningSite;
beforeAll(async () => {
  site = await startSite({ DATA_DIR: folder, SITE_URL: origin });
});
afterAll(async () => {
  await site.stop();
  rmSync(folder, { recursive: true, force: true });
});

const get = (path: string) => fetch(site.origin + path, { redirect: "manual" });
const loadText = async (path: string) => (await get(path)).text();
const findAll = (pattern: RegExp, document: string) => [...document.matchAll(pattern)].map(([, match]) => match!);

/** All URLs in the sitemaps, with their dates. */
async function loadAddresses(index: string): Promise<string[]> {
  const maps = findAll(/<loc>([^<]+)<\/loc>/g, await loadText(index));
  const files = await Promise.all(maps.map((sitemap) => loadText(sitemap.slice(origin.length))));
  return files.flatMap((file) => findAll(/<loc>([^<]+)<\/loc>/g, file));
}

test("the sitemap lists every page in both languages with its alternates, and each responds with 200", async () => {
  const addresses = await loadAddresses("/sitemap.xml");
  expect(new Set(addresses).size).toBe(addresses.length);
  expect(addresses).toContain(`${origin}/`);
  expect(addresses).toContain(`${origin}/en/prescription/info/gui-zhi-tang`);
  expect(addresses.filter((address) => address.startsWith(`${origin}/en`))).toHaveLength(addresses.length / 2);
  for (let n = 0; n < addresses.length; n += 20) {
    const batch = addresses.slice(n, n + 20).map((address) => get(address.slice(origin.length)));
    for (const response of await Promise.all(batch)) expect(response.status, response.url).toBe(200);
  }
  const [url] = findAll(/<url>(.*?)<\/url>/g, await loadText("/sitemap-product.xml"));
  expect(findAll(/hreflang="([^"]+)"/g, url!)).toEqual(["zh-CN", "en-US", "x-default"]);
  expect(url).toMatch(/<lastmod>\d{4}-\d\d-\d\d/);
});

test("the plain sitemap lists the same URLs, without XML namespaces", async () => {
  expect(await loadAddresses("/sitemap-plain.xml")).toEqual(await loadAddresses("/sitemap.xml"));
  expect(await loadText("/sitemap-plain-news.xml")).not.toContain("xhtml");
  for (const path of ["/sitemap-nothing.xml", "/sitemap-news.xml?page=2", "/sitemap-news.xml?page=0"]) {
    expect((await get(path)).status, path).toBe(404);
  }
});

test("robots.txt allows everything except visitors' own pages", async () => {
  const robots = await loadText("/robots.txt");
  expect(robots).toContain(`Sitemap: ${origin}/sitemap.xml`);
  expect(robots).toContain("Disallow: /en/login");
});

test.each([
  ["/rss.xml", "zh-CN", `${origin}/news/info/`],
  ["/en/rss.xml", "en-US", `${origin}/en/news/info/`],
])("%s has the newest articles in its language", async (path, language, start) => {
  const response = await get(path);
  expect(response.headers.get("Content-Type")).toBe("application/rss+xml; charset=utf-8");
  const feed = await response.text();
  expect(feed).toContain(`<language>${language}</language>`);
  const links = findAll(/<item>.*?<link>([^<]+)<\/link>/g, feed);
  expect(links.length).toBeGreaterThan(3);
  for (const link of links) expect(link.startsWith(start)).toBe(true);
  for (const date of findAll(/<pubDate>([^<]+)</g, feed)) expect(Number.isNaN(Date.parse(date))).toBe(false);
  expect(await loadText(path === "/rss.xml" ? "/" : "/en")).toContain(`type="application/rss+xml" href="${path}"`);
});

test("the icons of the manifest exist in their sizes", async () => {
  const manifest = (await (await get("/manifest.webmanifest")).json()) as { icons: { src: string; sizes: string }[] };
  for (const { src, sizes } of manifest.icons) {
    const icon = await get(src);
    expect(icon.status).toBe(200);
    if (sizes === "any") continue;
    const { width, height } = await sharp(Buffer.from(await icon.arrayBuffer())).metadata();
    expect(`${width}x${height}`).toBe(sizes);
  }
});

const pages = ["/", "/about-us", "/product/list", "/product/info/huang-qi", "/prescription/info/gui-zhi-tang"];
const items = ["/news/info/", "/case/info/", "/service/info/"];

test("pages have a canonical URL, reciprocal alternates, and their own title and picture", async () => {
  const knownUrls = await loadAddresses("/sitemap.xml");
  const paths = items.map((start) =>
    knownUrls.find((address) => address.startsWith(origin + start))!.slice(origin.length),
  );
  const titles = new Set<string>();
  for (const path of [...pages, ...paths].flatMap((path) => [path, `/en${path === "/" ? "" : path}`])) {
    const html = await loadText(path);
    expect(findAll(/<link rel="canonical" href="([^"]+)"/g, html)).toEqual([origin + path]);
    const languages = findAll(/<link rel="alternate" hrefLang="[^"]+" href="([^"]+)"/g, html);
    const chinese = path.replace(/^\/en(?=\/|$)/, "") || "/";
    const english = `/en${chinese === "/" ? "" : chinese}`;
    expect(languages).toEqual([origin + chinese, origin + english, origin + chinese]);
    titles.add(/<title>([^<]+)<\/title>/.exec(html)![1]!);
    const [image] = findAll(/<meta property="og:image" content="([^"]+)"/g, html);
    const picture = await get(image!.slice(origin.length));
    expect([picture.status, picture.headers.get("Content-Type")], image).toEqual([200, "image/png"]);
    expect(html).toContain(`<meta property="og:url" content="${origin}${path}"`);
  }
  expect(titles.size).toBe(2 * (pages.length + paths.length));
});

test.each([
  ["/", ["Organization", "WebSite"]],
  ["/about-us", ["BreadcrumbList"]],
  ["/en/product/info/huang-qi", ["BreadcrumbList", "Product"]],
  ["/prescription/info/gui-zhi-tang", ["Article", "BreadcrumbList"]],
])("%s has structured data of the type %j", async (path, types) => {
  const blocks = findAll(/<script type="application\/ld\+json">(.*?)<\/script>/g, await loadText(path));
  const linkedData = blocks.map((block) => JSON.parse(block) as { "@type": string });
  expect(linkedData.map((item) => item["@type"]).sort()).toEqual(types);
  expect(JSON.stringify(linkedData)).not.toContain('"undefined"');
});

test("filtered and empty lists and visitors' own pages aren't indexed", async () => {
  for (const path of ["/product/list?keyword=x", "/product/list?sort=title", "/login", "/en/search?q=ginseng"]) {
    expect(await loadText(path), path).toContain('<meta name="robots" content="noindex, follow"');
  }
});
