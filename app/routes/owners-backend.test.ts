import { beforeEach, expect, onTestFinished, test } from "vitest";
import type { SharedData } from "#app/components/ui/page-data.ts";
import * as root from "#app/root.tsx";
import { endpoints, type EndpointKey } from "#app/services/api/contract/calls/endpoints.ts";
import { kinds } from "#app/services/api/contract/kinds.ts";
import { findMenuItem } from "#app/services/api/contract/menu.ts";
import { examples } from "#backend-kit/examples.ts";
import { respondBroken, respondMissing, setUpEnvelopeApi, succeed } from "#tests/mocks/envelope-api.ts";
import { expectNoComplaints, renderRoute } from "#tests/setup/routes/render-route.tsx";
import { createRouteCaller } from "#tests/setup/routes/route-caller.ts";
import { readInbox } from "#tests/setup/site/inbox.ts";
import type { Note } from "./batch-lookup/note.server.ts";
import * as batchLookup from "./batch-lookup/route.tsx";
import * as contactUs from "./contact-us/route.tsx";
import * as home from "./home/route.tsx";
import * as formula from "./info/formula.tsx";
import * as info from "./info/route.tsx";
import * as list from "./list/route.tsx";
import * as login from "./login/route.tsx";
import * as quotation from "./quotation/route.tsx";
import * as search from "./search/route.tsx";
import * as sitemap from "./sitemap/route.ts";

expectNoComplaints();
const { base, requests, override } = setUpEnvelopeApi();

/** A site in front of the mocked backend. Each test has a new one, because responses are cached. */
let site: Awaited<ReturnType<typeof createRouteCaller>>;
beforeEach(async () => {
  site = await createRouteCaller({ API_BASE_URL: base });
  onTestFinished(() => site.dispose());
});

const listKeys = kinds.map((kind) => `${kind}.list` as const);
const breakCalls = (keys: readonly EndpointKey[]) =>
  override(Object.fromEntries(keys.map((key) => [key, respondBroken])));

const loadHome = () => site.load<Awaited<ReturnType<typeof home.loader>>>(home.loader, "/en");
const loadSearch = () => site.load<Awaited<ReturnType<typeof search.loader>>>(search.loader, "/en/search?q=root");
const loadList = (address: string) => site.load<Awaited<ReturnType<typeof list.loader>>>(list.loader, address);
const loadSitemap = async (file: string) => {
  const response = await site.load<Response>(sitemap.loader, file);
  return { status: response.status, text: await response.text() };
};

test("S29 the home page, a search and the sitemap leave out the list that fails", async () => {
  breakCalls(["product.list", "cat.list", "batch.list", "page.list"]);
  const { cards } = await loadHome();
  expect([cards.product, cards.news.map(({ title }) => title)]).toEqual([[], ["The astragalus harvest"]]);
  const { data } = await loadSearch();
  expect(data.groups.map(({ kind }) => kind).sort()).toEqual(["case", "news", "prescription", "service"]);
  const index = await loadSitemap("/sitemap.xml");
  expect([index.text.includes("sitemap-news.xml"), index.text.includes("sitemap-product.xml")]).toEqual([true, false]);
  expect((await loadSitemap("/sitemap-pages.xml")).text).toContain("/product/list</loc>");
});

test("S29 if every list fails, the home page, a search and the sitemap are unavailable", async () => {
  breakCalls(listKeys);
  const responses = [await loadHome(), await loadSearch()] as unknown as Response[];
  expect([...responses, await loadSitemap("/sitemap.xml")].map(({ status }) => status)).toEqual([503, 503, 503]);
});

test("S18 S29 if the backend lacks the list call of a kind, the kind has no pages", async () => {
  override({ "prescription.list": respondMissing, "prescription.info": respondMissing });
  expect((await loadHome()).cards.prescription).toEqual([]);
  expect((await loadSearch()).data.groups.map(({ kind }) => kind)).not.toContain("prescription");
  expect((await loadSitemap("/sitemap.xml")).text).not.toContain("prescription");
  expect((await loadSitemap("/sitemap-pages.xml")).text).not.toContain("prescription");
  for (const address of ["/prescription/list", "/prescription/list/exterior"])
    expect(await loadList(address)).toMatchObject({ status: 404 });
});

