/** Which items of a kind and language are read. */
export type ItemFilter = {
  /** Whether any item of the kind and language is hidden. Usually none is, and then the slow condition on `hidden` is left out. */
  hasHidden: boolean;
  /** The scope of a category; `undefined` for all items. */
  category?: number;
};

/** Creates the end of an SQL condition on a column with the numbers of items. */
export function createFilterCondition({ hasHidden, category }: ItemFilter, column: string): string {
  const isVisible = hasHidden ? ` AND ${column} NOT IN hidden` : "";
  const isInCategory =
    category === undefined
      ? ""
      : ` AND EXISTS (SELECT 1 FROM member WHERE member.item = ${column} AND member.scope = ${category})`;
  return isVisible + isInCategory;
}
