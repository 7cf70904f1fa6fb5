import { toItemKey } from "#app/services/api/contract/item-number.ts";
import { parseMinimumOrder } from "#app/services/api/contract/minimum-order.ts";
import { readPastedItems, settleItems } from "#app/services/submissions/pasted-items.ts";
import { readPastedLines } from "#app/services/submissions/pasted-lines.ts";

/** The fields of a row that the reader needs. */
export type PastedRow = { id: string; title: string; sku?: string | undefined; minimum?: string | undefined };

/** Reads pasted lines as the server does, but finds only the products of the sheet. @returns texts to show */
export function readPasted(
  text: string,
  rows: readonly PastedRow[],
  sample: string,
): { read: string[]; unread: string[] } {
  const ids = new Map(rows.flatMap(({ id, sku }) => (sku ? [[toItemKey(sku), id]] : [])));
  const rowsById = new Map(rows.map((row) => [row.id, row]));
  const minimums = new Map(rows.map(({ id, minimum }) => [id, parseMinimumOrder(minimum)]));
  const wanted = readPastedLines(text)
    .flatMap((line) => readPastedItems(line, (number) => ids.has(toItemKey(number))))
    .map(({ number = "", ...item }) => ({ ...item, id: ids.get(toItemKey(number)) }));
  const { items, quantities } = settleItems(wanted, minimums);
  const getTitle = (id = "") => rowsById.get(id)?.title ?? id;
  const amounts = Array.from(quantities, ([id, quantity]) => {
    const unit = minimums.get(id)?.unit ?? "";
    return `${getTitle(id)} ${quantity.toLocaleString()} ${unit}`.trim();
  });
  const samples = items.filter(({ isSample, outcome }) => isSample && outcome === "added");
  const unread = items.filter(({ outcome }) => outcome === "unknown" || outcome === "refused");
  return {
    read: [...amounts, ...samples.map(({ id }) => `${getTitle(id)} ${sample}`)],
    unread: unread.map(({ line }) => line),
  };
}
