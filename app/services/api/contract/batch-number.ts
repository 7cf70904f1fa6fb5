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

/** What stands between the numbers of a delivery note, besides spaces. */
const separatorPattern = /[\p{Zl}\p{Zp}\u0085\t\n\v\f\r,，;；、､|]+/u;

/** Matches a word that is a number of its own, so that spaces separate it from others: `HQ-2601`, but neither `hq` nor `26`. */
const wholeNumberPattern = /^\p{L}(?=.*\d).*[\dO]$|^\d{6,}$/iu;

/** Reads the numbers of a delivery note, each as typed. A space within a number stays, such as that of `hq 2601`. */
export function readBatchNumbers(text: string): string[] {
  return text.split(separatorPattern).flatMap((part) => {
    const words = part.split(/\s+/).filter((word) => normaliseBatchNumber(word) !== "");
    if (words.length === 0) return [];
    const areNumbers = words.every((word) => wholeNumberPattern.test(normaliseBatchNumber(word)));
    return words.length > 1 && areNumbers ? words : [part.trim()];
  });
}

/** The letter O becomes the digit 0, which looks alike. */
export function toBatchKey(number: string): string {
  return toBatchId(number)
    .replace(/[^A-Z0-9]/g, "")
    .replaceAll("O", "0");
}

/** In the site's own content, numbers have only upper-case letters. */
export function toBatchId(number: string): string {
  return normaliseBatchNumber(number).toUpperCase();
}
