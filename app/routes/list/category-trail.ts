import type { Category } from "#app/services/api/contract/entities.ts";
import type { CategoryNode } from "./category-tree.tsx";

/**
 * Returns the categories from the root to `slug`. Searches the tree, because a backend's slugs needn't contain their
 * parents' slugs.
 */
export function findCategoryTrail(tree: readonly Category[], slug: string | undefined): Category[] | undefined {
  if (slug === undefined) return [];
  for (const category of tree) {
    if (category.slug === slug) return [category];
    const childTrail = findCategoryTrail(category.children, slug);
    if (childTrail) return [category, ...childTrail];
  }
  return undefined;
}

const maxCategoriesShown = 16;

function countCategories(tree: readonly Category[]): number {
  return tree.reduce((sum, { children }) => sum + 1 + countCategories(children), 0);
}

/** Returns the tree's nodes. A small tree is unfolded; in a large tree, only the categories that lead to `current` are. */
export function createTreeNodes(tree: readonly Category[], current: string | undefined): CategoryNode[] {
  const isSmall = countCategories(tree) <= maxCategoriesShown;
  const trail = new Set(findCategoryTrail(tree, current)?.map(({ slug }) => slug));
  const toNode = ({ slug, title, total, lang, children }: Category): CategoryNode => {
    return { slug, title, total, lang, children: isSmall || trail.has(slug) ? children.map(toNode) : [] };
  };
  return tree.map(toNode);
}
