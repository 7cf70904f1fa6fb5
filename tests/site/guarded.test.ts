import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readLoginCode } from "../setup/login-code.ts";
import { startSite, type RunningSite } from "../setup/running-site.ts";

const folder = mkdtempSync(join(tmpdir(), "guarded-site-"));
let site: RunningSite;
let token: string;
/** Titles of all cases, which only logged-in visitors see. */
let titles: string[];

beforeAll(async () => {
  const GUARDED_ROUTES = "/case/*, /about-us, /product/info/huang-qi";
  site = await startSite({ DATA_DIR: folder, GUARDED_ROUTES, SITE_URL: "http://site.example" });
  const postJson = async (path: string, body: object) => {
    const headers = { "Content-Type": "application/json" };
    const response = await fetch(site.origin + path, { method: "POST", headers, body: JSON.stringify(body) });
    return (await response.json()) as { data: { token: string } };
  };
  await postJson("/api/auth/code", { account: "ada@example.com" });
  const code = await readLoginCode(site, "ada@example.com");
  token = (await postJson("/api/auth/login", { account: "ada@example.com", code })).data.token;
  const list = await fetch(`${site.origin}/api/case/list`, { headers: { Authorization: `Bearer ${token}` } });
  const { data } = (await list.json()) as { data: { rows: { title: string }[] } };
  titles = data.rows.map(({ title }) => title);
  expect(titles.length).toBeGreaterThan(0);
});
afterAll(async () => {
  await site.stop();
  rmSync(folder, { recursive: true, force: true });
});

const get = (path: string, cookie = "") =>
  fetch(site.origin + path, { redirect: "manual", headers: { Cookie: cookie } });

test.each([
  "/",
  "/search?q=%E9%BB%84%E8%8A%AA",
  "/product/list",
  "/product/info/dang-gui",
  "/prescription/list",
  "/news/list",
  "/rss.xml",
  "/sitemap.xml",
  "/sitemap-pages.xml",
  "/sitemap-product.xml",
  "/api/setting/list",
])("%s contains no text of guarded pages, rendered or cached", async (path) => {
  for (let time = 0; time < 2; time++) {
    const response = await get(path);
    const text = await response.text();
    expect(response.status).toBe(200);
    expect(titles.filter((title) => text.includes(title))).toEqual([]);
    if (path.includes("sitemap")) expect(text).not.toMatch(/\/case\/|\/about-us<|huang-qi<|sitemap-case/);
    // Only whole links and ids count, because every page contains the list of the guarded routes.
    else expect(/href="[^"]*\/product\/info\/huang-qi"|"huang-qi"/.test(text)).toBe(false);
    // Requests of logged-in visitors don't fill the cache.
    expect((await get(path, `token=${token}`)).status).toBe(200);
  }
});

test("the home page has no heading of guarded kinds, except for logged-in visitors", async () => {
  const heading = /<h2>[^<]*案例[^<]*<\/h2>/;
  expect(heading.test(await (await get("/")).text())).toBe(false);
  const page = await (await get("/", `token=${token}`)).text();
  expect([heading.test(page), page.includes(titles[0]!)]).toEqual([true, true]);
});

test.each([
  "/case/list",
  "/product/info/huang-qi",
  "/en/product/info/huang-qi",
  "/about-us",
  "/product/info/huang-qi.data",
])("%s redirects to the login, and is shown to logged-in visitors", async (path) => {
  const response = await get(path);
  expect(response.headers.get("Location") ?? (await response.text())).toContain("/login?code=401");
  expect((await get(path, `token=${token}`)).status).toBe(200);
});
