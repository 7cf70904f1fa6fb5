import decodeQr from "qr/decode.js";
import { expect, test } from "vitest";
import * as api from "#app/routes/api/route.ts";
import { drawQrCode } from "#app/routes/batch-qr/draw-qr-code.ts";
import * as qrRoute from "#app/routes/batch-qr/route.ts";
import * as certificate from "#app/routes/certificate/route.tsx";
import * as info from "#app/routes/info/route.tsx";
import * as search from "#app/routes/search/route.tsx";
import * as sitemap from "#app/routes/sitemap/route.ts";
import * as suggest from "#app/routes/suggest/route.ts";
import { createEditedContent } from "#tests/setup/content/content-copy.ts";
import { expectNoComplaints, renderRoute } from "#tests/setup/routes/render-route.tsx";
import { createRouteCaller, setUpRouteCaller } from "#tests/setup/routes/route-caller.ts";
import * as batch from "./route.tsx";

expectNoComplaints();

const caller = await setUpRouteCaller();

const open = (path: string) => caller.load<Response>(batch.loader, path);

test.each([
  ["/batch/hq-2601", 301, "/batch/HQ-2601"],
  ["/en/batch/%EF%BC%A8%EF%BC%B1%EF%BC%8D2601", 301, "/en/batch/HQ-2601"],
  ["/batch/HQ%E2%80%932601", 301, "/batch/HQ-2601"],
  ["/batch/HQ2601", 301, "/batch/HQ-2601"],
])("%s is redirected to the canonical spelling", async (path, status, target) => {
  const response = await open(path);
  expect([response.status, response.headers.get("Location")]).toEqual([status, target]);
});

test.each(["/batch/%00", "/en/batch/%20%E2%80%8B"])("%s is a 404 page, because the number is empty", async (path) => {
  expect((await open(path)).status).toBe(404);
});

test("the page has the QR code, and links to the certificate and the canonical URL", async () => {
  for (const path of ["/batch/HQ-2601", "/en/batch/HQ-2601"]) {
    const html = await renderRoute(caller, batch, path);
    expect(html).toContain(`<link rel="canonical" href="https://site.example${path}"`);
    expect(html).toContain('href="/files/certificate-HQ250901.pdf"');
    expect(html).toContain(`src="${path}/qr.svg"`);
    expect(html).toContain('"@type":"WebPage"');
    if (!path.startsWith("/en")) continue;
    expect(html).toMatch(/<h1[^>]*>.*HQ-2601/s);
    expect(html).toContain("Batch HQ-2601 · Released.");
    expect(html).toMatch(/An origin for tests, .*Longxi.*January 2028.*8\.1%/s);
  }
});

test("the pages of a product, of its batch and of the certificate name the species with its author", async () => {
  for (const [screen, path] of [
    [info, "/product/info/huang-qi"],
    [batch, "/batch/HQ-2601"],
    [certificate, "/batch/HQ-2601/certificate"],
  ] as const)
    for (const [prefix, label] of [
      ["", "基原"],
      ["/en", "Species"],
    ])
      expect(await renderRoute(caller, screen, prefix + path)).toMatch(
        new RegExp(`${label}<.{0,80}lang="la"[^>]*>Astragalus membranaceus \\(Fisch\\.\\) Bge\\. var\\. mongholicus`),
      );
});

test("the page begins with the herb and the verdict, and has dates and links to product and origin", async () => {
  const path = "/en/batch/HQ-2601";
  const html = await renderRoute(caller, batch, path);
  expect(html.replaceAll("<!-- -->", "")).toMatch(
    /<h1.*黄芪.* ·.*Huángqí.* ·.*Astragali Radix.*Released · 2 of 2 within limits.*<h2[^>]*>Test results.*<th.*>Moisture<.*>Within<.*<th.*>Appearance</s,
  );
  expect(html).toContain('<a href="/en/search?q=Longxi">Longxi</a>');
  expect(html).toMatch(/<a[^>]*href="\/en\/product\/info\/huang-qi"/);
  expect(html).toMatch(
    /Harvested.*2025-10.*Cut.*2026-01-05.*Produced.*2026-01-12.*Tested.*2026-01-19.*Released.*2026-01-22.*Best before/s,
  );
  // Only one circle appears, because a result in words has no scale.
  expect(html.match(/<circle/g)).toHaveLength(1);
});

test.each([
  [
    "8.1 mg/L",
    "1 compared and within limits, 1 not compared",
    "已比对的 1 项均在限度内，另有 1 项未比对",
    "\\? 未比对",
  ],
  ["ND", "2 of 2 within limits", "2 项检验均在限度内", "符合"],
])("the verdict counts the results that can't be compared: %s", async (result, english, chinese, judged) => {
  const content = createEditedContent({ "batch/HQ-2601.yaml": (text) => text.replace("8.1%", result) });
  const site = await createRouteCaller({}, content);
  expect(await renderRoute(site, batch, "/batch/HQ-2601")).toMatch(
    new RegExp(`水分<.{0,120}${judged}</span></td></tr>`),
  );
  for (const [screen, path] of [
    [batch, "/batch/HQ-2601"],
    [info, "/product/info/huang-qi"],
  ] as const) {
    expect(await renderRoute(site, screen, path)).toContain(`已放行 · ${chinese}<`);
    expect(await renderRoute(site, screen, `/en${path}`)).toContain(`Released · ${english}<`);
  }
  await site.dispose();
});

