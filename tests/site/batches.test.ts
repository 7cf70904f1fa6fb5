import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startSite, type RunningSite } from "../setup/running-site.ts";

const origin = "https://herbs.example";

describe("batches of the content", () => {
  let site: RunningSite;
  beforeAll(async () => void (site = await startSite({ SITE_URL: origin })));
  afterAll(() => site.stop());
  const get = (path: string) => fetch(site.origin + path, { redirect: "manual" });
  const getText = async (path: string) => (await get(path)).text();

  test("a batch has a page in both languages, which is cached for everyone", async () => {
    for (const path of ["/batch/HQ-2601", "/en/batch/HQ-2601"]) {
      const response = await get(path);
      expect([response.status, response.headers.get("Cache-Control")]).toEqual([200, expect.stringMatching(/^public/)]);
      const html = await response.text();
      expect(html).toContain(`<link rel="canonical" href="${origin}${path}"`);
      expect(html).toContain('href="/files/certificate-HQ251201.pdf"');
      expect(html).toContain(`src="${path}/qr.svg"`);
      expect(html).toContain('"@type":"WebPage"');
    }
    expect(await getText("/en/batch/HQ-2601")).toMatch(/January 2028.*An origin for tests, Longxi.*8\.1%/s);
    expect((await get("/files/certificate-HQ251201.pdf")).headers.get("Content-Type")).toBe("application/pdf");
  });

  test("other spellings are redirected, as a link and from the form", async () => {
    for (const [path, status, target] of [
      ["/batch/hq-2601", 301, "/batch/HQ-2601"],
      ["/en/batch?number=%EF%BD%88q-2601", 302, "/en/batch/HQ-2601"],
    ] as const) {
      const response = await get(path);
      expect([response.status, response.headers.get("Location")]).toEqual([status, target]);
    }
  });

  test("an unknown number is a 404 with a message, a link to the contact page and the number in the form", async () => {
    for (const path of ["/en/batch/XX-1", "/en/batch?number=XX-1"]) {
      const response = await get(path);
      const html = await response.text();
      expect([response.status, response.headers.get("Cache-Control")]).toEqual([
        404,
        expect.not.stringContaining("max-age=60"),
      ]);
      expect(html).toMatch(/There is no batch “XX-1”\. Please compare the number with the label/);
      expect(html).toMatch(/<input[^>]*name="number"[^>]*value="XX-1"/);
      expect(html).toMatch(/<a[^>]*href="\/en\/contact-us"/);
      expect(html).toContain('name="robots" content="noindex');
    }
    expect((await get(`/batch?number=${"A".repeat(61)}`)).status).toBe(400);
    expect((await get("/batch/a%00b")).status).toBe(404);
  });

  test("the product, the search, the suggestions and the sitemap lead to a batch", async () => {
    expect(await getText("/product/info/huang-qi")).toMatch(
      /<h2>批次<\/h2>.*href="\/batch\/HQ-2601".*<form[^>]*action="\/batch"/s,
    );
    expect(await getText("/product/info/gan-cao")).not.toContain('href="/batch/');
    for (const [path, target] of [
      ["/search?q=hq-2601", "/batch/HQ-2601"],
      ["/en/search?q=hq2601", "/en/batch/HQ-2601"],
    ] as const)
      expect(await getText(path)).toContain(`href="${target}"`);
    const map = await getText("/sitemap-pages.xml");
    for (const path of ["/batch", "/batch/HQ-2601", "/en/batch/HQ-2601"])
      expect(map).toContain(`<loc>${origin}${path}</loc>`);
  });

  test("the QR code is an SVG that caches may keep", async () => {
    const response = await get("/batch/HQ-2601/qr.svg");
    expect([response.status, response.headers.get("Content-Type")]).toEqual([200, "image/svg+xml; charset=utf-8"]);
    expect(response.headers.get("Cache-Control")).toMatch(/^public/);
    expect(await response.text()).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"/);
    expect((await get("/batch/XX-1/qr.svg")).status).toBe(404);
  });

  test("the API lists and returns the batches", async () => {
    const readJson = async (path: string) => (await (await get(path)).json()) as { code: number; data: never };
    expect(await readJson("/api/batch/list?product=huang-qi")).toMatchObject({ code: 200, data: { total: 2 } });
    expect(await readJson("/api/batch/list?product=gan-cao")).toMatchObject({ data: { rows: [], total: 0 } });
    expect(await readJson("/api/batch/info?id=hq-2601")).toMatchObject({
      data: { id: "HQ-2601", bestBefore: "2028-01" },
    });
    expect((await readJson("/api/batch/info?id=XX-1")).code).toBe(404);
  });
});
