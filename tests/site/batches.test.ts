import { appendFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createEmbeddedApi } from "../../app/services/content/embedded-api/request-handler.ts";
import { createPreviews } from "../../app/services/content/embedded-api/previews.ts";
import { startBackend } from "../mocks/backend.ts";
import { compileTestContent } from "../setup/compiled-content.ts";
import { publishIn } from "../setup/publish-in.ts";
import { startSite, type RunningSite } from "../setup/running-site.ts";
import { createSiteFolder } from "../setup/site-folder.ts";

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

test("a release names the batches that change, and only a preview link shows a draft", async () => {
  const siteFolder = createSiteFolder();
  const DATA_DIR = join(siteFolder.folder, "data");
  const secret = "a-secret-for-the-tests";
  const file = join(siteFolder.content, "batch", "HQ-2512.yaml");
  const site = await siteFolder.start({ PREVIEW_SECRET: secret, DATA_DIR });
  try {
    writeFileSync(file, readFileSync(file, "utf8").replace("7.7%", "7.6%"));
    appendFileSync(join(siteFolder.content, "batch", "HQ-2601.yaml"), "draft: true\n");
    const { stdout } = publishIn(siteFolder.folder, { DATA_DIR });
    expect(stdout).toContain("~ batch HQ-2512  黄芪 HQ-2512");
    expect(stdout).toContain("~ batch HQ-2601");
    await expect.poll(async () => (await fetch(`${site.origin}/batch/HQ-2601`)).status, { timeout: 60_000 }).toBe(404);
    expect(await (await fetch(`${site.origin}/batch/HQ-2512`)).text()).toContain("7.6%");
    const proof = createPreviews(secret).createProof("batch", "HQ-2601", new Date(Date.now() + 60 * 60 * 1000));
    const preview = await fetch(`${site.origin}/batch/HQ-2601?preview=${proof}`);
    expect([preview.status, preview.headers.get("Cache-Control")]).toEqual([200, "private, no-store"]);
  } finally {
    await site.stop();
    siteFolder.dispose();
  }
});

test("without the kind product in use there are no batches", async () => {
  const siteFolder = createSiteFolder();
  appendFileSync(join(siteFolder.content, "settings", "cn.yaml"), "\nkindsInUse: [service]\n");
  // Links to products are removed, because they are mistakes without the kind product.
  for (const name of readdirSync(join(siteFolder.content, "service"), { recursive: true, encoding: "utf8" })) {
    const file = join(siteFolder.content, "service", name);
    if (name.endsWith(".md")) writeFileSync(file, readFileSync(file, "utf8").replace(/\[([^\]]*)\]\(\/[^)]*\)/g, "$1"));
  }
  const site = await siteFolder.start();
  try {
    for (const path of ["/batch", "/batch/HQ-2512", "/batch/HQ-2512/qr.svg"])
      expect([path, (await fetch(site.origin + path)).status]).toEqual([path, 404]);
    for (const path of ["/search?q=hq-2512", "/sitemap-pages.xml"])
      expect(await (await fetch(site.origin + path)).text()).not.toMatch(/(?:href="|<loc>[^<]*)\/batch/);
  } finally {
    await site.stop();
    siteFolder.dispose();
  }
});

test("a guarded batch requires a login in any spelling, and other pages don't name it", async () => {
  const site = await startSite({ GUARDED_ROUTES: "/batch/HQ-2601" });
  try {
    for (const path of ["/batch/HQ-2601", "/batch/hq-2601", "/batch?number=hq-2601"]) {
      const response = await fetch(site.origin + path, { redirect: "manual" });
      expect([path, response.headers.get("Location")]).toEqual([path, expect.stringContaining("/login")]);
    }
    expect((await fetch(`${site.origin}/api/batch/info?id=hq-2601`)).status).toBe(401);
    expect((await fetch(`${site.origin}/batch/HQ-2601/qr.svg`, { redirect: "manual" })).status).toBe(302);
    for (const path of ["/product/info/huang-qi", "/search?q=hq", "/sitemap-pages.xml", "/api/batch/list"])
      expect(await (await fetch(site.origin + path)).text(), path).not.toMatch(
        /href="\/batch\/HQ-2601|<loc>[^<]*HQ-2601|"id":"HQ-2601/,
      );
  } finally {
    await site.stop();
  }
});

test.each([
  ["an envelope", () => Response.json({ code: 404, message: "none", data: null }, { status: 404 })],
  ["no envelope", () => new Response("<h1>Not Found</h1>", { status: 404 })],
])("an owner's backend without batches, which responds with %s, works otherwise", async (_name, respondMissing) => {
  const content = compileTestContent();
  const embeddedApi = createEmbeddedApi(content.index);
  const backend = await startBackend((request) =>
    new URL(request.url).pathname.startsWith("/api/batch/") ? Promise.resolve(respondMissing()) : embeddedApi(request),
  );
  const site = await startSite({ API_BASE_URL: backend.origin });
  try {
    for (const id of ["huang-qi", "gan-cao", "dan-shen", "bai-shao", "bai-zhu", "fu-ling"]) {
      const response = await fetch(`${site.origin}/product/info/${id}`);
      expect([response.status, response.headers.get("Cache-Control")]).toEqual([
        200,
        expect.stringMatching(/s-maxage=60/),
      ]);
      expect(await response.text()).not.toContain('href="/batch');
    }
    expect((await fetch(`${site.origin}/search?q=hq-2601`)).status).toBe(200);
    expect((await fetch(`${site.origin}/sitemap-pages.xml`)).status).toBe(200);
    expect((await fetch(`${site.origin}/batch/HQ-2601`)).status).toBe(404);
    const listRequests = backend.requests.filter(({ url }) => url.includes("/api/batch/list"));
    expect(listRequests.length).toBeLessThanOrEqual(2);
    const metrics = await (await fetch(`${site.origin}/metrics`)).text();
    expect(metrics).toContain('api_circuit_open{endpoint="batch.list"} 0');
  } finally {
    await site.stop();
    await backend.stop();
    content.dispose();
  }
});
