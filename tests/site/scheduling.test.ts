import { appendFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { waitUntil } from "../setup/guestbook-form.ts";
import { createSiteFolder } from "../setup/site-folder.ts";
import type { RunningSite } from "../setup/running-site.ts";

const { content, start, dispose } = createSiteFolder();
let site: RunningSite;
/** Shorter than the cache time of pages, so that a change is due to the schedule. */
const openingDelayMs = 50_000;

beforeAll(async () => {
  const openingTime = Date.now() + openingDelayMs;
  const addLine = (id: string, line: string) => appendFileSync(join(content, id, "item.yaml"), `\n${line}\n`);
  addLine("product/dang-gui", "draft: true");
  addLine("news/student-apprentices", `from: ${new Date(openingTime).toISOString()}`);
  addLine("news/bozhou-fair", `until: ${new Date(openingTime).toISOString()}`);
  site = await start({
    SITE_URL: "https://site.example",
    NODE_OPTIONS: `--import=${resolve("tests/setup/movable-clock.ts")}`,
    CLOCK_STANDS: "1",
    CLOCK_STEPS: String(openingDelayMs),
  });
});
afterAll(async () => {
  await site.stop();
  dispose();
});

const getStatus = async (path: string) => (await fetch(site.origin + path)).status;
const getBody = async (path: string) => (await fetch(site.origin + path)).text();

const lists = [
  "/",
  "/news/list",
  "/en/news/list",
  "/search?q=%E4%BA%B3%E5%B7%9E",
  "/sitemap-news.xml",
  "/rss.xml",
  "/en/rss.xml",
];

test("a draft has no page, and isn't in lists, search, sitemap, feed or related items", async () => {
  expect(await getStatus("/product/info/dang-gui")).toBe(404);
  expect(await getStatus("/en/product/info/dang-gui")).toBe(404);
  expect(await getBody("/product/info/dang-gui")).toContain("Page Not Found: /product/info/dang-gui");
  const pages = ["/", "/product/list", "/product/list?page=2", "/search?q=%E5%BD%93%E5%BD%92"];
  for (const path of [
    ...pages,
    "/sitemap-product.xml",
    "/api/product/list?pageSize=100",
    "/product/info/chuan-xiong",
  ]) {
    expect(await getBody(path), path).not.toMatch(/product\/info\/dang-gui"|"id":"dang-gui"/);
  }
  expect((await fetch(`${site.origin}/api/product/info?id=dang-gui`)).status).toBe(404);
});

test(
  "an item appears and another one disappears at their times, on every cached page",
  { timeout: 40_000 },
  async () => {
    const [appearingPath, disappearingPath] = ["info/student-apprentices", "info/bozhou-fair"];
    const loadPages = async () => {
      const pages: Record<string, [boolean, boolean]> = {};
      for (const path of lists) {
        const body = await getBody(path);
        pages[path] = [body.includes(appearingPath), body.includes(disappearingPath)];
      }
      return pages;
    };
    // Requested twice, so that it is cached.
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
  },
);
