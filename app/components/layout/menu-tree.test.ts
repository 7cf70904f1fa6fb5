import { expect, test } from "vitest";
import type { MenuItem } from "../../services/api/contract/entities.ts";
import { createMenu, hasMenuPath, type MenuItem as DrawnMenuItem } from "./menu-tree.ts";

function createMenuItem(id: string, path: string, ...children: MenuItem[]): MenuItem {
  return { id, type: "page", title: id.toUpperCase(), path, target: undefined, lang: undefined, children };
}

const menu = [
  createMenuItem("a", "/a", createMenuItem("b", "/a/b", createMenuItem("c", "/a/b/c"))),
  createMenuItem("d", "/d"),
];

test("finds a path at any depth", () => {
  const [first, second] = createMenu(menu, []);
  expect([first, second].map((item) => hasMenuPath(item!, "/a/b/c"))).toEqual([true, false]);
  expect(hasMenuPath(second!, "/d")).toBe(true);
});

test("the menu has only the fields that are drawn", () => {
  expect(Object.keys(createMenu(menu, [])[0]!).sort()).toEqual(["children", "lang", "path", "target", "title"]);
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
