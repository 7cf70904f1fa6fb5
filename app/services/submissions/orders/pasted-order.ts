import type { MinimumOrder } from "#app/services/api/contract/amounts/minimum-order.ts";
import { listUnits, readAmount, readQuantity, toGrams } from "#app/services/api/contract/amounts/quantity.ts";
import { limits } from "#app/services/api/contract/limits.ts";
import { setItems, type BasketItem } from "./basket.ts";
import type { ParsedLine } from "./pasted-lines.ts";

/** The part of a product that decides what is proposed. */
export type OrderedProduct = { minimum?: MinimumOrder | undefined };

/** Why a line has no quantity. `quotation.json` has a word for each. */
export type LineProblem = "noItem" | "twoItems" | "noQuantity" | "twoQuantities" | "otherWords" | "belowOne";

/**
 * A pasted line with the item that it names, and its quantity, or why it has none. `rounded`: the exact amount that was
 * rounded up.
 */
export type ReadLine = { line: string; id?: string | undefined } & (
  | { quantity: number; rounded?: number | undefined; problem?: never }
  | { quantity?: never; rounded?: never; problem: LineProblem }
);

/** What a list's other lines say about the notation of numbers. */
type Notation = { hasOtherUnits: boolean; hasDecimalComma: boolean };

/** Whether an amount could be another one: without a unit beside other units, or with a comma for thousands. */
function isUncertain(typed: string, { hasOtherUnits, hasDecimalComma }: Notation): boolean {
  const hasUnit = toGrams(1, readAmount(typed)?.unit ?? "") !== undefined;
  const isGrouped = /\d[,'’]\d{3}(?!\d)/.test(typed);
  return hasUnit ? isGrouped && hasDecimalComma : isGrouped || hasOtherUnits;
}

/** Reads a line that names one item with one quantity, and nothing else. */
function readLine(
  { line, ids, readings, amounts }: ParsedLine,
  idsByName: ReadonlyMap<string, string>,
  products: ReadonlyMap<string, OrderedProduct>,
  notation: Notation,
): ReadLine {
  const found = new Map<string, ReadLine>();
  const named = new Set(ids);
  let isBelowOne = false;
  for (const { names, typed } of readings) {
    const all = new Set([...ids, ...names.map((name) => idsByName.get(name))]);
    const [id] = all;
    const product = id === undefined ? undefined : products.get(id);
    for (const one of all) if (one !== undefined && products.has(one)) named.add(one);
    if (id === undefined || all.size > 1 || !product) continue;
    if (typed === "" || isUncertain(typed, notation)) continue;
    const { quantity, problem } = readQuantity(typed, product.minimum?.unit);
    const rounded = problem?.reason === "notWhole" && problem.amount! > 1 ? problem.amount : undefined;
    const amount = quantity ?? (rounded === undefined ? undefined : Math.ceil(rounded));
    // Less than one unit may be meant as a sample.
    isBelowOne ||= amount === undefined && problem?.reason !== "otherUnit" && problem?.reason !== "unreadable";
    if (amount !== undefined && amount <= limits.quantity)
      found.set(`${id} ${amount}`, { line, id, quantity: amount, rounded });
  }
  const [only, ...others] = found.values();
  if (only && others.length === 0 && named.size === 1) return only;
  const [id] = named;
  if (named.size !== 1) return { line, problem: named.size > 1 ? "twoItems" : "noItem" };
  if (isBelowOne) return { line, id, problem: "belowOne" };
  return { line, id, problem: amounts === 0 ? "noQuantity" : amounts > 1 ? "twoQuantities" : "otherWords" };
}

/** Reads each line by itself. Other lines only tell how numbers are written. */
export function resolveLines(
  parsed: readonly ParsedLine[],
  idsByName: ReadonlyMap<string, string>,
  products: ReadonlyMap<string, OrderedProduct>,
): ReadLine[] {
  const text = parsed.map(({ line }) => line).join("\n");
  const notation = {
    hasOtherUnits: listUnits(text).some((unit) => toGrams(1, unit) !== 1000),
    hasDecimalComma: /\d,\d{1,2}(?!\d)/.test(text),
  };
  return parsed.map((line) => readLine(line, idsByName, products, notation));
}

/** What the visitor adds for a line or a row. */
export type ChosenLine = { id: string; quantity?: number | undefined; isSample: boolean };

/**
 * Adds the chosen lines to the list, in which they replace earlier quantities. Lines of one item are added up.
 * @returns the list with the numbers of `added` items, `refused` lines, and `replaced` quantities
 */
export function applyLines(
  items: readonly BasketItem[],
  chosen: readonly ChosenLine[],
  products: ReadonlyMap<string, OrderedProduct>,
) {
  const listed = new Map(items.map((item) => [item.id, item]));
  const added = new Map<string, BasketItem>();
  let refused = 0;
  for (const { id, quantity = 0, isSample } of chosen) {
    if (quantity === 0 && !isSample) continue;
    const former = added.get(id);
    const sum = (former?.quantity ?? 0) + quantity;
    const isFull = new Set([...listed.keys(), ...added.keys(), id]).size > Math.max(limits.items, listed.size);
    if (!products.has(id) || isFull || sum > limits.quantity) {
      refused++;
      continue;
    }
    const isSampleToo = isSample || former?.sample;
    added.set(id, { id, ...(sum > 0 && { quantity: sum }), ...(isSampleToo && { sample: true as const }) });
  }
  const changed = Array.from(added.values(), (item): BasketItem => {
    // A sample leaves the listed quantity as it is.
    if (item.quantity === undefined) return { ...item, quantity: listed.get(item.id)?.quantity };
    // A formula may need a processed form of the item, which the chosen line doesn't.
    return { ...item, ...(listed.get(item.id)?.formulas && { isApart: true as const }) };
  });
  const isReplaced = ({ id, quantity }: BasketItem) => listed.has(id) && listed.get(id)!.quantity !== quantity;
  return {
    items: setItems(items, changed, []),
    added: added.size,
    refused,
    replaced: changed.filter(isReplaced).length,
  };
}
