import { normaliseBatchNumber, toBatchKey } from "./batch-number.ts";

/** Normalises an item number and removes a leading label, such as `SKU:`. */
export function normaliseItemNumber(number: string): string {
  return normaliseBatchNumber(number).replace(/^(?:货号|编号|item(?:no|number)?(?=[.:#])|sku)[.:#]*/i, "");
}

/** Returns a key by which item numbers are compared as tolerantly as batch numbers, without the words around them. */
export function toItemKey(number: string): string {
  return toBatchKey(normaliseItemNumber(number).replace(/[^a-z\d]/gi, ""));
}
