import { afterAll, beforeAll, expect, test } from "vitest";
import { routeTrial } from "../../tests/setup/route-trial.ts";
import { kinds } from "../contract/kinds.ts";
import * as aboutUs from "./about-us.tsx";
import * as home from "./home.tsx";
import * as info from "./info.tsx";
import * as list from "./list.tsx";
import * as notFound from "./not-found.tsx";
import * as search from "./search.tsx";

let site: Awaited<ReturnType<typeof routeTrial>>;
beforeAll(async () => void (site = await routeTrial()));
afterAll(() => site.dispose());

type Loaded<Loader extends (args: never) => unknown> = Awaited<ReturnType<Loader>>;

/** The product that stands first in its list. */
async function firstProduct() {
  const { data } = await site.load<Loaded<typeof list.loader>>(list.loader, "/product/list");
  return data.cards[0]!;
}

test("the front page has some of each kind, and no more of an item than its card shows", async () => {
  const shown = await site.load<Loaded<typeof home.loader>>(home.loader, "/");
  expect(shown.product.length).toBeGreaterThan(0);
  expect(shown.product[0]).not.toHaveProperty("body");
});

test("about us is told in the language of its address", async () => {
  const titles = await Promise.all(
    ["/about-us", "/en/about-us"].map(
      async (path) => (await site.load<Loaded<typeof aboutUs.loader>>(aboutUs.loader, path)).title,
    ),
  );
  expect(titles[1]).toBe("About us");
  expect(titles[0]).not.toBe(titles[1]);
});

test.each(kinds)("a list of %s has a page of cards, and none beyond its end", async (kind) => {
  const { data } = await site.load<Loaded<typeof list.loader>>(list.loader, `/en/${kind}/list`);
  expect([data.kind, data.page, data.cards.length]).toEqual([kind, 1, Math.min(data.total, 12)]);
  const beyond = await site.load<Response>(list.loader, `/${kind}/list?page=9999`);
  expect(beyond.status).toBe(404);
});

test("a keyword that is too long is a 400 with the list, and not searched for", async () => {
  const { data, init } = await site.load<Loaded<typeof list.loader>>(
    list.loader,
    `/news/list?keyword=${"a".repeat(101)}`,
  );
  expect([init?.status, data.isTooLong]).toEqual([400, true]);
  const found = await site.load<Loaded<typeof search.loader>>(search.loader, `/search?q=${"a".repeat(101)}`);
  expect([found.init?.status, found.data.groups]).toEqual([400, []]);
});

test("an item comes with its neighbours; an id that isn't there, or can't be one, is a 404 with the path", async () => {
  const { id, title } = await firstProduct();
  const ask = <Result>(name: string) =>
    site.load<Result>(info.loader, `/product/info/${name}`, { params: { id: decodeURIComponent(name) } });
  const { item, neighbours } = await ask<Loaded<typeof info.loader>>(id);
  expect([item.title, neighbours.prev]).toEqual([title, null]);
  expect(neighbours.next?.id).not.toBe(id);
  for (const name of ["no-such-thing", "a%00b"]) {
    const missing = await ask<Response>(name);
    expect([missing.status, (await missing.json()).message]).toEqual([404, `Page Not Found: /product/info/${name}`]);
  }
});

test("a search finds an item by its title", async () => {
  const { id, title } = await firstProduct();
  const { data } = await site.load<Loaded<typeof search.loader>>(
    search.loader,
    `/search?q=${encodeURIComponent(title)}`,
  );
  const products = data.groups.find(({ kind }) => kind === "product");
  expect(products?.cards.map((card) => card.id)).toContain(id);
});

test("what no route knows is a 404; the id of the request is told in loader data alone", async () => {
  const asked = async (address: string) => (await site.load<Response>(notFound.loader, address)).json();
  expect(await asked("/nowhere")).toEqual({ message: "Page Not Found: /nowhere" });
  expect(await asked("/nowhere.data")).toMatchObject({ requestId: "request-1" });
});
