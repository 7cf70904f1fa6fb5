import { expect, test } from "vitest";
import type { MenuItem } from "../../contract/entities.ts";
import { findMenuItem } from "./menu-tree.ts";

function item(id: string, path: string, ...children: MenuItem[]): MenuItem {
  return { id, type: "page", title: id.toUpperCase(), path, target: undefined, lang: undefined, children };
}

const menu = [item("a", "/a", item("b", "/a/b", item("c", "/a/b/c"))), item("d", "/d")];

test("an item is found by any field, at any depth", () => {
  expect(findMenuItem(menu, "path", "/a/b/c")?.id).toBe("c");
  expect(findMenuItem(menu, "title", "D")?.id).toBe("d");
  expect(findMenuItem(menu, "id", "nowhere")).toBeUndefined();
});
