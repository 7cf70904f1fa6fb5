import { isBelowMinimum } from "#app/services/api/contract/amounts/minimum-order.ts";
import type { BasketRow } from "#app/services/api/contract/forms/form-results.ts";
import { toSingleLineItem } from "#app/services/api/contract/forms/submissions.ts";
import { setItems, type BasketItem } from "./basket.ts";

/**
 * Checks the form's rows. Unknown items are accepted only if they are already on the list. A quantity that the list has
 * got since the form was rendered isn't overwritten before the visitor has seen it.
 */
export function checkRows(rows: readonly BasketRow[], items: readonly BasketItem[]): BasketRow[] {
  const listedItems = new Map(items.map(({ id, quantity }) => [id, quantity]));
  return rows
    .filter(({ id, title }) => title !== undefined || listedItems.has(id))
    .map((row) => checkListed(row, listedItems.get(row.id)));
}

/** Adds a problem if the list's quantity is neither the one that the visitor saw, nor the one that they typed. */
function checkListed(row: BasketRow, amount: number | undefined): BasketRow {
  if (row.problem) return row;
  const isSeen = row.listed === undefined || [undefined, row.listed, row.quantity].includes(amount?.toString());
  return isSeen
    ? { ...row, listed: row.quantity }
    : { ...row, listed: String(amount), problem: { reason: "changed", amount: amount! } };
}

/** Applies the form's valid rows to the list, and removes an item. */
export function setRows(
  items: readonly BasketItem[],
  rows: readonly BasketRow[],
  removedId: string | null,
): BasketItem[] {
  const changed = rows.flatMap(({ id, quantity, sample, problem }) =>
    problem ? [] : { id, quantity: toNumber(quantity), replaced: undefined, ...(sample && { sample }) },
  );
  return setItems(items, changed, [removedId]);
}

/** Lists the items of a submission. Deleted products are left out. */
export const listRequestedItems = (rows: readonly BasketRow[]) =>
  rows.flatMap(({ id, title, quantity, sample, minimum, ...row }) => {
    if (title === undefined) return [];
    const lines = toSingleLineItem({ ...row, title, unit: minimum?.unit });
    const isBelow = isBelowMinimum({ minimum, quantity });
    return [{ id, ...lines, quantity: toNumber(quantity), ...(isBelow && { minimum: minimum!.quantity }), sample }];
  });

const toNumber = (quantity: string) => (quantity.trim() === "" ? undefined : Number(quantity));