test("the product, the search, the sitemap and the API link to a batch", async () => {
  const renderProduct = (id: string) => renderRoute(caller, info, `/product/info/${id}`);
  expect(await renderProduct("huang-qi")).toMatch(
    /<h2>批次<\/h2>.*href="\/batch\/HQ-2601".*href="\/batch\/HQ-2512".*<form[^>]*action="\/batch"/s,
  );
  expect(await renderProduct("gan-cao")).not.toContain('href="/batch/');
  expect(await renderRoute(caller, info, "/prescription/info/gui-zhi-tang")).not.toContain('href="/batch/');
  expect(await renderRoute(caller, search, "/en/search?q=HQ-26")).toContain('href="/en/batch/HQ-2601"');
  const sitemapXml = await (await caller.load<Response>(sitemap.loader, "/sitemap-pages.xml")).text();
  for (const path of ["/batch", "/batch/HQ-2601", "/en/batch/HQ-2601"])
    expect(sitemapXml).toContain(`<loc>https://site.example${path}</loc>`);
  const callApi = async (path: string) => (await caller.load<Response>(api.loader, path)).json();
  expect(await callApi("/api/batch/list?product=huang-qi")).toMatchObject({ code: 200, data: { total: 2 } });
  expect(await callApi("/api/batch/list?product=gan-cao")).toMatchObject({ data: { rows: [], total: 0 } });
  const found = { id: "HQ-2601", bestBefore: "2028-01" };
  expect(await callApi("/api/batch/info?id=hq-2601")).toMatchObject({ data: found });
  expect(await callApi("/api/batch/info?id=XX-1")).toMatchObject({ code: 404 });
});

test("a product doesn't show the verdict of its latest batch if batches require a login", async () => {
  for (const route of ["/batch/*", "/batch/HQ-2601"]) {
    const guardedSite = await createRouteCaller({ GUARDED_ROUTES: route });
    expect(await renderRoute(guardedSite, info, "/product/info/huang-qi")).not.toContain("项检验");
    await guardedSite.dispose();
  }
});

test.each([
  ["/search?q=hq-2601", "/batch/HQ-2601"],
  ["/en/search?q=HQ 26O1", "/en/batch/HQ-2601"],
  ["/search?q=批号：ＨＱ２６０１", "/batch/HQ-2601"],
  ["/search?q=黄芪HQ-2601", "/batch/HQ-2601"],
  ["/en/search?q=hq-2601 huangqi", "/en/batch/HQ-2601"],
  ["/search?q=QG-P-0101", "/product/info/huang-qi"],
  ["/en/search?q=qg p O1O1", "/en/product/info/huang-qi"],
  ["/search?q=货号：QGP0101", "/product/info/huang-qi"],
])("%s is redirected to the page of the number", async (path, target) => {
  const response = await caller.load<Response>(search.loader, path);
  expect([response.status, response.headers.get("Location")]).toEqual([302, target]);
});

test.each(["HQ-26", "HQ-2601 水分", "当归 HQ-2601", "HQ-2601&verbatim=1", "QG-P-01", "黄芪 QG-P-0101", "2601"])(
  "a search for %s shows results instead of redirecting to one page",
  async (q) => {
    const result = await caller.load<Awaited<ReturnType<typeof search.loader>>>(search.loader, `/search?q=${q}`);
    expect(result.init?.status).toBe(200);
  },
);

test.each([
  ["/en/search/suggest?q=hq-26O1", "batch", "/en/batch/HQ-2601", undefined],
  ["/search/suggest?q=qgpO1O1", "product", "/product/info/huang-qi", "QG-P-0101"],
  ["/search/suggest?q=%E9%BB%84%E8%8A%AA+QG-P-0101", "product", "/product/info/huang-qi", "QG-P-0101"],
])("%s suggests the page of the number first, and only once", async (path, kind, target, match) => {
  const response = await caller.load<Response>(suggest.loader, path);
  const { suggestions } = (await response.json()) as { suggestions: { path: string }[] };
  expect(suggestions[0]).toMatchObject({ kind, path: target, ...(match && { match }) });
  expect(suggestions.filter((suggestion) => suggestion.path === target)).toHaveLength(1);
});

/** Reads a QR code as a camera would, from the modules of its drawing. */
function readQrCode(svg: string): string {
  const size = Number(/viewBox="0 0 (\d+)/.exec(svg)![1]);
  const scale = 4;
  const width = size * scale;
  const data = new Uint8Array(width * width * 4).fill(255);
  for (const [, x, y, length] of svg.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
    for (let row = 0; row < scale; row++) {
      for (let column = 0; column < Number(length) * scale; column++) {
        const pixel = (Number(y) * scale + row) * width + Number(x) * scale + column;
        data.fill(0, pixel * 4, pixel * 4 + 3);
      }
    }
  }
  return decodeQr({ width, height: width, data });
}

test.each(["/batch/HQ-2601/qr.svg", "/en/batch/hq-2601/qr.svg"])(
  "the QR code %s contains the address of the page at SITE_URL",
  async (path) => {
    const response = await caller.load<Response>(qrRoute.loader, path);
    expect(response.headers.get("Content-Type")).toBe("image/svg+xml; charset=utf-8");
    expect(response.headers.get("Cache-Control")).toMatch(/^public/);
    const page = path.replace("hq-2601", "HQ-2601").replace("/qr.svg", "");
    expect(readQrCode(await response.text())).toBe(`https://site.example${page}`);
  },
);

test("an unknown batch has no QR code, and a long address fits into a QR code", async () => {
  const response = await caller.load<Response>(qrRoute.loader, "/batch/XX-1/qr.svg");
  expect(response.status).toBe(404);
  const address = `https://${"a".repeat(60)}.example/en/batch/${"A".repeat(60)}`;
  expect(readQrCode(drawQrCode(address))).toBe(address);
});
