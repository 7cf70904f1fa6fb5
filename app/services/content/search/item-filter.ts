/** Which items of a kind and language are read. */
export type ItemFilter = {
  /** Whether any item is hidden. Usually none is, and then the slow condition on `hidden` is left out. */
  hasHidden: boolean;
  /** The slug of a category; `undefined` for all items. */
  category?: string | undefined;
};

/** Creates the end of an SQL condition on a column with the numbers of items. */
export function createFilterCondition({ hasHidden, category }: ItemFilter, column: string): string {
  const isVisible = hasHidden ? ` AND ${column} NOT IN hidden` : "";
  if (category === undefined) return isVisible;
  const [slug, below, after] = [category, `${category}/`, `${category}0`].map(quote);
  const isInCategory = `(item.cat = ${slug} OR item.cat >= ${below} AND item.cat < ${after})`;
  return `${isVisible} AND EXISTS (SELECT 1 FROM item WHERE item.rowid = ${column} AND ${isInCategory})`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
