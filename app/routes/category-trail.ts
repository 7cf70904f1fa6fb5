import type { CategoryNode } from "../components/catalogue/category-tree.tsx";
import type { Category } from "../contract/entities.ts";

/**
 * The categories from the top down to `slug`; empty for no slug, `undefined` where the tree doesn't have it.
 * Found by walking the tree: another backend's slugs needn't spell their parents.
 */
export function categoryTrail(tree: readonly Category[], slug: string | undefined): Category[] | undefined {
  if (slug === undefined) return [];
  for (const category of tree) {
    if (category.slug === slug) return [category];
    const below = categoryTrail(category.children, slug);
    if (below) return [category, ...below];
  }
  return undefined;
}

/** The part of the tree that is drawn: below the categories that lead to `slug`, and nothing of their summaries. */
export function treeNodes(tree: readonly Category[], slug: string | undefined): CategoryNode[] {
  const trail = categoryTrail(tree, slug) ?? [];
  return tree.map(({ slug: own, title, total, lang, children }) => ({
    ...{ slug: own, title, total, lang },
    children: trail.some((category) => category.slug === own) ? treeNodes(children, slug) : [],
  }));
}
