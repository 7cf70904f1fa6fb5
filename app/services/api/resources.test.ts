import { expect, test } from "vitest";
import { respondBroken, respondMissing, setUpEnvelopeApi, succeed } from "#tests/mocks/envelope-api.ts";
import { kinds } from "./contract/kinds.ts";

const { requests, override, createApi } = setUpEnvelopeApi();

const createRow = (id: string) => ({ id, title: id, languages: [] });
const readQuery = (request: Request) => new URL(request.url).searchParams;

test("S13 S29 an advert is loaded by its id, and a category by its slug", async () => {
  const { api } = createApi();
  expect(await api.site.advert("hero-1")).toMatchObject({ id: "hero-1", aid: "home-hero" });
  expect(await api.content.category("product", "pieces")).toMatchObject({ slug: "pieces", title: "Prepared slices" });
  expect(requests.map(({ url }) => new URL(url).pathname + new URL(url).search)).toEqual([
    "/api/ad/data/info?id=hero-1",
    "/api/cat/info?kind=product&slug=pieces",
  ]);
});

test("S29 if an optional part fails, it is undefined, and the page is counted as partial", async () => {
  override({ "page.list": respondBroken });
  const { api, countPartial } = createApi();
  expect(await api.optional(api.pages.all())).toBeUndefined();
  expect(countPartial()).toBe(1);
});

test("parts that can be loaded are returned, and an error is thrown if all fail", async () => {
  override({ "news.list": respondBroken, "case.list": respondBroken });
  const { api, countPartial } = createApi();
  const load = (kind: "news" | "case" | "product") => api.content.list(kind, {});
  expect(await api.some([load("news"), load("product")])).toMatchObject([{ rows: [{ sku: "HQ-0412" }] }]);
  expect(countPartial()).toBe(1);
  await expect(api.some([load("news"), load("case")])).rejects.toMatchObject({ endpoint: "news.list", code: 500 });
  expect(await api.some([])).toEqual([]);
});

test("S18 S29 a kind is available unless its list is missing, and a missing list is requested again after a minute", async () => {
  override({ "prescription.list": respondMissing });
  const { open, clock } = createApi();
  const others = kinds.filter((kind) => kind !== "prescription");
  for (let page = 0; page < 3; page++) expect(await open().content.kinds()).toEqual(others);
  // A kind that is new in the code may be missing, too.
  expect(requests).toHaveLength(new Set(requests.map(({ url }) => url)).size);
  override({});
  clock.time += 61_000;
  await open().content.kinds();
  await expect.poll(() => open().content.kinds()).toEqual(kinds);
  override({ "prescription.list": respondBroken });
  expect(await createApi().api.content.kinds()).toEqual(kinds);
});

test("S18 the 404 of an unknown category isn't reported as a missing list", async () => {
  override({ "prescription.list": () => Response.json({ code: 404, message: "no such category" }, { status: 404 }) });
  const { api } = createApi();
  await expect(api.content.list("prescription", { cat: "x" })).rejects.toMatchObject({ message: "no such category" });
  expect(await api.content.kinds()).not.toContain("prescription");
});

test("S29 all plain pages are loaded with at most ten calls", async () => {
  const respondWith = (total: number) =>
    override({
      "page.list": ({ request }) => {
        const page = readQuery(request).get("page");
        return succeed({ rows: [createRow(`a${page}`), createRow(`b${page}`)], total });
      },
    });
  respondWith(250);
  expect((await createApi().api.pages.all()).map(({ id }) => id)).toEqual(["a1", "b1", "a2", "b2", "a3", "b3"]);
  respondWith(1_000_000);
  requests.length = 0;
  await createApi().api.pages.all();
  expect(requests).toHaveLength(10);
  override({ "page.list": () => succeed({ rows: [], total: 1_000_000 }) });
  requests.length = 0;
  expect(await createApi().api.pages.all()).toEqual([]);
  expect(requests).toHaveLength(1);
});

test("S29 a product has at most the requested number of batches", async () => {
  override({
    "batch.list": ({ request }) =>
      succeed({ rows: (readQuery(request).has("product") ? ["A1", "A2", "A3"] : ["A1"]).map(createRow) }),
  });
  const { api } = createApi();
  expect((await api.batches.ofProduct("huang-qi", 2)).map(({ id }) => id)).toEqual(["A1", "A2"]);
});

test("a list's total is the backend's, or else the number of its rows", async () => {
  const rows = ["a", "b"].map(createRow);
  const { api } = createApi();
  override({ "news.list": () => succeed({ rows, total: 31 }), "case.list": () => succeed({ rows }) });
  expect([(await api.content.list("news", {})).total, (await api.content.list("case", {})).total]).toEqual([31, 2]);
});

