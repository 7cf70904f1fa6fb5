import { normaliseUnicode } from "#app/services/api/contract/normalise-unicode.ts";

/** Matches a label before the number. English labels need punctuation after them, because `LOT1` may be a number. */
const labelPattern = /^(?:(?:产品|生产)?批(?:次号?|号)|(?:batch|lot)(?:no|number)?(?=[.:#]))[.:#]*/i;

/** Normalises a batch number to half width and one kind of hyphen. Removes spaces, invisible characters and a label. */
export function normaliseBatchNumber(input: string): string {
  return normaliseUnicode(input, "NFKC")
    .replace(/[\p{Dash}\u2212]/gu, "-")
    .replace(/[\s\p{Cc}\p{Cf}\p{Cs}]/gu, "")
    .replace(labelPattern, "");
}

/** Returns a key that is equal for look-alike numbers: it has 0 for O, and 1 for I and L after a digit. */
export function toBatchKey(number: string): string {
  return toNumberKey(number).replace(/(?<=\d[IL]?)[IL]/g, "1");
}

/** Returns a number without its punctuation, with 0 for the look-alike O. Other writings and signs make another number. */
function toNumberKey(number: string): string {
  return toBatchId(number).replace(/\p{P}/gu, "").replaceAll("O", "0");
}

/** Returns a number's id, in upper case like the ids of the site's own content. */
export function toBatchId(number: string): string {
  return normaliseBatchNumber(number).toUpperCase();
}
