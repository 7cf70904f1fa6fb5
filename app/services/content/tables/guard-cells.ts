/** Characters that make a spreadsheet read a text of a CSV file as a formula. */
const formulaCharacters = "=+\\-@＝＋－＠\\t";
const isFormulaLike = new RegExp(`^'*[${formulaCharacters}]`);
const isGuarded = new RegExp(`^'+[${formulaCharacters}]`);

/** Puts `'` before a text that a spreadsheet would read as a formula. `unguardCell` removes it. */
export function guardCell(text: string, format: "csv" | "xlsx"): string {
  // A cell of an Excel file has a type, so a text isn't read as a formula. Only a text that already looks guarded gets a `'`.
  const isNeeded = (format === "csv" ? isFormulaLike : isGuarded).test(text);
  return isNeeded ? `'${text}` : text;
}

/** Removes the `'` that `guardCell` put there. */
export function unguardCell(text: string): string {
  return isGuarded.test(text) ? text.slice(1) : text;
}
