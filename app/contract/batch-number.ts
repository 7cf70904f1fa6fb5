/**
 * Normalises the number of a batch as somebody typed or scanned it: half width, one kind of hyphen, no spaces and no invisible
 * characters.
 */
export function normaliseBatchNumber(typed: string): string {
  return typed
    .normalize("NFKC")
    .replace(/[\p{Dash}\u2212]/gu, "-")
    .replace(/[\s\p{Cc}\p{Cf}\p{Cs}]+/gu, "");
}

/** Returns the id of a batch in the site's own content, where numbers have capitals only. */
export function toBatchId(number: string): string {
  return normaliseBatchNumber(number).toUpperCase();
}
