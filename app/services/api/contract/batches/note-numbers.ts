import { normaliseBatchNumber } from "./batch-number.ts";

/** Matches the separators between parts of a delivery note. */
const separatorPattern = /[\p{Zl}\p{Zp}\u0085\t-\r,，;；、､|｜"“”]+/u;

/** Splits a delivery note at its separators. */
export const splitNote = (text: string): string[] =>
  text
    .split(separatorPattern)
    .map((part) => part.trim())
    .filter((part) => normaliseBatchNumber(part) !== "");

/** Whether a part is plainly a quantity, such as `5kg`. */
export const isPlainQuantity = (part: string): boolean =>
  /^\d{1,5}(?:\.\d+)?[a-z]{0,5}$/i.test(normaliseBatchNumber(part));

const numberPattern = /^[a-z].*\d|^\d{6,}$|^(?=.*[a-z])(?:\D*\d){4}/i;

/** Matches a number that may be written with spaces, as on some labels. */
const spacedNumberPattern = /^[a-z]{1,6}-?\d[\dO]{2,}$/i;

/** Whether a part may be a batch number. Quantities and Chinese mobile numbers can't. */
export function isNumberLike(part: string): boolean {
  const number = normaliseBatchNumber(part);
  const pattern = /\s/.test(part.trim()) ? spacedNumberPattern : numberPattern;
  return pattern.test(number) && !isPlainQuantity(part) && !/^1[3-9]\d{9}$/.test(number);
}

/** Lists the words of a part that isn't a known number itself. */
export const splitWords = (part: string): string[] => part.split(/\s+/).filter((word) => /\d/.test(word));
