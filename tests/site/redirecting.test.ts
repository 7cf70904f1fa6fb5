import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RunningSite } from "../setup/running-site.ts";
import { siteFolder } from "../setup/site-folder.ts";

const { content, start, dispose } = siteFolder();
let site: RunningSite;

beforeAll(async () => {
  const entries = [
    { from: "/old/huangqi.html", to: "/product/info/huang-qi" },
    { from: "/product/info/huangqi", to: "/product/info/huang-qi" },
    { from: "/product/list/roots", to: "/product/list/pieces/roots" },
    { from: "/产品", to: "/product/list" },
    { from: "/catalogue.pdf", to: "/files/huang-qi-en.pdf" },
    { from: "/start", to: "/" },
    { from: "/profile", to: "/about-us", only: "en" },
  ];
  writeFileSync(join(content, "redirects.yaml"), JSON.stringify(entries));
  site = await start();
});
afterAll(async () => {
  await site.stop();
  dispose();
});

const ask = (path: string, init: RequestInit = {}) => fetch(site.origin + path, { redirect: "manual", ...init });

test.each([
  ["/old/huangqi.html", "/product/info/huang-qi"],
  ["/old/huangqi.html?from=weixin&x=1", "/product/info/huang-qi?from=weixin&x=1"],
  ["/en/old/huangqi.html?page=2", "/en/product/info/huang-qi?page=2"],
  ["/old/huangqi.html/", "/product/info/huang-qi"],
  ["/product/info/huangqi", "/product/info/huang-qi"],
  ["/en/product/list/roots", "/en/product/list/pieces/roots"],
  ["/%E4%BA%A7%E5%93%81", "/product/list"],
  ["/en/catalogue.pdf", "/files/huang-qi-en.pdf"],
  ["/start?q=1", "/?q=1"],
  ["/en/start", "/en"],
  ["/en/profile", "/en/about-us"],
])("%s is %s for good", async (path, target) => {
  // Twice: the second time nothing may come from a cache that fits another query.
  for (const method of ["GET", "HEAD", "GET"]) {
    const { status, headers } = await ask(path, { method });
    expect([status, headers.get("Location")]).toEqual([301, target]);
  }
});

test("each query is its own, whatever was asked before", async () => {
  const places = ["?a=1", "?b=2", "", "?page=3", "?page=3&c=4"];
  for (const query of places) {
    expect((await ask(`/old/huangqi.html${query}`)).headers.get("Location")).toBe(`/product/info/huang-qi${query}`);
  }
});

test("a language that isn't meant has no such address", async () => {
  expect((await ask("/profile")).status).toBe(404);
});

test("whoever has stored another language arrives there", async () => {
  const headers = { Cookie: "i18n_redirected=en" };
  const { status } = await ask("/old/huangqi.html", { headers });
  expect(status).toBe(301);
  const page = await fetch(`${site.origin}/old/huangqi.html`, { headers });
  expect([page.status, new URL(page.url).pathname]).toEqual([200, "/en/product/info/huang-qi"]);
});

test("navigation by script is told the same", async () => {
  const response = await ask("/en/old/huangqi.html.data?x=1");
  expect(response.status).toBe(202);
  expect(await response.text()).toContain("/en/product/info/huang-qi?x=1");
});

test("nothing leads away from the site, and a form isn't redirected", async () => {
  expect((await ask("//old/huangqi.html")).headers.get("Location") ?? "").not.toMatch(/^\/\/|^http/);
  expect((await ask("/old/huangqi.html", { method: "POST", body: new URLSearchParams({ a: "1" }) })).status).toBe(405);
});
