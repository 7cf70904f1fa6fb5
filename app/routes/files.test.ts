import { afterAll, beforeAll, expect, test } from "vitest";
import { routeTrial } from "../../tests/setup/route-trial.ts";
import * as api from "./api.ts";
import * as cspReport from "./csp-report.ts";
import * as feed from "./feed.ts";
import * as language from "./language.ts";
import * as media from "./media.ts";
import * as purgeHook from "./purge-hook.ts";
import * as robots from "./robots.ts";
import * as sitemap from "./sitemap.ts";
import * as webManifest from "./web-manifest.ts";

const secret = "3f6c1d9e8b2a7045c8d1";
let site: Awaited<ReturnType<typeof routeTrial>>;
beforeAll(async () => void (site = await routeTrial({ PURGE_SECRET: secret })));
afterAll(() => site.dispose());

test("search engines are kept from one visitor's pages, in every language, and told where the sitemap is", async () => {
  const text = await (await site.load<Response>(robots.loader, "/robots.txt")).text();
  for (const path of ["/login", "/en/login", "/quotation/received", "/language/", "/api/"]) {
    expect(text).toContain(`Disallow: ${path}\n`);
  }
  expect(text).not.toMatch(/^Disallow: \/(?:en\/)?quotation$/m);
  expect(text).toContain("Sitemap: https://site.example/sitemap.xml\n");
});

test("the sitemap names its files, and they name pages in every language", async () => {
  const ask = (path: string) => site.load<Response>(sitemap.loader, path);
  const load = async (path: string) => (await ask(path)).text();
  const index = await load("/sitemap.xml");
  expect(index).toContain("<loc>https://site.example/sitemap-pages.xml</loc>");
  expect(await load("/sitemap-plain.xml")).toContain("<loc>https://site.example/sitemap-plain-product.xml</loc>");
  const pages = await load("/sitemap-pages.xml");
  for (const path of ["/about-us", "/en/about-us"]) expect(pages).toContain(`<loc>https://site.example${path}</loc>`);
  expect(pages).not.toContain("/login</loc>");
  for (const path of ["/sitemap-product.xml?page=2", "/sitemap-nothing.xml"]) {
    expect([path, (await ask(path)).status]).toEqual([path, 404]);
  }
});

test("the feed and the manifest are in their language", async () => {
  const words = await (await site.load<Response>(feed.loader, "/en/rss.xml")).text();
  expect(words).toContain("<language>en-US</language>");
  const { lang } = (await (await site.load<Response>(webManifest.loader, "/manifest.webmanifest")).json()) as {
    lang: string;
  };
  expect(lang).toBe("zh-CN");
});

test.each([
  ["/language/en?to=%2Fnews%2Flist", "/en/news/list"],
  ["/language/en?to=%2F%2Fevil.example", "/en"],
])("the switch at %s leads to %s and is stored", async (address, to) => {
  const { status, headers } = await site.load<Response>(language.loader, address);
  expect([status, headers.get("Location")]).toEqual([302, to]);
  expect(headers.get("Set-Cookie")).toMatch(/^i18n_redirected=en;.*; Secure$/);
});

test("the embedded API answers on the site's own origin, and a picture of no owner's system isn't there", async () => {
  const answer = await site.load<Response>(api.loader, "/api/product/list");
  expect(await answer.json()).toMatchObject({ code: 200, data: { rows: expect.any(Array) } });
  expect((await site.load<Response>(media.loader, "/media/a.png")).status).toBe(404);
});

test("a purge that isn't signed is refused, and reading the address finds nothing", async () => {
  const body = JSON.stringify({ tags: ["all"] });
  expect((await site.send<Response>(purgeHook.action, "/hooks/purge", body)).status).toBe(401);
  expect((await site.load<Response>(purgeHook.loader, "/hooks/purge")).status).toBe(404);
});

test("a report of the policy is logged without queries, and what is none is refused", async () => {
  const report = { "effective-directive": "script-src", "document-uri": "https://site.example/search?q=secret" };
  const send = (body: string) => site.send<Response>(cspReport.action, "/hooks/csp-report", body);
  expect((await send(JSON.stringify({ "csp-report": report }))).status).toBe(204);
  expect(site.log.lines.at(-1)?.fields).toMatchObject({
    requestId: "request-1",
    directive: "script-src",
    page: "https://site.example/search",
  });
  expect((await send("{}")).status).toBe(400);
  expect((await site.load<Response>(cspReport.loader, "/hooks/csp-report")).status).toBe(404);
});