/** A menu with the batch look-up below another entry, and with a field of the backend's own (`icon`). */
const backendMenu = [
  {
    id: "trust",
    type: "page",
    title: "Why us",
    path: "/about-us",
    children: [{ id: "look-up", type: "batch", title: "Batch look-up", path: "/batch", icon: "lens" }],
  },
  { id: "news", type: "page", title: "What is new", path: "/news/list" },
];

test("S12 S29 the menu item of type `batch` is also linked on the first level of the phone's menu, and in the footer", async () => {
  override({ "menu.tree": () => succeed({ rows: backendMenu }) });
  const html = await renderRoute(site, list, "/en/news/list");
  const [menu, footer] = [/<nav id="menu".*?<\/nav>/s.exec(html)![0], /<footer.*<\/footer>/s.exec(html)![0]];
  const link = /href="\/en\/batch"[^>]*>Batch look-up</g;
  expect([menu.match(link)?.length, footer.match(link)?.length]).toEqual([2, 1]);
  expect(menu).toMatch(/onSheet[^>]*><a[^>]*>Batch look-up</);
});

test.each([
  ["is the settings'", { sentences: { footerNote: "Own note" } }, /<footer.*<p>Own note<.*<\/footer>/s],
  ["is a medical one if a backend with formulas has none", {}, /<footer.*not medical advice.*<\/footer>/s],
  ["is missing without both", { kindsInUse: ["news"] }, /<footer(?:(?!medical).)*<\/footer>/s],
])("the footer's note %s", async (_name, settings, pattern) => {
  override({ "setting.list": () => succeed(settings) });
  expect(await renderRoute(site, list, "/en/news/list")).toMatch(pattern);
});

test("S12 S29 the menu marks the current page by its path, and breadcrumbs use the titles of the menu", async () => {
  override({ "menu.tree": () => succeed({ rows: backendMenu }) });
  expect(await renderRoute(site, batchLookup, "/en/batch")).toMatch(/<li[^>]*data-current="true"[^>]*>.*?Why us</s);
  const article = await renderRoute(site, info, "/en/news/info/1");
  expect(article).not.toContain("data-current");
  expect(article).toMatch(/<nav[^>]*>(?:(?!<\/nav>).)*>What is new<(?:(?!<nav).)*<h1/s);
});

test("S12 S29 pages receive the ids of menu entries, and the texts that the backend adds to them", async () => {
  override({ "menu.tree": () => succeed({ rows: backendMenu }) });
  const { menu } = await site.load<SharedData>(root.loader, "/en");
  expect(findMenuItem(menu!, "id", "look-up")?.title).toBe("Batch look-up");
  expect(findMenuItem(menu!, "icon", "lens")?.path).toBe("/batch");
});

test("S13 S29 a list has its category's title and summary from `cat.info` or, if that fails, from the category tree", async () => {
  const words = { ...examples["cat.info"].data, title: "Slices", summary: "From the category itself." };
  override({ "cat.info": () => succeed(words) });
  expect((await loadList("/en/product/list/pieces")).data).toMatchObject({ title: "Slices", lead: words.summary });
  breakCalls(["cat.info"]);
  const { data, init } = await loadList("/product/list/pieces");
  expect([data.title, data.lead, init?.status]).toEqual(["Prepared slices", "Cut and dried.", 200]);
  expect(requests.filter(({ url }) => url.includes("/api/cat/info"))).toHaveLength(2);
});

test("S18 S29 a list whose category tree fails is shown without the tree", async () => {
  breakCalls(["cat.list"]);
  expect((await loadList("/product/list/pieces")).data).toMatchObject({ title: "Prepared slices", tree: [], total: 1 });
  breakCalls(["cat.list", "cat.info"]);
  expect((await loadList("/case/list")).data).toMatchObject({ tree: [], total: 1 });
});

test.each([
  [() => respondMissing(), { problem: "loginUnavailable" }],
  [() => Response.json({ code: 4001, message: "No such account" }), { problem: "refused", message: "No such account" }],
])("S16 S18 S29 the login explains why the backend sent no code (%#)", async (respond, expected) => {
  override({ "auth.code": respond });
  const fields = { intent: "code", account: "ada@example.com" };
  expect(await site.send(login.action, "/en/login", fields)).toMatchObject({ data: expected });
});

