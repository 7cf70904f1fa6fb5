import { beforeAll, expect, test } from "vitest";
import { endpoints, type EndpointKey } from "#app/services/api/contract/calls/endpoints.ts";
import { remarks } from "#app/services/api/contract/calls/remarks.ts";
import { createFields } from "#tests/setup/site/guestbook-form.ts";
import { readInbox } from "#tests/setup/site/inbox.ts";
import { setUpBackend, setUpSite } from "#tests/setup/site/site.ts";

// The backend has the calls of the specification, and none that the contract added.
const backend = await setUpBackend();
const site = setUpSite(() => ({ API_BASE_URL: backend.origin, CONTENT_DIR: "/nowhere" }));
const addedCalls = (Object.keys(endpoints) as EndpointKey[]).filter((key) => remarks[key].origin === "decided");

beforeAll(() => {
  for (const key of addedCalls) {
    const status = [404, 405, 501][addedCalls.indexOf(key) % 3]!;
    backend.responders.set(endpoints[key].path, async () => new Response("<h1>Not here</h1>", { status }));
  }
  backend.responders.set("/guestbook", async () => Response.json({ code: 200, message: "ok", data: { id: 7 } }));
});

test("S18 the specified calls are enough for every page of the site", async () => {
  const paths = [
    ...["/", "/en", "/about-us", "/contact-us", "/quotation", "/login", "/rss.xml", "/en/rss.xml"],
    ...["/search", "/search?q=%E9%BB%84%E8%8A%AA", "/en/search?q=astragalus", "/search/suggest?q=huang"],
    ...["news", "case", "product", "service"].flatMap((kind) => [`/${kind}/list`, `/en/${kind}/list`]),
    ...["/product/info/huang-qi", "/sitemap.xml", "/sitemap-plain.xml", "/sitemap-pages.xml", "/sitemap-news.xml"],
  ];
  for (const path of paths) {
    const response = await site.get(path);
    const html = await response.text();
    expect([path, response.status, html.includes("/prescription/list")]).toEqual([path, 200, false]);
    // A page that lacked a part would be cached only briefly.
    expect([path, response.headers.get("Cache-Control")]).not.toEqual([path, "public, max-age=0, s-maxage=3"]);
  }
});

test("S18 a kind that the backend lacks has no pages, and its list isn't requested for every page", async () => {
  const missing = ["/prescription/list", "/en/prescription/list/exterior", "/prescription/info/gui-zhi-tang"];
  for (const path of [...missing, "/sitemap-prescription.xml", "/page/privacy", "/batch/HQ-2601"])
    expect([path, (await site.get(path)).status]).toEqual([path, 404]);
  const calls = backend.requests.filter(({ url }) => url.includes("/api/prescription/list?pageSize=1"));
  expect(calls.length).toBeLessThanOrEqual(2);
});

test("S18 if the backend lacks a form's call, a submission stays in the inbox, logs one warning, and isn't retried", async () => {
  const fields = { ...createFields(), intent: "send", item: "huang-qi", quantity: "20" };
  const response = await site.post("/quotation", fields);
  expect([response.status, response.headers.get("Location")]).toEqual([303, expect.stringContaining("/received")]);
  const [request] = await readInbox(site.DATA_DIR);
  expect(request).toMatchObject({ kind: "quotation", status: "stored" });
  const listSentQuotations = () => backend.requests.filter(({ url }) => url.endsWith("/quotation"));
  expect(listSentQuotations()).toHaveLength(1);
  const warnings = site
    .output()
    .split("\n")
    .filter((line) => line.includes(request!.id));
  expect(warnings).toHaveLength(1);
  expect(JSON.parse(warnings[0]!)).toMatchObject({ destination: "api", status: "stored" });
  await site.post("/contact-us", createFields());
  expect((await readInbox(site.DATA_DIR)).map(({ kind, status }) => [kind, status])).toEqual([
    ["guestbook", "delivered"],
    ["quotation", "stored"],
  ]);
});

test("S18 if the backend has no login calls, the login page explains that it isn't available", async () => {
  for (const intent of ["code", "login"]) {
    const response = await site.post("/login", { intent, account: "ada@example.com", code: "123456" });
    expect([response.status, (await response.text()).includes("暂时无法登录")]).toEqual([503, true]);
  }
});
