import { afterAll, beforeAll, expect, test } from "vitest";
import { createSignatureHeaders } from "#app/services/runtime/signature.ts";
import { createFreshDatabase, type FreshDatabase } from "#tests/setup/database/databases.ts";
import { requestPlain } from "#tests/setup/proxies/plain-http.ts";
import { waitUntil } from "#tests/setup/site/guestbook-form.ts";
import { startSite, type RunningSite } from "#tests/setup/site/running-site.ts";
import { setUpBackend } from "#tests/setup/site/site.ts";

const secret = "a secret of the purge";
const page = "/product/info/huang-qi";
let title = "原来的题目";
let isUnavailable = false;
const backend = await setUpBackend();
let storage: FreshDatabase;
let sites: [RunningSite, RunningSite];

beforeAll(async () => {
  backend.responders.set("/api/product/info", async () =>
    Response.json({ code: 0, data: { id: "huang-qi", title } }, { status: isUnavailable ? 503 : 200 }),
  );
  storage = await createFreshDatabase("PostgreSQL");
  const variables = { ...storage.variables, API_BASE_URL: backend.origin, PURGE_SECRET: secret };
  sites = await Promise.all([startSite(variables), startSite(variables)]);
});
afterAll(async () => {
  await Promise.all(sites.map((site) => site.stop()));
  await storage.remove();
});

const readPage = async (site: RunningSite) => (await fetch(site.origin + page)).text();

async function purge(site: RunningSite, body: string, headers = createSignatureHeaders(body, [secret])) {
  return (await fetch(`${site.origin}/hooks/purge`, { method: "POST", body, headers })).status;
}

test("after a purge is sent to one node, an edit is visible on both within two seconds", async () => {
  for (const site of sites) expect(await readPage(site)).toContain("原来的题目");
  title = "改过的题目";
  for (const site of sites) expect(await readPage(site)).toContain("原来的题目");
  const body = JSON.stringify({ tags: ["product:huang-qi", "menu"] });
  const headers = createSignatureHeaders(body, [secret]);
  expect(await purge(sites[0], body, headers)).toBe(204);
  expect(await readPage(sites[0])).toContain("改过的题目");
  await waitUntil(async () => (await readPage(sites[1])).includes("改过的题目"), 2000);
  // Both nodes reject the request if it is repeated.
  for (const site of sites) expect(await purge(site, body, headers)).toBe(401);
});

test("a purge without a valid signature is rejected, and an invalid body is a 400", async () => {
  const body = JSON.stringify({ tags: ["all"] });
  expect(await purge(sites[0], body, createSignatureHeaders(body, ["another secret of it"]))).toBe(401);
  for (const invalidBody of ["{}", '{"tags":"all"}']) expect(await purge(sites[0], invalidBody)).toBe(400);
});

test("a purged page that can't be revalidated is kept for seconds by shared caches", async () => {
  const getControl = async (method?: string) =>
    String((await requestPlain(sites[0], page, {}, method)).headers["cache-control"]);
  for (const method of ["GET", "HEAD"]) expect(await getControl(method)).toContain("s-maxage=30, ");
  isUnavailable = true;
  expect(await purge(sites[0], JSON.stringify({ tags: ["product:huang-qi"] }))).toBe(204);
  for (const method of ["GET", "HEAD"]) expect(await getControl(method)).toContain("s-maxage=5, ");
  isUnavailable = false;
  await waitUntil(async () => (await getControl()).includes("s-maxage=30, "));
});
