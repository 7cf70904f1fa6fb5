import { beforeAll, expect, test } from "vitest";
import { setUpBackend, setUpSite } from "../setup/site.ts";

const total = 6000;
const backend = setUpBackend();
const { get, getText } = setUpSite(() => ({ API_BASE_URL: backend.origin, SITE_URL: "https://site.example" }));
let brokenPage: number | undefined;

beforeAll(() => {
  backend.responders.set("/api/news/list", async ({ url }) => {
    const { searchParams } = new URL(url);
    const [page, pageSize] = [Number(searchParams.get("page") ?? 1), Number(searchParams.get("pageSize") ?? 12)];
    if (page === brokenPage && pageSize > 1) return new Response(null, { status: 502 });
    const first = (page - 1) * pageSize;
    const rows = Array.from({ length: Math.max(0, Math.min(pageSize, total - first)) }, (_, index) => ({
      ...{ id: `n${first + index}`, title: `News ${first + index}` },
    }));
    return Response.json({ code: 0, data: { rows, total, page, pageSize } });
  });
});

test("if the API fails while a file is written, the response is an error, and not a part of the file", async () => {
  brokenPage = 44;
  const failed = await get("/sitemap-plain-news.xml");
  expect([failed.status, failed.headers.get("Retry-After")]).toEqual([503, expect.stringMatching(/^\d+$/)]);
  expect(await failed.text()).not.toContain("<loc>");
  brokenPage = undefined;
  await expect.poll(async () => (await get("/sitemap-plain-news.xml")).status).toBe(200);
  expect((await get("/sitemap-plain-news.xml?page=3")).status).toBe(404);
});

test("a long list is split into files that have every item once", async () => {
  const index = await getText("/sitemap.xml");
  const files = [...index.matchAll(/<loc>https:\/\/site\.example(\/sitemap-news\.xml[^<]*)</g)].map(
    ([, path]) => path!,
  );
  expect(files).toEqual(["/sitemap-news.xml", "/sitemap-news.xml?page=2"]);
  const texts = await Promise.all(files.map(getText));
  const ids = texts.flatMap((text) => [...text.matchAll(/<loc>[^<]*\/en\/news\/info\/n(\d+)</g)].map(([, id]) => id));
  expect([ids.length, new Set(ids).size]).toEqual([total, total]);
  for (const text of texts) expect(text).toMatch(/^<\?xml [^>]*>\n<urlset [\s\S]*<\/urlset>\n$/);
});