test("S29 a certificate's path is resolved against the backend's origin", async () => {
  const { api } = createApi("https://cms.example");
  expect((await api.batches.info("HQ251201")).certificate?.url).toBe("https://cms.example/uploads/HQ251201.pdf");
});

test("the newest released batch is found on later pages, even if the backend ignores `state`", async () => {
  const total = 250;
  const createPage = (page: number) =>
    Array.from({ length: Math.min(100, total - (page - 1) * 100) }, (_, index) => ({
      ...createRow(`B${(page - 1) * 100 + index}`),
      ...((page - 1) * 100 + index >= 230 && { state: "released" }),
    }));
  override({
    "batch.list": ({ request }) => succeed({ rows: createPage(Number(readQuery(request).get("page") ?? 1)), total }),
  });
  const { api } = createApi();
  const find = (state: string) => api.batches.findReleasedBatch((row) => row.state === state, "huang-qi");
  expect(await find("released")).toMatchObject({ id: "B230" });
  expect(requests.map((request) => readQuery(request).get("page"))).toEqual([null, "1", "2", "3"]);
  expect(readQuery(requests[1]!).get("state")).toBe("released");
  expect(await find("recalled")).toBeUndefined();
});

test("a search for a released batch ends on the page that has one, or on a full last page", async () => {
  const released = { ...createRow("B1"), state: "released" };
  const createFullPage = () => Array.from({ length: 99 }, (_, index) => createRow(`B${index + 2}`));
  override({ "batch.list": () => succeed({ rows: [released, ...createFullPage()], total: 300 }) });
  const { open } = createApi();
  const find = (state: string) => open().batches.findReleasedBatch((row) => row.state === state, "huang-qi");
  expect(await find("released")).toMatchObject({ id: "B1" });
  expect(requests).toHaveLength(2);
  override({ "batch.list": () => succeed({ rows: [createRow("B1"), ...createFullPage()], total: 100 }) });
  const { api } = createApi();
  expect(await api.batches.findReleasedBatch((row) => row.state === "released")).toBeUndefined();
  expect(requests).toHaveLength(4);
});

test("if a backend has no batches, a product's batches and the recalled ones together need only one call", async () => {
  override({ "batch.list": () => succeed({ rows: [] }) });
  const { api } = createApi();
  expect([await api.batches.ofProduct("huang-qi", 2), await api.batches.recalled()]).toEqual([[], []]);
  expect(requests).toHaveLength(1);
});

test("only recalled batches are returned, the gravest class first, then the latest, and one without a class with the gravest", async () => {
  const createRecalled = (id: string, date: string, level?: number) => ({
    ...createRow(id),
    recalled: { date, level },
  });
  const rows = [
    createRecalled("A", "2026-01-01", 1),
    createRow("B"),
    createRecalled("C", "2026-03-01", 3),
    createRecalled("D", "2026-02-01"),
  ];
  override({ "batch.list": () => succeed({ rows }) });
  expect((await createApi().api.batches.recalled()).map(({ id }) => id)).toEqual(["D", "A", "C"]);
  expect(Object.fromEntries(readQuery(requests.at(-1)!))).toEqual({ recalled: "1", pageSize: "100" });
});

test("login calls send the id of the browser, and not the former token", async () => {
  const { open } = createApi();
  const { auth } = open({ token: "former" });
  expect(await auth.code("wang@example.com", "b-1")).toBe(600);
  expect(await auth.login("wang@example.com", "042917", "b-1")).toBe("b3BhcXVl");
  for (const { headers } of requests)
    expect([headers.get("authorization"), headers.get("x-login-browser")]).toEqual([null, "b-1"]);
  expect(await requests[0]!.json()).toEqual({ account: "wang@example.com" });
  expect(await requests[1]!.json()).toEqual({ account: "wang@example.com", code: "042917" });
});

test("a name has an id only if it means one product, and a backend that ignores names is read one page", async () => {
  const rows = [
    { ...createRow("a"), typed: ["x", "y"] },
    { ...createRow("b"), typed: ["y"] },
  ];
  override({ "product.list": () => succeed({ rows, total: 2 }) });
  expect([...(await createApi().api.content.productsByName(["x", "y", "z"]))]).toEqual([["x", "a"]]);
  override({ "product.list": () => succeed({ rows: [createRow("a")], total: 500 }) });
  const before = requests.length;
  expect(await createApi().api.content.productsByName(["other"])).toEqual(new Map());
  expect(requests.length - before).toBe(1);
});
