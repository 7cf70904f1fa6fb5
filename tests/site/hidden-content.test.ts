import { appendFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createEmbeddedApi } from "../../app/services/content/embedded-api/request-handler.ts";
import { createPreviews } from "../../app/services/content/embedded-api/previews.ts";
import { startBackend } from "../mocks/backend.ts";
import { compileTestContent } from "../setup/compiled-content.ts";
import { publishIn } from "../setup/publish-in.ts";
import { startSite } from "../setup/running-site.ts";
import { createSiteFolder } from "../setup/site-folder.ts";

/** Batches and plain pages that visitors can't see: drafts, guarded ones, those of kinds not in use, and none at all. */

test("a draft of a batch or a plain page is only shown by a preview link, and nothing links to it", async () => {
  const siteFolder = createSiteFolder();
  const DATA_DIR = join(siteFolder.folder, "data");
  const secret = "a-secret-for-the-tests";
  const file = join(siteFolder.content, "batch", "HQ-2512.yaml");
  const site = await siteFolder.start({ PREVIEW_SECRET: secret, DATA_DIR });
  const get = (path: string) => fetch(site.origin + path);
  try {
    writeFileSync(file, readFileSync(file, "utf8").replace("7.7%", "7.6%"));
    appendFileSync(join(siteFolder.content, "batch", "HQ-2601.yaml"), "draft: true\n");
    appendFileSync(join(siteFolder.content, "page", "privacy", "item.yaml"), "draft: true\n");
    const { stdout } = publishIn(siteFolder.folder, { DATA_DIR });
    expect(stdout).toContain("~ batch HQ-2512  黄芪 HQ-2512");
    expect(stdout).toContain("~ batch HQ-2601");
    await expect.poll(async () => (await get("/batch/HQ-2601")).status, { timeout: 60_000 }).toBe(404);
    expect(await (await get("/batch/HQ-2512")).text()).toContain("7.6%");
    for (const path of ["/", "/contact-us", "/quotation", "/login", "/en/contact-us", "/search?q=隐私"])
      expect(await (await get(path)).text(), path).not.toContain("page/privacy");
    expect((await get("/page/privacy")).status).toBe(404);
    for (const [kind, id, path] of [
      ["batch", "HQ-2601", "/batch/HQ-2601"],
      ["page", "privacy", "/page/privacy"],
    ] as const) {
      const proof = createPreviews(secret).createProof(kind, id, new Date(Date.now() + 60 * 60 * 1000));
      const preview = await get(`${path}?preview=${proof}`);
      expect([preview.status, preview.headers.get("Cache-Control")]).toEqual([200, "private, no-store"]);
    }
  } finally {
    await site.stop();
    siteFolder.dispose();
  }
});

test("guarded batches and pages require a login in any spelling, and other pages don't name them", async () => {
  const site = await startSite({ GUARDED_ROUTES: "/batch/HQ-2601,/page/quality" });
  const get = (path: string) => fetch(site.origin + path, { redirect: "manual" });
  try {
    for (const path of ["/page/quality", "/batch/HQ-2601", "/batch/hq-2601", "/batch?number=hq-2601"])
      expect([path, (await get(path)).headers.get("Location")]).toEqual([path, expect.stringContaining("/login")]);
    for (const path of ["/api/batch/info?id=hq-2601", "/api/page/info?id=quality"])
      expect([path, (await get(path)).status]).toEqual([path, 401]);
    expect((await get("/batch/HQ-2601/qr.svg")).status).toBe(302);
    expect((await get("/page/privacy")).status).toBe(200);
    for (const path of [
      ...["/product/info/huang-qi", "/search?q=hq", "/sitemap-pages.xml", "/api/batch/list"],
      ...["/en/search?q=chromatography", "/api/page/list"],
    ])
      expect(await (await get(path)).text(), path).not.toMatch(
        /href="\/batch\/HQ-2601|<loc>[^<]*HQ-2601|"id":"HQ-2601|How we test|质量承诺|<loc>[^<]*page\/quality/,
      );
  } finally {
    await site.stop();
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

test.each([
  ["an envelope", () => Response.json({ code: 404, message: "none", data: null }, { status: 404 })],
  ["no envelope", () => new Response("<h1>Not Found</h1>", { status: 404 })],
])("a backend without batches and pages, which responds with %s, works otherwise", async (_name, respondMissing) => {
  const content = compileTestContent();
  const embeddedApi = createEmbeddedApi(content.index);
  const backend = await startBackend((request) =>
    /^\/api\/(?:batch|page)\//.test(new URL(request.url).pathname)
      ? Promise.resolve(respondMissing())
      : embeddedApi(request),
  );
  const site = await startSite({ API_BASE_URL: backend.origin });
  const get = (path: string) => fetch(site.origin + path);
  try {
    for (const id of ["huang-qi", "gan-cao", "dan-shen", "bai-shao", "bai-zhu", "fu-ling"]) {
      const response = await get(`/product/info/${id}`);
      const { status, headers } = response;
      expect([status, headers.get("Cache-Control")]).toEqual([200, expect.stringMatching(/s-maxage=60/)]);
      expect(await response.text()).not.toContain('href="/batch');
    }
    for (let n = 0; n < 8; n++)
      expect((await get(`/search?q=${encodeURIComponent("黄芪")}&verbatim=${n}`)).status).toBe(200);
    const contact = await get("/contact-us");
    expect(contact.headers.get("Cache-Control")).toMatch(/s-maxage=60/);
    expect(await contact.text()).not.toContain("/page/");
    expect((await get("/sitemap-pages.xml")).status).toBe(200);
    for (const path of ["/page/privacy", "/batch/HQ-2601"]) expect((await get(path)).status).toBe(404);
    // The site requests an optional list once, not for every page.
    for (const call of ["/api/batch/list", "/api/page/list"])
      expect(backend.requests.filter(({ url }) => url.includes(call)).length).toBeLessThanOrEqual(2);
    const metrics = await (await get("/metrics")).text();
    for (const endpoint of ["batch.list", "page.list"])
      expect(metrics).toContain(`api_circuit_open{endpoint="${endpoint}"} 0`);
    expect(await (await get("/readyz")).text()).not.toContain("the last call failed");
  } finally {
    await site.stop();
    await backend.stop();
    content.dispose();
  }
});
