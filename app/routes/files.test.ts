import { afterAll, beforeAll, expect, test } from "vitest";
import { createRouteCaller } from "../../tests/setup/route-caller.ts";
import * as api from "./api/route.ts";
import * as cspReport from "./csp-report/route.ts";
import * as feed from "./feed/route.ts";
import * as language from "./language/route.ts";
import * as media from "./media/route.ts";
import * as purgeHook from "./purge-hook/route.ts";
import * as robots from "./robots/route.ts";
import * as sitemap from "./sitemap/route.ts";
import * as themeStyles from "./theme-styles/route.ts";
import * as webManifest from "./web-manifest/route.ts";

const secret = "3f6c1d9e8b2a7045c8d1";
let site: Awaited<ReturnType<typeof createRouteCaller>>;
beforeAll(async () => void (site = await createRouteCaller({ PURGE_SECRET: secret })));
afterAll(() => site.dispose());

test("robots.txt excludes visitors' own pages in every language and names the sitemap", async () => {
  const text = await (await site.load<Response>(robots.loader, "/robots.txt")).text();
  for (const path of ["/login", "/en/login", "/quotation/received", "/language/", "/api/"]) {
    expect(text).toContain(`Disallow: ${path}\n`);
  }
  expect(text).not.toMatch(/^Disallow: \/(?:en\/)?quotation$/m);
  expect(text).toContain("Sitemap: https://site.example/sitemap.xml\n");
});

test("the sitemap index lists its files, and these list pages in every language", async () => {
  const loadFile = (path: string) => site.load<Response>(sitemap.loader, path);
  const load = async (path: string) => (await loadFile(path)).text();
  const index = await load("/sitemap.xml");
  expect(index).toContain("<loc>https://site.example/sitemap-pages.xml</loc>");
  expect(await load("/sitemap-plain.xml")).toContain("<loc>https://site.example/sitemap-plain-product.xml</loc>");
  const pages = await load("/sitemap-pages.xml");
  for (const path of ["/about-us", "/en/about-us"]) expect(pages).toContain(`<loc>https://site.example${path}</loc>`);
  expect(pages).not.toContain("/login</loc>");
  for (const path of ["/sitemap-product.xml?page=2", "/sitemap-nothing.xml"]) {
    expect([path, (await loadFile(path)).status]).toEqual([path, 404]);
  }
});

test("the feed and the manifest are in the language of their URL", async () => {
  const words = await (await site.load<Response>(feed.loader, "/en/rss.xml")).text();
  expect(words).toContain("<language>en-US</language>");
  const { lang } = (await (await site.load<Response>(webManifest.loader, "/manifest.webmanifest")).json()) as {
    lang: string;
  };
  expect(lang).toBe("zh-CN");
});

test("without colours in the settings the theme's stylesheet is empty, and the manifest has the default colours", async () => {
  const text = await (await site.load<Response>(themeStyles.loader, "/theme.css")).text();
  expect(text.trim()).toBe("");
  const manifest = (await (await site.load<Response>(webManifest.loader, "/manifest.webmanifest")).json()) as object;
  expect(manifest).toMatchObject({ theme_color: "#f6f1e6", background_color: "#f6f1e6" });
});

test.each([
  ["/language/en?to=%2Fnews%2Flist", "/en/news/list"],
  ["/language/en?to=%2F%2Fevil.example", "/en"],
])("the language switch at %s redirects to %s and stores the choice", async (address, to) => {
  const { status, headers } = await site.load<Response>(language.loader, address);
  expect([status, headers.get("Location")]).toEqual([302, to]);
  expect(headers.get("Set-Cookie")).toMatch(/^i18n_redirected=en;.*; Secure; SameSite=Lax$/);
});

test("the embedded API responds on the site's own origin, and /media is a 404 without an owner's system", async () => {
  const response = await site.load<Response>(api.loader, "/api/product/list");
  expect(await response.json()).toMatchObject({ code: 200, data: { rows: expect.any(Array) } });
  expect((await site.load<Response>(media.loader, "/media/a.png")).status).toBe(404);
});

test("an unsigned purge is rejected, and GET on its path is a 404", async () => {
  const body = JSON.stringify({ tags: ["all"] });
  expect((await site.send<Response>(purgeHook.action, "/hooks/purge", body)).status).toBe(401);
  expect((await site.load<Response>(purgeHook.loader, "/hooks/purge")).status).toBe(404);
});

test("a policy report is logged without queries, and an invalid report is rejected", async () => {
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
