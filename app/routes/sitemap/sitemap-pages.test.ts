import { expect, test } from "vitest";
import type { Api } from "../../services/api/api.ts";
import { countFiles, fullSitemap, loadItemEntries, plainSitemap, renderUrlSet } from "./sitemap-pages.ts";

const languages = ["zh-CN", "en-US"];

/** Creates an API with this number of items that records the requested pages. */
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
    for await (const entries of loadItemEntries(api, "product", file)) paths.push(...entries.map(({ path }) => path));
  }
  expect(paths).toHaveLength(12_345);
  expect(new Set(paths).size).toBe(12_345);
});

test("only a few pages are held: the next ones are loaded when those before are written", async () => {
  const { api, requested } = createRecordingApi(1_000_000);
  const xml = renderUrlSet(fullSitemap, loadItemEntries(api, "news", 150), "https://site.example");
  expect((await xml.next()).value).toMatch(/^<urlset /);
  expect(requested.pages).toEqual([]);
  expect((await xml.next()).value).toContain("<loc>https://site.example/en/news/info/item-745000</loc>");
  expect(requested.pages).toEqual([7451, 7452, 7453, 7454]);
  await xml.next();
  expect(requested.pages).toHaveLength(8);
});

test("a plain sitemap has no alternates", async () => {
  const { api } = createRecordingApi(1);
  let xml = "";
  for await (const part of renderUrlSet(plainSitemap, loadItemEntries(api, "news", 1), "https://a.example"))
    xml += part;
  expect(xml).toBe(
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n' +
      "<url><loc>https://a.example/news/info/item-0</loc></url>\n" +
      "<url><loc>https://a.example/en/news/info/item-0</loc></url>\n</urlset>\n",
  );
});
