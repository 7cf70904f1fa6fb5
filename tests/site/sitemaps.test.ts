import { afterAll, beforeAll, expect, test } from "vitest";
import { createEmbeddedApi } from "../../app/services/content/embedded-api/request-handler.ts";
import { startBackend } from "../mocks/backend.ts";
import { compileTestContent } from "../setup/compiled-content.ts";
import { startSite, type RunningSite } from "../setup/running-site.ts";

const total = 6000;
const content = compileTestContent();
const api = createEmbeddedApi(content.index);
let brokenPage: number | undefined;
let backend: Awaited<ReturnType<typeof startBackend>>;
let site: RunningSite;

beforeAll(async () => {
  backend = await startBackend((request) => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname !== "/api/news/list") return api(request);
    const [page, pageSize] = [Number(searchParams.get("page") ?? 1), Number(searchParams.get("pageSize") ?? 12)];
    if (page === brokenPage && pageSize > 1) return Promise.resolve(new Response(null, { status: 502 }));
    const first = (page - 1) * pageSize;
    const rows = Array.from({ length: Math.max(0, Math.min(pageSize, total - first)) }, (_, index) => ({
      ...{ id: `n${first + index}`, title: `News ${first + index}` },
    }));
    return Promise.resolve(Response.json({ code: 0, data: { rows, total, page, pageSize } }));
  });
  site = await startSite({ API_BASE_URL: backend.origin, SITE_URL: "https://site.example" });
});
afterAll(async () => {
  await site.stop();
  await backend.stop();
  content.dispose();
});

const get = (path: string) => fetch(site.origin + path);

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
  const index = await (await get("/sitemap.xml")).text();
  const files = [...index.matchAll(/<loc>https:\/\/site\.example(\/sitemap-news\.xml[^<]*)</g)].map(
    ([, path]) => path!,
  );
  expect(files).toEqual(["/sitemap-news.xml", "/sitemap-news.xml?page=2"]);
  const texts = await Promise.all(files.map(async (path) => (await get(path)).text()));
  const ids = texts.flatMap((text) => [...text.matchAll(/<loc>[^<]*\/en\/news\/info\/n(\d+)</g)].map(([, id]) => id));
  expect([ids.length, new Set(ids).size]).toEqual([total, total]);
  for (const text of texts) expect(text).toMatch(/^<\?xml [^>]*>\n<urlset [\s\S]*<\/urlset>\n$/);
});
