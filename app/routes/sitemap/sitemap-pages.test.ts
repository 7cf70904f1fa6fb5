import { expect, test } from "vitest";
import type { Api } from "#app/services/api/api.ts";
import { countFiles, loadItemEntries, renderUrlSet } from "./sitemap-pages.ts";

const languages = ["zh-CN", "en-US"];

/** Creates an API that has this number of items and records the requested pages. */
function createRecordingApi(total: number) {
  const requested = { pages: [] as number[] };
  const list = async (_kind: string, { page = 1, pageSize = 12 }: { page?: number; pageSize?: number }) => {
    const first = (page - 1) * pageSize;
    const count = Math.max(0, Math.min(pageSize, total - first));
    if (pageSize > 1) requested.pages.push(page);
    return { rows: Array.from({ length: count }, (_, index) => ({ id: `item-${first + index}`, languages })), total };
  };
  return { requested, api: { content: { list } } as unknown as Api };
}

test("each item is in exactly one file", async () => {
  const { api } = createRecordingApi(12_345);
  expect(await countFiles(api, "product")).toBe(3);
  const paths: string[] = [];
  for (const file of [1, 2, 3, 4]) {
    paths.push(...(await loadItemEntries(api, "product", file)).map(({ path }) => path));
  }
  expect(paths).toHaveLength(12_345);
  expect(new Set(paths).size).toBe(12_345);
});

test("a sitemap file loads only the list pages that have its items", async () => {
  const { api, requested } = createRecordingApi(1_000_000);
  const entries = await loadItemEntries(api, "news", 150);
  expect(entries[0]?.path).toBe("/news/info/item-745000");
  expect(requested.pages).toEqual(Array.from({ length: 50 }, (_, index) => 7451 + index));
});

test("a plain sitemap has no alternates", async () => {
  const { api } = createRecordingApi(1);
  expect(renderUrlSet(await loadItemEntries(api, "news", 1), "https://a.example", true)).toBe(
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n' +
      "<url><loc>https://a.example/news/info/item-0</loc></url>\n" +
      "<url><loc>https://a.example/en/news/info/item-0</loc></url>\n</urlset>",
  );
});
