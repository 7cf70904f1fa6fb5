import { afterAll, beforeAll, expect, test } from "vitest";
import { createSignatureHeaders } from "../../app/services/runtime/signature.ts";
import { startBackend } from "../mocks/backend.ts";
import { createFreshDatabase, type FreshDatabase } from "../setup/databases.ts";
import { waitUntil } from "../setup/guestbook-form.ts";
import { requestPlain } from "../setup/plain-http.ts";
import { startSite, type RunningSite } from "../setup/running-site.ts";
import { setUpBackend } from "../setup/site.ts";

// Which responses have tags is shown by the unit tests of `server/page-cache/cdn-headers.ts` and `app/http/shared-page.ts`, the
// purges of a start and of a release by those of the storage.
const secret = "a secret of the purge";
const page = "/product/info/huang-qi";
let title = "原来的题目";
let isUnavailable = false;
/** Status of the CDN's responses. Purges fail unless it is 200. */
let status = 200;
const backend = await setUpBackend();
let cdn: Awaited<ReturnType<typeof startBackend>>;
let storage: FreshDatabase;
let sites: [RunningSite, RunningSite];

beforeAll(async () => {
  cdn = await startBackend(async () => new Response(null, { status }));
  backend.responders.set("/api/product/info", async () =>
    Response.json({ code: 0, data: { id: "huang-qi", title } }, { status: isUnavailable ? 503 : 200 }),
  );
  storage = await createFreshDatabase("PostgreSQL");
  const variables = {
    ...{ ...storage.variables, API_BASE_URL: backend.origin, PURGE_SECRET: secret, LOG_LEVEL: "info" },
    ...{ CDN_TAGS: "surrogate-key", CDN_PURGE_URL: `${cdn.origin}/`, CDN_PURGE_TOKEN: "token-of-the-cdn" },
  };
  sites = await Promise.all([startSite(variables), startSite(variables)]);
});
afterAll(async () => {
  await Promise.all(sites.map((site) => site.stop()));
  await cdn.stop();
  await storage.remove();
});

const readPage = async (site: RunningSite) => (await fetch(site.origin + page)).text();

/** Returns the tags of all calls of the CDN so far, including failed ones. */
const readCalls = () => cdn.requests.map(({ headers }) => headers.get("Surrogate-Key")!.split(" ").toSorted());

/** Age of the oldest purge that the CDN hasn't received yet; 0 if it has received all. */
const readOldestAge = async () =>
  Number(/^cdn_purge_oldest_age_seconds (.*)$/m.exec(await (await fetch(`${sites[1].origin}/metrics`)).text())?.[1]);

async function purge(site: RunningSite, body: string, headers: Record<string, string> | undefined = undefined) {
  const signature = headers ?? createSignatureHeaders(body, secret);
  return (await fetch(`${site.origin}/hooks/purge`, { method: "POST", body, headers: signature })).status;
}

test("an edit that is sent to one node is visible on both within two seconds, and reaches the CDN by its tags", async () => {
  await waitUntil(async () => readCalls().length > 0 && (await readOldestAge()) === 0);
  for (const site of sites) expect(await readPage(site)).toContain("原来的题目");
  title = "改过的题目";
  for (const site of sites) expect(await readPage(site)).toContain("原来的题目");
  const body = JSON.stringify({ tags: ["product:huang-qi", "menu"] });
  const headers = createSignatureHeaders(body, secret);
  expect(await purge(sites[0], body, headers)).toBe(204);
  expect(await readPage(sites[0])).toContain("改过的题目");
  await waitUntil(async () => (await readPage(sites[1])).includes("改过的题目"), 2000);
  // Both nodes reject the same request if it is sent again.
  for (const site of sites) expect(await purge(site, body, headers)).toBe(401);
  await expect.poll(readCalls).toContainEqual(["many", "menu", "product:huang-qi"]);
});

test("a purge without a valid signature is rejected, and an invalid body is a 400", async () => {
  const body = JSON.stringify({ tags: ["all"] });
  expect(await purge(sites[0], body, createSignatureHeaders(body, "another secret of it"))).toBe(401);
  for (const invalidBody of ["{}", '{"tags":"all"}']) expect(await purge(sites[0], invalidBody)).toBe(400);
});

test("a page has the tags of its purges and a lifetime for the CDN, of seconds while it can't be renewed", async () => {
  const getHeaders = async (method?: string) => (await requestPlain(sites[0], page, {}, method)).headers;
  const getControl = async () => String((await getHeaders())["surrogate-control"]);
  const first = await getHeaders();
  expect(String(first["surrogate-key"]).split(" ")).toEqual(
    expect.arrayContaining(["all", "product:huang-qi", "menu", "setting", "ad"]),
  );
  expect(first["surrogate-control"]).toMatch(/^max-age=86400, /);
  for (const method of ["GET", "HEAD"]) {
    const { "surrogate-key": tags, "surrogate-control": control } = await getHeaders(method);
    expect([tags, control]).toEqual([first["surrogate-key"], first["surrogate-control"]]);
  }
  expect(await requestPlain(sites[0], "/login")).not.toHaveProperty("headers.surrogate-key");
  isUnavailable = true;
  expect(await purge(sites[0], JSON.stringify({ tags: ["product:huang-qi"] }))).toBe(204);
  expect(await getControl()).toMatch(/^max-age=5, /);
  isUnavailable = false;
  await waitUntil(async () => (await getControl()).startsWith("max-age=86400, "));
});

test("a purge survives a failure of the CDN, and the end of the node that received it", async () => {
  await waitUntil(async () => (await readOldestAge()) === 0);
  status = 500;
  const callsBefore = readCalls().length;
  expect(await purge(sites[0], JSON.stringify({ tags: ["product:34"] }))).toBe(204);
  await waitUntil(() => sites.some((site) => site.output().includes('"reason":"status 500"')));
  expect(await readOldestAge()).toBeGreaterThan(0);
  const failedCalls = readCalls().length;
  expect(failedCalls).toBeGreaterThan(callsBefore);
  await sites[0].stop("SIGKILL");
  status = 200;
  await expect.poll(() => readCalls().slice(failedCalls).flat()).toContain("product:34");
  await waitUntil(async () => (await readOldestAge()) === 0);
  for (const site of sites) expect(site.output()).not.toContain("token-of-the-cdn");
});
