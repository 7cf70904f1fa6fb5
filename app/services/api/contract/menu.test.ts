import { expect, test } from "vitest";
import type { MenuItem } from "./entities.ts";
import { createMenu, findMenuItem, type MenuItem as DrawnMenuItem } from "./menu.ts";

function createMenuItem(id: string, path: string, ...children: MenuItem[]): MenuItem {
  return { id, type: "page", title: id.toUpperCase(), path, target: undefined, lang: undefined, children };
}

const menu = [
  createMenuItem("a", "/a", createMenuItem("b", "/a/b", createMenuItem("c", "/a/b/c"))),
  createMenuItem("d", "/d"),
];

test("S12 an item of the menu is looked up by any field, at any depth", () => {
  expect(findMenuItem(menu, "path", "/a/b/c")?.title).toBe("C");
  expect(findMenuItem(menu, "id", "b")?.path).toBe("/a/b");
  expect(findMenuItem(createMenu(menu, []), "type", "page")?.title).toBe("A");
  expect(findMenuItem(menu, "title", "nowhere")).toBeUndefined();
});

test("S12 the menu of a page has the type of each item, and no field that pages don't use", () => {
  expect(Object.keys(createMenu(menu, [])[0]!).sort()).toEqual(["children", "lang", "path", "target", "title", "type"]);
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
  const getTitles = (items: readonly DrawnMenuItem[] = []): unknown[] =>
    items.map(({ title, children }) => [title, getTitles(children)]);
  expect(getTitles(createMenu(ownItems, ["product"]))).toEqual([
    ["MORE", [["ROOTS", []]]],
    ["OUTSIDE", []],
  ]);
});
