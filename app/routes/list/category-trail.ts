import type { CategoryNode } from "./category-tree.tsx";
import type { Category } from "#app/services/api/contract/entities.ts";

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

/** Returns the tree's nodes. A small tree is unfolded; in a large tree, only the categories that lead to `slug` are. */
export function createTreeNodes(tree: readonly Category[], slug: string | undefined): CategoryNode[] {
  const isSmall = countCategories(tree) <= maxCategoriesShown;
  const trail = new Set(findCategoryTrail(tree, slug)?.map((category) => category.slug));
  return toNodes(tree, (categorySlug) => isSmall || trail.has(categorySlug));
}

function toNodes(tree: readonly Category[], isUnfolded: (slug: string) => boolean): CategoryNode[] {
  return tree.map(({ slug, title, total, lang, children }) => ({
    slug,
    title,
    total,
    lang,
    children: isUnfolded(slug) ? toNodes(children, isUnfolded) : [],
  }));
}
