import { expect, test } from "vitest";
import type { Category } from "../contract/entities.ts";
import { categoryTrail, treeNodes } from "./category-trail.ts";

function category(slug: string, ...children: Category[]): Category {
  return { id: slug, kind: "product", slug, title: slug, summary: "long", total: 1, lang: undefined, children };
}

// Five levels, and slugs that don't spell their parents.
const tree = [
  category("a", category("b", category("c", category("d", category("e/f"))))),
  category("z", category("y")),
];

test("the trail leads from the top to a category of any depth", () => {
  expect(categoryTrail(tree, "e/f")?.map(({ slug }) => slug)).toEqual(["a", "b", "c", "d", "e/f"]);
  expect(categoryTrail(tree, undefined)).toEqual([]);
  expect(categoryTrail(tree, "nowhere")).toBeUndefined();
});

test("a small tree is shown whole", () => {
  expect(treeNodes(tree, undefined).map(({ children }) => children.length)).toEqual([1, 1]);
});

test("of a large tree only what leads to the current category is unfolded, without summaries", () => {
  const many = Array.from({ length: 20 }, (_, index) => category(`n${index}`));
  const [a, z] = treeNodes([...tree, ...many], "b");
  expect(a?.children[0]?.children.map(({ slug }) => slug)).toEqual(["c"]);
  expect(a?.children[0]?.children[0]?.children).toEqual([]);
  expect(z?.children).toEqual([]);
  expect(a).not.toHaveProperty("summary");
});
