import { appendFileSync } from "node:fs";
import { expect, test } from "vitest";
import { setUpPublishingSite } from "#tests/setup/desk/publishing-site.ts";

const { page, text, publish, fetchPage, getBody } = setUpPublishingSite();

async function countWarmPages(): Promise<number> {
  return Number(/^page_cache_warm_pages (\d+)$/m.exec(await getBody("/metrics"))?.[1]);
}

/** Counts the pages that were rendered because a visitor requested them. */
async function countNewPages(): Promise<number> {
  return Number(/^page_cache_responses_total\{state="new"\} (\d+)$/m.exec(await getBody("/metrics"))?.[1]);
}

async function countListedPages(): Promise<number> {
  const readLocations = async (path: string) =>
    [...(await getBody(path)).matchAll(/<loc>([^<]+)/g)].map(([, loc]) => loc!);
  const files = await readLocations("/sitemap.xml");
  const pages = await Promise.all(files.map((file) => readLocations(new URL(file).pathname)));
  return pages.flat().length;
}

test("after the start and after a publish every page of the sitemap is in the cache before a visitor requests it", async () => {
  const listedPages = await countListedPages();
  expect(listedPages).toBeGreaterThan(100);
  await expect.poll(countWarmPages).toBe(listedPages);
  const newPages = await countNewPages();
  for (const path of ["/", "/en", page, "/product/list"]) expect((await fetchPage(path)).status).toBe(200);
  expect(await countNewPages()).toBe(newPages);

  appendFileSync(text, "\n新的一段。\n");
  publish();
  await expect.poll(countWarmPages).toBeLessThan(listedPages);
  await expect.poll(countWarmPages).toBe(listedPages);
  expect(await getBody(page)).toContain("新的一段");
  expect(await countNewPages()).toBe(newPages);
});
