/** Matches the words before the number on a label. English words need a space or punctuation after them, because `LOT1` may be a number. */
const labelPattern = /^(?:(?:产品|生产)?批(?:次|号|次号)|(?:batch|lot)(?:no|number)?(?=[.:#]))[.:#]*/i;

/** Half-width characters, one kind of hyphen, no spaces, no invisible characters, without the words of the label. */
export function normaliseBatchNumber(input: string): string {
  return input
    .normalize("NFKC")
    .replace(/[\p{Dash}\u2212]/gu, "-")
    .replace(/[\s\p{Cc}\p{Cf}\p{Cs}]+/gu, "")
    .replace(labelPattern, "");
}

/** Besides what looks alike in every number, I and L after a digit become 1. */
export function toBatchKey(number: string): string {
  return toNumberKey(number).replace(/(?<=\d[IL]?)[IL]/g, "1");
}

/** The letter O becomes the digit 0, which looks alike. */
function toNumberKey(number: string): string {
  return toBatchId(number)
    .replace(/[^A-Z0-9]/g, "")
    .replaceAll("O", "0");
}

/** In the site's own content, numbers have only upper-case letters. */
export function toBatchId(number: string): string {
  return normaliseBatchNumber(number).toUpperCase();
}
