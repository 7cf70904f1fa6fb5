import type { SourceItem } from "../files/content-source.ts";

/** A link from a herb (`herb/{id}`) or an item (`{kind}/{id}`) to an item, which isn't written at its own end. */
export type ItemLink = { from: string; to: string };

/** Lists the links of herbs to their products, and of items to the items that name them as related. */
export function listItemLinks(items: readonly SourceItem[]): ItemLink[] {
  const products = new Map<string, string>();
  for (const { kind, id, facts } of items) {
    const { herb } = facts as { herb?: string };
    // Of several products of a herb the one with its id is taken, or else the first.
    if (kind === "product" && herb && (id === herb || !products.has(herb))) products.set(herb, id);
  }
  return [
    ...Array.from(products, ([herb, id]) => ({ from: `herb/${herb}`, to: `product/${id}` })),
    ...items.flatMap(({ kind, id, facts }) => facts.related.map((from) => ({ from, to: `${kind}/${id}` }))),
  ];
}
