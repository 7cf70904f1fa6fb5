import { numerals } from "#app/services/api/contract/amounts/chinese-numerals.ts";
import type { MinimumOrder } from "#app/services/api/contract/amounts/minimum-order.ts";
import { isUnit, readAmount, readQuantity, toGrams } from "#app/services/api/contract/amounts/quantity.ts";
import { limits } from "#app/services/api/contract/limits.ts";
import { normaliseUnicode } from "#app/services/api/contract/normalise-unicode.ts";
import { setItems, type BasketItem } from "./basket.ts";
import { isNeutral, listMentions, maxLineLength, type ParsedLine } from "./pasted-lines.ts";

/** The parts of a product that decide what is proposed. `names`: in every script and language. */
export type OrderedProduct = { names: readonly string[]; minimum?: MinimumOrder | undefined };

/**
 * A pasted line. Without `id` it names no single item; without `quantity` its quantity is uncertain. `rounded`: the
 * exact amount that was rounded up. `raised`: the quantity before it was raised to the minimum order.
 */
export type ReadLine = { line: string; id?: string; quantity?: number; rounded?: number; raised?: number };

/** Lists the distinct items and quantities that a line's readings yield. */
function readLine(
  { line, ids, readings, needsUnit }: ParsedLine,
  idsByName: ReadonlyMap<string, string>,
  products: ReadonlyMap<string, OrderedProduct>,
  areUnitsNeeded: boolean,
): ReadLine {
  const found = new Map<string, ReadLine>();
  for (const { names, typed } of readings) {
    const all = new Set([...ids, ...names.map((name) => idsByName.get(name))]);
    const [id] = all;
    const product = id === undefined ? undefined : products.get(id);
    if (id === undefined || all.size > 1 || !product) continue;
    const isUncertain = typed === "" || (!readAmount(typed)?.unit && (areUnitsNeeded || needsUnit));
    const { quantity, problem } = isUncertain ? {} : readQuantity(typed, product.minimum?.unit);
    // Less than one unit may be meant as a sample.
    const rounded = problem?.reason === "notWhole" && problem.amount! > 1 ? problem.amount : undefined;
    const amount = quantity ?? (rounded === undefined ? undefined : Math.ceil(rounded));
    if (amount !== undefined && amount <= limits.quantity)
      found.set(`${id} ${amount}`, { line, id, quantity: amount, ...(rounded !== undefined && { rounded }) });
    else if (found.size === 0) found.set("", { line, id });
  }
  const certain = [...found.values()].filter(({ quantity }) => quantity !== undefined);
  const [only = [...found.values()].at(-1), ...others] = certain;
  const id = new Set(ids).size === 1 ? ids[0]! : only?.id;
  if (only && others.length === 0 && only.id === id) return only;
  return { line, ...(id !== undefined && { id }) };
}

