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

/** A tree of so few categories is shown whole. */
const fewCategories = 16;

function countOf(tree: readonly Category[]): number {
  return tree.reduce((sum, { children }) => sum + 1 + countOf(children), 0);
}

/** The part of the tree that is drawn: all of a small one, else what leads to `slug`; nothing of the summaries. */
export function treeNodes(tree: readonly Category[], slug: string | undefined): CategoryNode[] {
  return countOf(tree) <= fewCategories ? nodes(tree, () => true) : nodes(tree, isOnTrail(tree, slug));
}

function isOnTrail(tree: readonly Category[], slug: string | undefined): (slug: string) => boolean {
  const trail = new Set(categoryTrail(tree, slug)?.map((category) => category.slug));
  return (own) => trail.has(own);
}

function nodes(tree: readonly Category[], isUnfolded: (slug: string) => boolean): CategoryNode[] {
  return tree.map(({ slug: own, title, total, lang, children }) => ({
    slug: own,
    title,
    total,
    lang,
    children: isUnfolded(own) ? nodes(children, isUnfolded) : [],
  }));
}
