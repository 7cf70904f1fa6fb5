import { afterAll, beforeAll, expect, test } from "vitest";
import { createSignatureHeaders } from "../../app/services/runtime/signature.ts";
import { createEmbeddedApi } from "../../app/services/content/embedded-api/request-handler.ts";
import { startBackend } from "../mocks/backend.ts";
import { compileTestContent } from "../setup/compiled-content.ts";
import { createFreshDatabase, type FreshDatabase } from "../setup/databases.ts";
import { waitUntil } from "../setup/guestbook-form.ts";
import { startSite, type RunningSite } from "../setup/running-site.ts";

const secret = "a secret of the purge";
const content = compileTestContent();
const api = createEmbeddedApi(content.index);
let title = "原来的题目";
let backend: Awaited<ReturnType<typeof startBackend>>;
let storage: FreshDatabase;
let sites: RunningSite[];

beforeAll(async () => {
  backend = await startBackend((request) => {
    if (new URL(request.url).pathname !== "/api/product/info") return api(request);
    return Promise.resolve(Response.json({ code: 0, data: { id: "12", title } }));
  });
  storage = await createFreshDatabase("PostgreSQL");
  const start = () => startSite({ ...storage.variables, API_BASE_URL: backend.origin, PURGE_SECRET: secret });
  sites = await Promise.all([start(), start()]);
});
afterAll(async () => {
  await Promise.all(sites.map((site) => site.stop()));
  await backend.stop();
  await storage.remove();
  content.dispose();
});

const readPage = async (site: RunningSite, path = "/product/info/12") => (await fetch(site.origin + path)).text();

function purge(
  site: RunningSite,
  body: string,
  headers: Record<string, string> = createSignatureHeaders(body, secret),
) {
  return fetch(`${site.origin}/hooks/purge`, { method: "POST", body, headers });
}

test("an edit that is sent to one node is visible on both within two seconds", async () => {
  for (const site of sites) expect(await readPage(site)).toContain("原来的题目");
  title = "改过的题目";
  for (const site of sites) expect(await readPage(site)).toContain("原来的题目");
  const body = JSON.stringify({ tags: ["product:12"] });
  const headers = createSignatureHeaders(body, secret);
  expect((await purge(sites[0]!, body, headers)).status).toBe(204);
  expect(await readPage(sites[0]!)).toContain("改过的题目");
  await waitUntil(async () => (await readPage(sites[1]!)).includes("改过的题目"), 2000);
  // Both nodes reject the same request if it is sent again.
  expect((await purge(sites[0]!, body, headers)).status).toBe(401);
  expect((await purge(sites[1]!, body, headers)).status).toBe(401);
});

test("a purge without a valid signature is rejected, and an invalid body is a 400", async () => {
  const body = JSON.stringify({ tags: ["all"] });
  const getStatus = async (text: string, headers?: Record<string, string>) =>
    (await purge(sites[0]!, text, headers)).status;
  expect(await getStatus(body, {})).toBe(401);
  expect(await getStatus(body, createSignatureHeaders(`${body} `, secret))).toBe(401);
  expect(await getStatus(body, createSignatureHeaders(body, "another secret of it"))).toBe(401);
  expect(await getStatus(body, createSignatureHeaders(body, secret, Date.now() - 301_000))).toBe(401);
  expect(await getStatus("{}")).toBe(400);
  expect(await getStatus('{"tags":"all"}')).toBe(400);
  expect((await fetch(`${sites[0]!.origin}/hooks/purge`)).status).toBe(404);
});
