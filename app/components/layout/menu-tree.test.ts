import { expect, test } from "vitest";
import type { MenuItem } from "../../contract/entities.ts";
import { filterMenu, findMenuItem } from "./menu-tree.ts";

function createMenuItem(id: string, path: string, ...children: MenuItem[]): MenuItem {
  return { id, type: "page", title: id.toUpperCase(), path, target: undefined, lang: undefined, children };
}

const menu = [
  createMenuItem("a", "/a", createMenuItem("b", "/a/b", createMenuItem("c", "/a/b/c"))),
  createMenuItem("d", "/d"),
];

test("finds an item by any field and at any depth", () => {
  expect(findMenuItem(menu, "path", "/a/b/c")?.id).toBe("c");
  expect(findMenuItem(menu, "title", "D")?.id).toBe("d");
  expect(findMenuItem(menu, "id", "nowhere")).toBeUndefined();
});

test("menu items of kinds that the site doesn't show are removed, with the items below them", () => {
  const ownItems = [
    createMenuItem("news", "/news/list", createMenuItem("page", "/page/press")),
    createMenuItem(
      "more",
      "/about-us",
      createMenuItem("old", "/case/list?page=2"),
      createMenuItem("roots", "/product/list/roots"),
    ),
    createMenuItem("outside", "https://news.example/news"),
  ];
  const getIds = (items: readonly MenuItem[]): unknown[] => items.map(({ id, children }) => [id, getIds(children)]);
  expect(getIds(filterMenu(ownItems, ["product"]))).toEqual([
    ["more", [["roots", []]]],
    ["outside", []],
  ]);
});
