import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { getContentPath } from "#app/i18n/urls.ts";
import type { ContentKind } from "#app/services/api/contract/kinds.ts";
import { addFields } from "#tests/setup/content/content-fields.ts";
import { setUpDeskSite } from "#tests/setup/desk/desk-site.ts";

// A product, a batch and a plain page are hidden because they are drafts, and the news because it is scheduled.
const hidden: [ContentKind, string][] = [
  ["product", "dang-gui"],
  ["batch", "HQ-2601"],
  ["page", "privacy"],
  ["news", "how-to-decoct"],
];
const desk = setUpDeskSite("zhou@qigu.example", (content) => {
  for (const item of ["product/dang-gui", "page/privacy"]) addFields(join(content, item, "index.cn.md"), "draft: true");
  appendFileSync(join(content, "batch/HQ-2601.yaml"), "\ndraft: true\n");
  addFields(join(content, "news/how-to-decoct/index.cn.md"), "from: 2099-01-01T00:00:00Z");
});

const { open, visit: get } = desk;

test("visitors see neither a draft nor links to it, even with `?preview=1`", async () => {
  for (const path of hidden.map(([kind, id]) => getContentPath(kind, id)))
    for (const suffix of ["", ".data", "?preview=1"]) expect((await get(path + suffix)).status).toBe(404);
  for (const path of ["/", "/contact-us", "/quotation", "/login", "/en/contact-us", "/search?q=隐私"])
    expect(await (await get(path)).text(), path).not.toContain("page/privacy");
  expect(await (await get("/product/list")).text()).not.toContain("dang-gui");
});

test("the desk previews drafts privately, and lists leave them out", async () => {
  appendFileSync(join(desk.content, "page/privacy/index.cn.md"), "\n一段新的话。\n");
  const [, preview] = /href="(\/desk\/preview\/[^/]+)\//.exec(await (await open("/desk/publish")).text())!;
  for (const prefix of ["", "/en"])
    for (const [kind, id] of hidden) {
      const page = await open(preview + prefix + getContentPath(kind, id));
      expect([id, page.status, page.headers.get("Cache-Control")]).toEqual([id, 200, "private, no-store"]);
    }
  expect(await (await open(`${preview}/product/list`)).text()).not.toContain("dang-gui");
  const certificate = await (await open(`${preview}/batch/HQ-2601/certificate`)).text();
  const [, sources = ""] = /srcSet="([^"]*drawn-pages[^"]*)"/.exec(certificate)!;
  for (const [path] of sources.split(", ").map((source) => source.split(" "))) {
    expect(path!.startsWith(`${preview}/files/`)).toBe(true);
    expect((await open(path!)).status).toBe(200);
  }
  expect((await get(preview + getContentPath("product", "dang-gui"))).status).toBe(303);
});

test("a preview passes the query of its URL on to the page", async () => {
  const preview = "/desk/preview/published";
  const all = await (await open(`${preview}/product/list`)).text();
  const found = await (await open(`${preview}/product/list?keyword=${encodeURIComponent("黄芪")}`)).text();
  expect([all.includes("huang-qi"), all.includes("san-qi")]).toEqual([true, true]);
  expect([found.includes("huang-qi"), found.includes("san-qi")]).toEqual([true, false]);
  expect(await (await open(`${preview}/search?q=${encodeURIComponent("黄芪")}&x=%26`)).text()).toContain(
    'value="黄芪"',
  );
});
