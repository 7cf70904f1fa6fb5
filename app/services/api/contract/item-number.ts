import { normaliseBatchNumber, toBatchKey } from "./batch-number.ts";

/** Normalises an item number, and removes a label's words before it. */
export function normaliseItemNumber(number: string): string {
  return normaliseBatchNumber(number).replace(/^(?:货号|编号|item(?:no|number)?(?=[.:#])|sku)[.:#]*/i, "");
}

/** Returns a key as tolerant as the batch look-up's. */
export function toItemKey(number: string): string {
  return toBatchKey(normaliseItemNumber(number));
}
