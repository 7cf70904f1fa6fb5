import { normaliseBatchNumber, toNumberKey } from "./batch-number.ts";

/** Without the words before the number. */
export function normaliseItemNumber(number: string): string {
  return normaliseBatchNumber(number).replace(/^(?:货号|编号|item(?:no|number)?(?=[.:#])|sku)[.:#]*/i, "");
}

/** As forgiving as the look-up of batches. */
export function toItemKey(number: string): string {
  return toNumberKey(normaliseItemNumber(number));
}
