import { afterAll, beforeAll, expect, test } from "vitest";
import { createRouteCaller } from "../../tests/setup/route-caller.ts";
import { kinds } from "../services/api/contract/kinds.ts";
import * as aboutUs from "./about-us/route.tsx";
import * as home from "./home/route.tsx";
import * as info from "./info/route.tsx";
import * as list from "./list/route.tsx";
import * as notFound from "./not-found/route.tsx";
import * as search from "./search/route.tsx";

let site: Awaited<ReturnType<typeof createRouteCaller>>;
beforeAll(async () => void (site = await createRouteCaller()));
afterAll(() => site.dispose());

type LoaderResult<Loader extends (args: never) => unknown> = Awaited<ReturnType<Loader>>;

async function loadFirstProduct() {
  const { data } = await site.load<LoaderResult<typeof list.loader>>(list.loader, "/product/list");
  return data.cards[0]!;
}

test("the home page has some items of each kind, with only the fields that cards show", async () => {
  const data = await site.load<LoaderResult<typeof home.loader>>(home.loader, "/");
  expect(data.cards.product.length).toBeGreaterThan(0);
  expect(data.cards.product[0]).not.toHaveProperty("body");
});

test("the about page is in the language of its URL", async () => {
  const titles = await Promise.all(
    ["/about-us", "/en/about-us"].map(
      async (path) => (await site.load<LoaderResult<typeof aboutUs.loader>>(aboutUs.loader, path)).title,
    ),
  );
  expect(titles[1]).toBe("About us");
  expect(titles[0]).not.toBe(titles[1]);
});

test.each(kinds)("the list of %s has a page of cards, and no page after its last one", async (kind) => {
  const { data } = await site.load<LoaderResult<typeof list.loader>>(list.loader, `/en/${kind}/list`);
  expect([data.kind, data.page, data.cards.length]).toEqual([kind, 1, Math.min(data.total, 12)]);
  const extraPage = await site.load<Response>(list.loader, `/${kind}/list?page=9999`);
  expect(extraPage.status).toBe(404);
});

test("a keyword that is too long is a 400 with the list, and isn't searched for", async () => {
  const { data, init } = await site.load<LoaderResult<typeof list.loader>>(
    list.loader,
    `/news/list?keyword=${"a".repeat(101)}`,
  );
  expect([init?.status, data.isTooLong]).toEqual([400, true]);
  const loaderData = await site.load<LoaderResult<typeof search.loader>>(search.loader, `/search?q=${"a".repeat(101)}`);
  expect([loaderData.init?.status, loaderData.data.groups]).toEqual([400, []]);
});

test("an item has its neighbours; an unknown or invalid id is a 404 with the path", async () => {
  const { id, title } = await loadFirstProduct();
  const loadPage = <Result>(name: string) =>
    site.load<Result>(info.loader, `/product/info/${name}`, { params: { id: decodeURIComponent(name) } });
  const { item, neighbours } = await loadPage<LoaderResult<typeof info.loader>>(id);
  expect([item.title, neighbours.prev]).toEqual([title, null]);
  expect(neighbours.next?.id).not.toBe(id);
  for (const name of ["no-such-thing", "a%00b"]) {
    const notFoundResponse = await loadPage<Response>(name);
    expect([notFoundResponse.status, (await notFoundResponse.json()).message]).toEqual([
      404,
      `Page Not Found: /product/info/${name}`,
    ]);
  }
});

test("a search finds an item by its title", async () => {
  const { id, title } = await loadFirstProduct();
  const { data } = await site.load<LoaderResult<typeof search.loader>>(
    search.loader,
    `/search?q=${encodeURIComponent(title)}`,
  );
  const products = data.groups.find(({ kind }) => kind === "product");
  expect(products?.cards.map((card) => card.id)).toContain(id);
});

test("an unknown path is a 404; only loader data contain the request id", async () => {
  const loadNotFound = async (address: string) => (await site.load<Response>(notFound.loader, address)).json();
  expect(await loadNotFound("/nowhere")).toEqual({ message: "Page Not Found: /nowhere" });
  expect(await loadNotFound("/nowhere.data")).toMatchObject({ requestId: "request-1" });
});
