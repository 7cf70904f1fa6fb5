import { appendFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSiteFolder } from "../setup/site-folder.ts";
import type { RunningSite } from "../setup/running-site.ts";

// News is switched off, and every case is a draft. The other kinds are shown.
const siteFolder = createSiteFolder();
let site: RunningSite;
beforeAll(async () => {
  appendFileSync(join(siteFolder.content, "settings/cn.yaml"), "kindsInUse: [product, prescription, case, service]\n");
  for (const id of readdirSync(join(siteFolder.content, "case")))
    appendFileSync(join(siteFolder.content, "case", id, "item.yaml"), "draft: true\n");
  site = await siteFolder.start({ SITE_URL: "https://herbs.example" });
});
afterAll(async () => {
  await site.stop();
  siteFolder.dispose();
});

const get = (path: string) => fetch(site.origin + path, { redirect: "manual" });
const getText = async (path: string) => (await get(path)).text();

test.each([
  "/news/list",
  "/en/news/list/company",
  "/news/info/bozhou-fair",
  "/rss.xml",
  "/en/rss.xml",
  "/sitemap-news.xml",
  "/case/list",
])("%s is a 404", async (path) => {
  expect((await get(path)).status).toBe(404);
});

test.each(["/", "/en", "/product/list", "/en/about-us", "/search", "/en/nothing-here"])(
  "no link on %s leads to a kind that isn't shown",
  async (path) => {
    const html = await getText(path);
    expect(html).not.toMatch(/href="(?:\/en)?\/(?:news|case)\//);
    expect(html).not.toContain("rss.xml");
    expect(html).toMatch(/href="(?:\/en)?\/service\/list"/);
  },
);

test.each(["/api/news/info?id=bozhou-fair", "/api/article/prevnext?kind=news&id=bozhou-fair"])(
  "%s contains no item of a kind that isn't shown",
  async (path) => {
    expect(await (await get(path)).json()).toMatchObject({ code: 404 });
  },
);

test("searches and the sitemap contain no item of a kind that isn't shown", async () => {
  expect(await getText("/en/search?q=harvest")).not.toContain("/news/info/");
  expect(await getText("/en/search/suggest?q=bozhou")).not.toContain("/news/");
  const index = await getText("/sitemap.xml");
  expect(index).toContain("/sitemap-product.xml");
  expect(index).not.toMatch(/sitemap-(?:news|case)/);
  expect(await getText("/sitemap-pages.xml")).not.toMatch(/\/(?:news|case)\/list/);
});

test("items of other kinds don't list it among related items", async () => {
  const all = readdirSync(join(siteFolder.content, "product"));
  for (const id of all) expect(await getText(`/product/info/${id}`), id).not.toMatch(/href="\/news\/info\//);
});
