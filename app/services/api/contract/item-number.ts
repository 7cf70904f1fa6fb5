import { normaliseBatchNumber, toBatchKey } from "./batch-number.ts";

/** Normalises an item number, without the words before it. */
export function normaliseItemNumber(number: string): string {
  return normaliseBatchNumber(number).replace(/^(?:货号|编号|item(?:no|number)?(?=[.:#])|sku)[.:#]*/i, "");
}

/** Returns a key as tolerant as the look-up of batches. */
export function toItemKey(number: string): string {
  return toBatchKey(normaliseItemNumber(number));
}