test("S16 S29 a refused form shows the backend's message", async () => {
  override({ "quotation.create": () => Response.json({ code: 1001, message: "库存不足" }) });
  const fields = { intent: "send", name: "Ada", contact: "ada@example.com", item: "12", quantity: "2" };
  const result = await site.send<{ data: object }>(quotation.action, "/quotation", fields);
  expect(result.data).toMatchObject({ problem: "refused", message: "库存不足" });
  const page = await renderRoute(site, quotation, "/quotation", { actionData: result });
  expect(page).toMatch(/role="alert"(?:(?!<form).)*库存不足/s);
  const [request] = requests.filter(({ url }) => url === base + endpoints["quotation.create"].path);
  expect(await request!.json()).toMatchObject({ name: "Ada", items: [{ id: "12", quantity: 2 }] });
});

test("S28 S29 a form is sent to its endpoint, and is kept if the backend is unavailable", async () => {
  const contact = { name: "Ada", contact: "ada@example.com" };
  const inquiry = { ...contact, intent: "send", item: "12", quantity: "20" };
  const forms = [
    { page: contactUs, endpoint: "/guestbook", address: "/contact-us", fields: { ...contact, content: "Hello" } },
    { page: quotation, endpoint: "/quotation", address: "/quotation", fields: inquiry },
  ] as const;
  const readNewest = async () => (await readInbox(site.DATA_DIR))[0];
  for (const { page, endpoint, address, fields } of forms) {
    expect(await site.send<Response>(page.action, address, fields)).toMatchObject({ status: 303 });
    expect(await readNewest()).toMatchObject({ status: "delivered", payload: contact });
    const sentRequests = requests.filter(({ method, url }) => method === "POST" && url === base + endpoint);
    expect(await Promise.all(sentRequests.map((request) => request.json()))).toMatchObject([contact]);
  }
  breakCalls(["guestbook.create", "quotation.create"]);
  for (const { page, address, fields } of forms) {
    const changedFields = { ...fields, name: "Grace" };
    expect(await site.send<Response>(page.action, address, changedFields)).toMatchObject({ status: 303 });
    expect(await readNewest()).toMatchObject({ status: "pending", payload: { name: "Grace" } });
  }
});

test("the letters of a list of several pages lead to the page of each", async () => {
  const [product] = (examples["product.list"].data as { rows: object[] }).rows;
  const rows = Array.from({ length: 104 }, (_, index) => {
    return { ...product, id: index, title: `${"ABCD"[Math.floor(index / 26)]}${index}`, pinyin: undefined };
  });
  override({
    "product.list": ({ request }) => {
      const { page, pageSize } = Object.fromEntries(new URL(request.url).searchParams);
      const start = (Number(page) - 1) * Number(pageSize);
      return succeed({ rows: rows.slice(start, start + Number(pageSize)), total: rows.length });
    },
  });
  const html = await renderRoute(site, list, "/en/product/list?page=2");
  expect([...html.matchAll(/href="([^"]*)#letter-(.)"/g)].map(([, path, letter]) => [letter, path])).toEqual([
    ["A", "?"],
    ["B", "?"],
    ["C", ""],
    ["D", "?page=3"],
  ]);
  expect(html).toContain('id="keyword"');
});

test("adverts whose language differs from the page's have a lang attribute", async () => {
  const rows = ["home-banner", "list-aside"].map((aid) => ({ id: aid, aid, title: `样品 ${aid}`, lang: "zh-CN" }));
  override({ "ad.list": () => succeed({ rows }) });
  expect(await renderRoute(site, list, "/en/news/list")).toMatch(/<aside[^>]* lang="zh-CN"[^>]*>.*样品 list-aside/s);
  expect(await renderRoute(site, home, "/en")).toMatch(/<p[^>]* lang="zh-CN"[^>]*>样品 home-banner/);
});

test("the owner's title of a kind stays as written, even within a sentence", async () => {
  override({ "setting.list": () => succeed({ kinds: [{ kind: "news", title: "TCM News" }] }) });
  expect(await renderRoute(site, home, "/en")).toContain("More in TCM News");
});

test("a page shows the backend's warnings first, its dose notes below the composition, and the cautions for herbs below the item's own cautions", async () => {
  const page = await renderRoute(site, formula, "/en/prescription/info/7");
  expect(page).toMatch(
    /Important<[^]+12\u00a0g of ginseng[^]+Composition<[^]+3\u00a0g of white peony root[^]+Cautions<[^]+Cautions for the herbs<[^]+After the Chinese Pharmacopoeia of 2020\.<[^]+with veratrum\.<[^]+Origin</,
  );
  const product = await renderRoute(site, info, "/en/product/info/12");
  expect(product).toMatch(/Cautions for the herbs<[^]+In pregnancy[^]+Origin</);
  const { warnings: _, safety: __, ...data } = examples["prescription.info"].data as Record<string, unknown>;
  override({ "prescription.info": () => succeed(data) });
  expect(await renderRoute(site, formula, "/en/prescription/info/8")).not.toMatch(/Cautions for the herbs|Important</);
});

