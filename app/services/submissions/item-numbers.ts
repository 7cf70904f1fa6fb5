import { toItemKey } from "../api/contract/item-number.ts";
import { limits } from "../api/contract/limits.ts";

/** A pasted line. `number` is as typed; without a quantity, the line is the number. */
export type PastedLine = { line: string; number: string; quantity?: string };

/** Splits a line into a number, and a quantity with or without its unit, which may be one that nobody can order. */
function splitLine(line: string): [number: string, quantity?: string] {
  const words = line.split(/[\s,;:|*×、]/).filter(Boolean);
  const hasUnit = /^\p{L}{1,5}$/u.test(words.at(-1) ?? "");
  const [end, amount = ""] = words.slice(hasUnit ? -3 : -2);
  const quantity = /^(\d+(?:\.\d+)?)\p{L}{0,5}$/u.exec(amount)?.[1];
  if (end === undefined || quantity === undefined) return [line];
  // What stands between the words of the number belongs to it, such as the colon of "Item: 40".
  return [line.slice(0, line.lastIndexOf(end, line.lastIndexOf(amount) - 1) + end.length), quantity];
}

/** Reads item numbers with quantities, one on a line, as pasted from a spreadsheet or a mail. Lines beyond the limit of a list are left out. */
export function readPastedLines(text: string): PastedLine[] {
  const lines = text.normalize("NFKC").split(/[\r\n]+/);
  const filledLines = lines.map((line) => line.trim().slice(0, limits.sku)).filter((line) => toItemKey(line) !== "");
  return filledLines.slice(0, limits.items).map((line) => {
    const [number, quantity] = splitLine(line);
    return quantity === undefined ? { line, number } : { line, number, quantity };
  });
}
