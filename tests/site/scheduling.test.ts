import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { siteFolder } from "../setup/site-folder.ts";
import type { RunningSite } from "../setup/running-site.ts";

const { content, start, dispose } = siteFolder();
let site: RunningSite;
let opening: number;

beforeAll(async () => {
  opening = Date.now() + 12_000;
  const set = (id: string, line: string) => appendFileSync(join(content, id, "item.yaml"), `\n${line}\n`);
  set("product/dang-gui", "draft: true");
  set("news/student-apprentices", `from: ${new Date(opening).toISOString()}`);
  set("news/bozhou-fair", `until: ${new Date(opening).toISOString()}`);
  site = await start({ SITE_URL: "https://site.example" });
});
afterAll(async () => {
  await site.stop();
  dispose();
});

const statusOf = async (path: string) => (await fetch(site.origin + path)).status;
const bodyOf = async (path: string) => (await fetch(site.origin + path)).text();

const lists = [
  "/",
  "/news/list",
  "/en/news/list",
  "/search?q=%E4%BA%B3%E5%B7%9E",
  "/sitemap-news.xml",
  "/rss.xml",
  "/en/rss.xml",
];

test("a draft has no page, and stands in no list, search, map, feed or relation", async () => {
  expect(await statusOf("/product/info/dang-gui")).toBe(404);
  expect(await statusOf("/en/product/info/dang-gui")).toBe(404);
  expect(await bodyOf("/product/info/dang-gui")).toContain("Page Not Found: /product/info/dang-gui");
  const pages = ["/", "/product/list", "/product/list?page=2", "/product/list?page=3", "/search?q=%E5%BD%93%E5%BD%92"];
  for (const path of [
    ...pages,
    "/sitemap-product.xml",
    "/api/product/list?pageSize=100",
    "/product/info/chuan-xiong",
  ]) {
    expect(await bodyOf(path), path).not.toMatch(/product\/info\/dang-gui"|"id":"dang-gui"/);
  }
  expect((await fetch(`${site.origin}/api/product/info?id=dang-gui`)).status).toBe(404);
});

test(
  "an item comes and another goes at their moment, on every page that was kept before",
  { timeout: 40_000 },
  async () => {
    const [comes, goes] = ["info/student-apprentices", "info/bozhou-fair"];
    const seen = async () => {
      const found: Record<string, [boolean, boolean]> = {};
      for (const path of lists) {
        const body = await bodyOf(path);
        found[path] = [body.includes(comes), body.includes(goes)];
      }
      return found;
    };
    // Asked for twice: kept.
    await seen();
    const before = await seen();
    const statuses = () => Promise.all([comes, goes].map((path) => statusOf(`/news/${path}`)));
    expect(await statuses()).toEqual([404, 200]);
    expect(Date.now()).toBeLessThan(opening);
    await sleep(opening - Date.now() + 300);
    expect(await statuses()).toEqual([200, 404]);
    const after = await seen();
    for (const path of lists) {
      const [hasComing, hasGoing] = after[path]!;
      expect([path, before[path]![0], hasGoing]).toEqual([path, false, false]);
      if (!path.startsWith("/search")) expect([path, hasComing, before[path]![1]]).toEqual([path, true, true]);
    }
  },
);