const plainKey = (text: string) =>
  normaliseUnicode(text, "NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

/** Lists the names of a product, and their longer words, by which a text mentions it. */
const listWords = ({ names }: OrderedProduct) =>
  names
    .flatMap((name) => [name, ...(name.match(/\p{Script=Latin}{4,}/gu) ?? [])])
    .map(plainKey)
    .filter(({ length }) => length > 1);

const weightPattern = new RegExp(
  String.raw`(?<![\d.,半${numerals}])(\d[\d.,]*|[半${numerals}]+)\s*([a-z]{1,9}|公斤|千克|[吨噸斤两兩克])`,
  "giu",
);

/** Returns the grams of the weights in a text; `NaN` for a number alone, and for a weight that can't be read. */
function listGrams(text: string): number[] {
  const plain = normaliseUnicode(text, "NFKC");
  if (/^[^\p{L}\d]*\d[\d.,]*(?:[^\p{L}\d.,][^\p{L}\d]*)?$/u.test(plain)) return [NaN];
  const weights = [...plain.matchAll(weightPattern)].filter(([, , unit]) => isUnit(unit!));
  return weights.map(([weight]) => readQuantity(weight, "g").quantity ?? NaN);
}

/** Whether a text only states the sum of the list, with no other number. */
const isTotal = (line: string, grams: readonly number[], total: number) =>
  grams.length === line.match(/\d[\d.,]*/g)?.length && grams.every((one) => one === total);

/** Whether a line looks like an item that isn't sold here: an unknown number, or a short Chinese name with an amount. */
const isOtherItem = ({ isOther, readings }: ParsedLine) =>
  isOther === true ||
  readings.some(({ names: [name = ""], typed }) => typed !== "" && /^\p{Script=Han}{1,3}$/u.test(name));

/**
 * Lists the items that are uncertain because of other lines. A line that isn't certain voids the items that it names. A
 * mere quantity voids all items, unless it is their total. Other text voids the item right above it, unless it has a
 * label, such as `Tel.: 1`. A text between two lines about one item may separate an older list from a newer one.
 */
function listVoid(
  lines: readonly ReadLine[],
  parsed: readonly ParsedLine[],
  idsByName: ReadonlyMap<string, string>,
  products: ReadonlyMap<string, OrderedProduct>,
) {
  const certain = lines.filter(({ quantity }) => quantity !== undefined);
  const words = new Map(certain.map(({ id }) => [id!, listWords(products.get(id!)!)]));
  const total = certain.reduce(
    (sum, { id, quantity }) => sum + (toGrams(quantity!, products.get(id!)?.minimum?.unit ?? "") ?? NaN),
    0,
  );
  return new Set(
    lines.flatMap(({ line, id, quantity }, index): string | string[] => {
      const above = lines.slice(0, index);
      if (quantity !== undefined) {
        const former = above.findLastIndex((one) => one.id === id);
        return former >= 0 && above.slice(former).some((one) => one.id === undefined) ? [id!] : [];
      }
      if (line.length > maxLineLength) return [...words.keys()];
      const key = plainKey(line);
      const { ids, isOther, isInTable, block } = parsed[index]!;
      const mentioned = [...words].flatMap(([one, all]) => (all.some((word) => key.includes(word)) ? one : []));
      const looked = listMentions(parsed[index]!).flatMap((part) => idsByName.get(part) ?? []);
      const named = [...ids, ...mentioned, ...looked, ...(id === undefined ? [] : [id])];
      if (named.length > 0 || isInTable || isNeutral(line)) return named;
      const grams = listGrams(line);
      if (isOther || isTotal(line, grams, total)) return [];
      if (grams.length > 0 && !isOtherItem(parsed[index]!)) return [...words.keys()];
      const isLabelled = /^[^:：]{1,20}[:：]\s*\S/.test(line);
      return isLabelled || parsed[index - 1]?.block !== block ? [] : (above.at(-1)?.id ?? []);
    }),
  );
}

/** Resolves pasted lines. A line has a quantity only if it is certain, also considering the other lines. */
export function resolveLines(
  parsed: readonly ParsedLine[],
  idsByName: ReadonlyMap<string, string>,
  products: ReadonlyMap<string, OrderedProduct>,
): ReadLine[] {
  const read = (areUnitsNeeded: boolean) => parsed.map((line) => readLine(line, idsByName, products, areUnitsNeeded));
  // Another line may say what bare numbers count, for example cartons or 斤.
  const isText = ({ id, line }: ReadLine, index: number) =>
    id === undefined && !parsed[index]!.isInTable && !isNeutral(line) && !isOtherItem(parsed[index]!);
  const units = parsed.flatMap(({ readings }) => readings.map(({ typed }) => readAmount(typed)?.unit ?? "kg"));
  const lines = read(units.some((unit) => toGrams(1, unit) !== 1000) || read(false).some(isText));
  const uncertain = listVoid(lines, parsed, idsByName, products);
  const sums = new Map<string, number>();
  for (const { id = "", quantity = 0 } of lines) sums.set(id, (sums.get(id) ?? 0) + quantity);
  return lines.map(({ quantity, rounded, ...line }) => {
    const sum = sums.get(line.id ?? "")!;
    if (quantity === undefined || uncertain.has(line.id!) || sum > limits.quantity) return line;
    const missing = (products.get(line.id!)?.minimum?.quantity ?? 1) - sum;
    if (missing <= 0) return { ...line, quantity, ...(rounded !== undefined && { rounded }) };
    sums.set(line.id!, sum + missing);
    return { ...line, quantity: quantity + missing, raised: rounded ?? quantity };
  });
}

/** A line as the visitor sends it: what it adds, or nothing if it is sent as text. */
export type ChosenLine = {
  line: string;
  id?: string | undefined;
  quantity?: number;
  isSample?: boolean;
  isRaised?: boolean;
};

export const outcomes = ["added", "raised", "joined", "refused", "text"] as const;

/** Adds the chosen lines to the list, in which they replace earlier quantities. Each line has exactly one outcome. */
export function applyLines(
  items: readonly BasketItem[],
  chosen: readonly ChosenLine[],
  products: ReadonlyMap<string, Pick<OrderedProduct, "minimum">>,
) {
  const listed = new Map(items.map((item) => [item.id, item]));
  const added = new Map<string, BasketItem>();
  const results = chosen.map(({ id = "", quantity = 0, isSample, isRaised }): (typeof outcomes)[number] => {
    if (quantity === 0 && !isSample) return "text";
    const former = added.get(id);
    const sum = (former?.quantity ?? 0) + quantity;
    const isFull = new Set([...listed.keys(), ...added.keys(), id]).size > Math.max(limits.items, listed.size);
    if (!products.has(id) || isFull || sum > limits.quantity) return "refused";
    const isSampleToo = isSample || former?.sample;
    added.set(id, { id, ...(sum > 0 && { quantity: sum }), ...(isSampleToo && { sample: true as const }) });
    return former ? "joined" : isRaised ? "raised" : "added";
  });
  const changed = Array.from(added.values(), (item): BasketItem => {
    const minimum = products.get(item.id)?.minimum?.quantity ?? 1;
    // A sample leaves the listed quantity as it is.
    if (item.quantity === undefined) return { ...item, quantity: listed.get(item.id)?.quantity };
    const first = results.findIndex((result, index) => result === "added" && chosen[index]!.id === item.id);
    if (item.quantity < minimum && first >= 0) results[first] = "raised";
    // A formula may need a processed form of the item, which the chosen line doesn't.
    const apart = listed.get(item.id)?.formulas && { isApart: true as const, raised: undefined };
    return { ...item, quantity: Math.max(item.quantity, minimum), ...apart };
  });
  const isReplaced = ({ id, quantity }: BasketItem) => listed.has(id) && listed.get(id)!.quantity !== quantity;
  return { items: setItems(items, changed, []), results, replaced: changed.filter(isReplaced).length };
}
