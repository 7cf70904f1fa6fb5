import { expect, test } from "vitest";
import type { MenuItem } from "../../contract/entities.ts";
import { filterMenu, findMenuItem } from "./menu-tree.ts";

function item(id: string, path: string, ...children: MenuItem[]): MenuItem {
  return { id, type: "page", title: id.toUpperCase(), path, target: undefined, lang: undefined, children };
}

const menu = [item("a", "/a", item("b", "/a/b", item("c", "/a/b/c"))), item("d", "/d")];

test("finds an item by any field and at any depth", () => {
  expect(findMenuItem(menu, "path", "/a/b/c")?.id).toBe("c");
  expect(findMenuItem(menu, "title", "D")?.id).toBe("d");
  expect(findMenuItem(menu, "id", "nowhere")).toBeUndefined();
});

test("entries that lead to kinds that aren't shown are left out, with what is below them", () => {
  const own = [
    item("news", "/news/list", item("page", "/page/press")),
    item("more", "/about-us", item("old", "/case/list?page=2"), item("roots", "/product/list/roots")),
    item("outside", "https://news.example/news"),
  ];
  const ids = (items: readonly MenuItem[]): unknown[] => items.map(({ id, children }) => [id, ids(children)]);
  expect(ids(filterMenu(own, ["product"]))).toEqual([
    ["more", [["roots", []]]],
    ["outside", []],
  ]);
});