test.each([true, 1, "1", "true"])(
  "a backend's formula with `prescriptionOnly` %j has a notice in place of both buttons",
  async (flag) => {
    const data = { ...(examples["prescription.info"].data as object), prescriptionOnly: flag };
    override({ "prescription.info": () => succeed(data) });
    const page = await renderRoute(site, formula, "/en/prescription/info/7");
    expect(page).toContain("Cinnamon Twig Decoction needs a prescription, so it can’t be ordered or decocted here.");
    expect(page).not.toContain("Add to inquiry");
    override({ "prescription.info": () => succeed({ ...data, ingredients: [] }) });
    expect(await renderRoute(site, formula, "/en/prescription/info/8")).toContain("needs a prescription");
    override({ "prescription.info": () => succeed({ ...data, prescriptionOnly: false }) });
    expect(await renderRoute(site, formula, "/en/prescription/info/9")).toContain("Add to inquiry");
  },
);

test("a formula whose herbs aren't products has a note", async () => {
  const { ingredients, ...data } = examples["prescription.info"].data as { ingredients: object[] };
  const herbs = ingredients.map((herb) => ({ ...herb, product: undefined }));
  override({ "prescription.info": () => succeed({ ...data, ingredients: herbs }) });
  const page = await renderRoute(site, formula, "/en/prescription/info/7");
  expect(page).toContain("None of its herbs is a product of ours; they are listed under “Anything else”.");
  expect(page).not.toContain("The others are listed");
});

test("a backend's product for licensed buyers is marked on its page and in the inquiry", async () => {
  override({
    "product.info": () => succeed({ ...(examples["product.info"].data as object), licensedBuyersOnly: true }),
  });
  expect(await renderRoute(site, info, "/en/product/info/12")).toContain("Supplied to licensed buyers only");
  const fields = { intent: "send", name: "Ada", contact: "ada@example.com", item: "12", quantity: "2" };
  await site.send(quotation.action, "/quotation", fields);
  const request = requests.findLast(({ url }) => url === base + endpoints["quotation.create"].path);
  expect(await request!.json()).toMatchObject({ items: [{ id: "12", licensedBuyersOnly: true }] });
});

const example = examples["batch.info"].data as { id: string };

const respondToNumber = ({ request }: { request: Request }) => {
  const id = new URL(request.url).searchParams.get("id")!;
  return id === example.id ? succeed(example) : Response.json({ code: 404, message: "unknown" });
};

const listCalls = (key: EndpointKey) => requests.filter(({ url }) => url.startsWith(`${base}${endpoints[key].path}?`));

test("each number of a delivery note is looked up by `batch.info`, and if a call fails, the note is unavailable", async () => {
  override({ "batch.info": respondToNumber });
  const load = (numbers: string) =>
    site.load<{ data: { note?: Note } }>(batchLookup.loader, `/en/batch?${new URLSearchParams({ number: numbers })}`);
  const { data } = await load(`批号：${example.id}\nXX-1、${example.id}`);
  expect(data.note?.rows.map(({ id }) => id)).toEqual([example.id, undefined]);
  // Equal numbers are one row, and one call.
  expect(listCalls("batch.info").map(({ url }) => new URL(url).searchParams.get("id"))).toEqual([example.id, "XX-1"]);
  override({ "batch.info": respondBroken });
  expect(await load("XX-2,XX-3")).toMatchObject({ status: 503 });
});

test("a search for a batch number redirects to the batch, and a search for words makes no look-up", async () => {
  override({ "batch.info": respondToNumber });
  const openSearch = (q: string) => site.load<Response>(search.loader, `/en/search?q=${q}`);
  expect(await openSearch("root")).not.toHaveProperty("headers");
  expect(listCalls("batch.info").filter(({ url }) => url.includes("root"))).toEqual([]);
  expect((await openSearch(example.id)).headers.get("Location")).toBe(`/en/batch/${example.id}`);
  override({ "batch.list": respondMissing, "batch.info": respondMissing, "product.list": respondBroken });
  expect((await openSearch("XX-9")).headers?.get("Location") ?? "no redirect").toBe("no redirect");
});
