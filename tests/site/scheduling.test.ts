import { appendFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { waitUntil } from "../setup/guestbook-form.ts";
import { setUpSite } from "../setup/site.ts";

/** Shorter than the cache time of pages, so that a change is due to the schedule. */
const openingDelayMs = 50_000;

const site = setUpSite(
  {
    SITE_URL: "https://site.example",
    NODE_OPTIONS: `--import=${resolve("tests/setup/movable-clock.ts")}`,
    CLOCK_STANDS: "1",
    CLOCK_STEPS: String(openingDelayMs),
  },
  (content) => {
    const openingTime = new Date(Date.now() + openingDelayMs).toISOString();
    appendFileSync(join(content, "news/student-apprentices/item.yaml"), `\nfrom: ${openingTime}\n`);
    appendFileSync(join(content, "news/bozhou-fair/item.yaml"), `\nuntil: ${openingTime}\n`);
  },
);

const getStatus = async (path: string) => (await site.get(path)).status;

const lists = ["/", "/news/list", "/en/news/list", "/search?q=%E4%BA%B3%E5%B7%9E"].concat([
  "/sitemap-news.xml",
  "/rss.xml",
  "/en/rss.xml",
]);

test(
  "an item appears and another one disappears at their times, on every cached page",
  { timeout: 40_000 },
  async () => {
    const [appearingPath, disappearingPath] = ["info/student-apprentices", "info/bozhou-fair"];
    const loadPages = async () => {
      const pages: Record<string, [boolean, boolean]> = {};
      for (const path of lists) {
        const body = await site.getText(path);
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
