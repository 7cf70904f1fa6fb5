import { expect, test } from "vitest";
import * as batchLookup from "#app/routes/batch-lookup/route.tsx";
import * as batch from "#app/routes/batch/route.tsx";
import * as info from "#app/routes/info/route.tsx";
import { createEditedContent } from "#tests/setup/content/content-copy.ts";
import { testContent } from "#tests/setup/content/test-content.ts";
import { expectNoComplaints, renderRoute } from "#tests/setup/routes/render-route.tsx";
import { createRouteCaller, setUpRouteCaller } from "#tests/setup/routes/route-caller.ts";
import * as certificate from "./route.tsx";

expectNoComplaints();

const folder = `/files/drawn-pages/${"0".repeat(20)}`;
const pages = [1, 2, 3].map((number) => ({
  src: `${folder}/${number}-of-3-1440x2038.webp`,
  srcset: `${folder}/${number}-of-3-1440x2038.webp 1440w, ${folder}/${number}-of-3-240x340.webp 240w`,
  width: 1440,
  height: 2038,
}));
const site = await setUpRouteCaller({}, testContent, { pages, pageCount: 3 });
const pdf = "/files/certificate-HQ250901.pdf";

test.each([
  ["", "黄芪 HQ-2601 检验报告", "黄芪 HQ-2601 检验报告，第 2 页，共 3 页"],
  ["/en", "Huang qi (astragalus root) HQ-2601, certificate", "page 2 of 3"],
])("%s/batch/…/certificate shows all pages as pictures, and links to the PDF", async (prefix, title, alt) => {
  const path = `${prefix}/batch/HQ-2601`;
  const html = await renderRoute(site, certificate, `${path}/certificate`);
  expect(html).toContain(`<h1>${title}</h1>`);
  for (const { src, srcset } of pages) {
    expect(html).toContain(`<a href="${src}">`);
    expect(html).toContain(`srcSet="${srcset}"`);
  }
  expect(html).toMatch(new RegExp(`<img[^>]*width="1440" height="2038" alt="[^"]*${alt}"`));
  expect(html).toContain(`href="${pdf}"`);
  expect(html).toContain(`href="${path}"`);
  expect(html).toContain('name="robots" content="noindex');
  expect(html).not.toContain(folder.replace("0", "1"));
});

test("the page of the batch begins with the certificate's first page, which links to all of them", async () => {
  const html = await renderRoute(site, batch, "/batch/HQ-2601");
  const link = '<a href="/batch/HQ-2601/certificate"';
  const [, before = "", picture = ""] = new RegExp(`^(.*?)${link}>(.*?)<h2`, "s").exec(html)!;
  expect(before).not.toContain("verdict");
  expect(picture).toMatch(new RegExp(`^<img[^>]*src="${pages[0]!.src}"`));
  expect(picture).toMatch(/已放行.*class="[^"]*primary[^"]*"[^>]*>检验报告</s);
  expect(html).not.toContain(pages[1]!.src);
});

test("a product's page links to the pictures of its PDF's pages", async () => {
  const html = await renderRoute(site, info, "/en/product/info/huang-qi");
  const link = `<a href="${pages[2]!.src}"[^>]*><img[^>]*alt="[^"]*, page 3"`;
  expect(html).toMatch(new RegExp(`href="/files/huang-qi-en.pdf".* 3 pages<.*${link}`, "s"));
});

test("a recalled batch's certificate page has a notice, and the batch's page links to it below the results", async () => {
  const recall = "{ date: 2026-11-20, level: 1, reason: { cn: 超限 }, advice: { cn: 请退回 } }";
  const content = createEditedContent({ "batch/HQ-2601.yaml": (text) => `${text}recalled: ${recall}\n` });
  const caller = await createRouteCaller({}, content, { pages, pageCount: 3 });
  const html = await renderRoute(caller, certificate, "/en/batch/HQ-2601/certificate");
  expect(html).toMatch(
    /, certificate<\/h1>.*<span data-state="recalled">Recalled \(class 1\)\. 请退回.*Certificate from before the recall/s,
  );
  expect(await renderRoute(caller, batch, "/en/batch/HQ-2601")).toMatch(
    /<h2 id="results".*href="\/en\/batch\/HQ-2601\/certificate">Certificate from before the recall/s,
  );
  await caller.dispose();
});

test("a delivery note links to the page with the certificate's pictures", async () => {
  const html = await renderRoute(site, batchLookup, "/batch?number=HQ-2601,HQ-2512");
  expect(html).toContain('<a href="/batch/HQ-2601/certificate">检验报告<');
  expect(html).not.toContain(pages[1]!.src);
});

test("if only the first pages of a PDF are rendered, a note reports its total number of pages", async () => {
  const caller = await createRouteCaller({}, testContent, { pages, pageCount: 11 });
  const html = await renderRoute(caller, certificate, "/en/batch/HQ-2601/certificate");
  expect(html.replaceAll("<!-- -->", "")).toContain("These are the first 3 of 11 pages. The PDF has them all.");
  await caller.dispose();
});

test("if the PDF has no page pictures, the page links to the PDF itself", async () => {
  const caller = await createRouteCaller();
  const html = await renderRoute(caller, batch, "/batch/HQ-2601");
  expect(html).toMatch(new RegExp(`class="[^"]*primary[^"]*" href="${pdf}"|href="${pdf}" class="[^"]*primary`));
  expect(html).not.toContain("HQ-2601/certificate");
  const page = await renderRoute(caller, certificate, "/batch/HQ-2601/certificate");
  expect(page).toContain(`href="${pdf}"`);
  expect(page).not.toContain(folder);
  await caller.dispose();
});

test.each(["/batch/HQ-2512/certificate", "/en/batch/XX-1/certificate"])(
  "%s is a 404, because there is no such certificate",
  async (path) => {
    expect((await site.load<Response>(certificate.loader, path)).status).toBe(404);
  },
);

test.each(["/batch/HQ-2601", "/batch/*"])("if %s needs a login, the certificate needs one, too", async (route) => {
  const caller = await createRouteCaller({ GUARDED_ROUTES: route }, testContent, { pages, pageCount: 3 });
  const response = await caller.load<Response>(certificate.loader, "/batch/HQ-2601/certificate");
  expect(response.headers.get("Location")).toMatch(/^\/login\?/);
  await caller.dispose();
});

test.each([pdf, "/files/*"])("if %s needs a login, the pages of the PDF need one, too", async (route) => {
  const caller = await createRouteCaller({ GUARDED_ROUTES: route }, testContent, { pages, pageCount: 3 });
  expect(await renderRoute(caller, certificate, "/batch/HQ-2601/certificate")).not.toContain(folder);
  await caller.dispose();
});
