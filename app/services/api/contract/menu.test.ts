import { expect, test } from "vitest";
import { menuItemSchema, type MenuItem } from "./entities.ts";
import { createMenu, findMenuItem, type MenuEntry } from "./menu.ts";

function createMenuItem(id: string, path: string, ...children: MenuItem[]): MenuItem {
  return { id, type: "page", title: id.toUpperCase(), path, target: undefined, lang: undefined, children };
}

const menu = [
  createMenuItem("a", "/a", createMenuItem("b", "/a/b", createMenuItem("c", "/a/b/c"))),
  createMenuItem("d", "/d"),
];

test("S12 a menu item can be looked up by any field, at any depth", () => {
  expect(findMenuItem(menu, "path", "/a/b/c")?.title).toBe("C");
  expect(findMenuItem(createMenu(menu, []), "id", "b")?.path).toBe("/a/b");
  expect(findMenuItem(createMenu(menu, []), "type", "page")?.title).toBe("A");
  expect(findMenuItem(menu, "title", "nowhere")).toBeUndefined();
});

test("S12 a menu item keeps a backend's own string fields, limited in number and length, and drops its other fields", () => {
  const texts = { icon: "leaf", long: "x".repeat(201), [`n${"o".repeat(40)}`]: "a", "data-x": "b", constructor: "c" };
  const others = { order: 3, isHidden: true, tags: ["a"], meta: { a: "b" }, __proto__: { d: "e" } };
  const item = menuItemSchema.parse({ id: 7, title: "A", ...texts, ...others });
  expect(createMenu([item], [])).toEqual([{ id: "7", type: "page", title: "A", icon: "leaf", constructor: "c" }]);
  expect(findMenuItem(createMenu([item], []), "icon", "leaf")?.title).toBe("A");
  const many = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`f${index}`, "x"]));
  expect(Object.keys(menuItemSchema.parse({ id: 8, title: "B", ...many })).filter((name) => many[name])).toHaveLength(
    10,
  );
});

test("menu items of kinds that the site doesn't show are removed, with the items below them", () => {
  const backendItems = [
    createMenuItem("news", "/news/list", createMenuItem("page", "/page/press")),
    createMenuItem(
      "more",
      "/about-us",
      createMenuItem("old", "/case/list?page=2"),
      createMenuItem("roots", "/product/list/roots"),
    ),
    createMenuItem("outside", "https://news.example/news"),
  ];
  const getTitles = (items: readonly MenuEntry[] = []): unknown[] =>
    items.map(({ title, children }) => [title, getTitles(children)]);
  expect(getTitles(createMenu(backendItems, ["product"]))).toEqual([
    ["MORE", [["ROOTS", []]]],
    ["OUTSIDE", []],
  ]);
});
