import { expect, test } from "vitest";
import type { Category } from "#app/services/api/contract/entities.ts";
import { createTreeNodes, findCategoryTrail } from "./category-trail.ts";

function createCategory(slug: string, ...children: Category[]): Category {
  return { id: slug, kind: "product", slug, title: slug, summary: "long", total: 1, lang: undefined, children };
}

// Slugs don't contain their parents' slugs, so the trail can't be derived from a slug.
const tree = [
  createCategory("a", createCategory("b", createCategory("c", createCategory("d", createCategory("e/f"))))),
  createCategory("z", createCategory("y")),
];

test("the trail leads from the root to a category at any depth", () => {
  expect(findCategoryTrail(tree, "e/f")?.map(({ slug }) => slug)).toEqual(["a", "b", "c", "d", "e/f"]);
  expect(findCategoryTrail(tree, undefined)).toEqual([]);
  expect(findCategoryTrail(tree, "nowhere")).toBeUndefined();
});

test("a small tree is shown completely", () => {
  expect(createTreeNodes(tree, undefined).map(({ children }) => children.length)).toEqual([1, 1]);
});

test("in a large tree only the branch of the current category is unfolded, and nodes have no summaries", () => {
  const largeTree = Array.from({ length: 20 }, (_, index) => createCategory(`n${index}`));
  const [a, z] = createTreeNodes([...tree, ...largeTree], "b");
  expect(a?.children[0]?.children.map(({ slug }) => slug)).toEqual(["c"]);
  expect(a?.children[0]?.children[0]?.children).toEqual([]);
  expect(z?.children).toEqual([]);
  expect(a).not.toHaveProperty("summary");
});
