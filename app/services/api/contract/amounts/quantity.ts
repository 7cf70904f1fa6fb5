import { limits } from "#app/services/api/contract/limits.ts";
import { normaliseUnicode } from "#app/services/api/contract/normalise-unicode.ts";
import { numerals, readNumeral } from "./chinese-numerals.ts";

/** Grams of each unit of weight, by its names. */
const gramsByNames: [grams: number, names: string][] = [
  [1, "g gram grams 克"],
  [50, "两 兩 市两 liang"],
  [453.59237, "lb lbs pound pounds 磅"],
  [500, "斤 市斤 jin"],
  [1000, "kg kgs kilo kilos kilogram kilograms 公斤 千克"],
  [1_000_000, "t ton tons tonne tonnes 吨 噸 公吨"],
];
const grams = new Map(gramsByNames.flatMap(([size, names]) => names.split(" ").map((name) => [name, size] as const)));

const normaliseUnit = (unit: string) => normaliseUnicode(unit, "NFKC").toLowerCase().replace(/[\s.]/g, "");

/** Converts a weight to grams. Returns `undefined` if the unit isn't one of weight. */
export function toGrams(value: number, unit: string): number | undefined {
  const size = grams.get(normaliseUnit(unit));
  return size === undefined ? undefined : value * size;
}

/** Whether a text names a unit of weight. */
export const isUnit = (text: string): boolean => grams.has(normaliseUnit(text));

const unitNames = [...grams.keys()].join("|");
const partPattern = new RegExp(
  String.raw`^(\d+(?:\.\d+)?|半|[${numerals}]+?)\s*((?:${unitNames})(?=半?$)|[^\d\s.半${numerals}][^\d\s.]{0,20}?)?(半)?\.?$`,
  "u",
);

const packNames = "袋|包|箱|桶|件|盒|bags?|box(?:es)?|drums?|packs?|cartons?";

/** Names of packs, after the number of packs. */
const packPattern = new RegExp(`^(?:${packNames})$`);

const unitPattern = new RegExp(String.raw`(?<![a-z'’])(?:${unitNames}|${packNames})(?![\p{L}])`, "gu");

/** Lists the units and packs that a text names as words of their own. */
export const listUnits = (text: string): string[] =>
  normaliseUnicode(text, "NFKC").toLowerCase().match(unitPattern) ?? [];

/** Without `unit`, the amount is in the product's unit. */
type Amount = { value: number; unit: string | undefined };

function readPart(text: string): Amount | undefined {
  const plain = text
    .trim()
    .replace(/^[1-9]\d{0,2}([,'’])\d{3}(?:\1\d{3})*(?![\d,'’])/, (number) => number.replace(/\D/g, ""));
  const [, typed = "", unit, half] = partPattern.exec(plain) ?? [];
  // `1.000` could be a thousand.
  if (typed === "" || /^[1-9]\d{0,2}\.\d{3}$/.test(typed)) return undefined;
  const value = typed === "半" ? 0.5 : /^\d/.test(typed) ? Number(typed) : readNumeral(typed);
  return value === undefined ? undefined : { value: value + (half ? 0.5 : 0), unit };
}

/** Parses `1,000 kg`, `x8`, `25kg × 8 袋`, 三十公斤 or 两斤半. */
export function readAmount(text: string): Amount | undefined {
  // A superscript, a fraction or a circled number isn't a digit.
  const factors = normaliseUnicode(text.replace(/\p{No}/gu, "?"), "NFKC")
    .toLowerCase()
    .replace(/\p{Cf}/gu, "")
    .replace(/\s+/g, " ")
    .trim()
    .replace(/^\./, "0.")
    .replace(/\/(?:袋|包|箱|桶|件|盒|bag|box|drum|pack|carton)(?=\s*[×x*])/, "")
    .split(/ ?[×*] ?| x |^x ?|(?<=g|\d)x(?= ?\d|$)/)
    .filter(Boolean)
    .map(readPart);
  const [first, second] = factors;
  if (!first || factors.length > 2 || !second) return factors.length === 1 ? first : undefined;
  const [weight, count] =
    second.unit !== undefined && !packPattern.test(second.unit) ? [second, first] : [first, second];
  const isCount = count.unit === undefined || packPattern.test(count.unit);
  return isCount ? { value: weight.value * count.value, unit: weight.unit } : undefined;
}

/** Why an amount isn't a quantity. `amount`: in the product's unit. `possible`: adjacent whole numbers. */
export type QuantityProblem = {
  reason: "unreadable" | "otherUnit" | "notWhole" | "outOfRange";
  amount?: number;
  possible?: number[];
};

export type Quantity = { quantity: number; problem?: never } | { quantity?: never; problem: QuantityProblem };

const isQuantity = (value: number) => value >= 1 && value <= limits.quantity;

/** Parses a quantity and converts it to the product's unit, as an integer. */
export function readQuantity(text: string, productUnit = ""): Quantity {
  const amount = readAmount(text);
  if (!amount) return { problem: { reason: "unreadable" } };
  const [from, to] = [grams.get(amount.unit ?? ""), toGrams(1, productUnit)];
  const isSame = amount.unit === undefined || amount.unit === normaliseUnit(productUnit);
  if (!isSame && !(from && to)) return { problem: { reason: "otherUnit" } };
  // Rounds, because with floating point 4.1 t wouldn't be a whole number of kilograms.
  const value = Number((isSame ? amount.value : (amount.value * from!) / to!).toFixed(6));
  const possible = [Math.floor(value), Math.ceil(value)].filter(isQuantity);
  if (!Number.isInteger(value) && possible.length > 0)
    return { problem: { reason: "notWhole", amount: value, possible } };
  return isQuantity(value) ? { quantity: value } : { problem: { reason: "outOfRange" } };
}
