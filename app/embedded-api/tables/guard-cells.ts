/** Signs that make spreadsheets take the text of a CSV file for a formula. */
const formulaSigns = "=+\\-@＝＋－＠\\t";
const isFormulaLike = new RegExp(`^'*[${formulaSigns}]`);
const isGuarded = new RegExp(`^'+[${formulaSigns}]`);

/** Puts `'` before a text that a spreadsheet would compute. `unguardCell` returns the text unchanged. */
export function guardCell(text: string, format: "csv" | "xlsx"): string {
  // Texts of an Excel file are typed, so only what looks guarded already needs another sign.
  const isNeeded = (format === "csv" ? isFormulaLike : isGuarded).test(text);
  return isNeeded ? `'${text}` : text;
}

/** Removes the `'` that `guardCell` put there. */
export function unguardCell(text: string): string {
  return isGuarded.test(text) ? text.slice(1) : text;
}
