import type { ImportResult } from "./import-products.ts";

/** What became of a table, for a person: what is taken, what isn't and why, and what to do next. */
export function importReport({ file, rows, accepted, refused, isWritten }: ImportResult): string {
  const lines = new Set(refused.map(({ line }) => line)).size;
  const parts = [
    `${file}: ${count(rows, "row")}, ${accepted.length} accepted, ${lines} refused.`,
    ...accepted.map(({ line, id, title }) => `  line ${line}  product/${id}  ${title}`),
  ];
  if (lines > 0)
    parts.push(
      "",
      "Refused:",
      ...refused.map((one) => `  line ${one.line}${one.column && `, ${one.column}`}: ${one.reason}`),
    );
  return [...parts, "", nextStep(file, accepted.length, isWritten)].join("\n");
}

function nextStep(file: string, accepted: number, isWritten: boolean): string {
  if (accepted === 0) return "Nothing was written.";
  if (isWritten) return `${count(accepted, "product")} written to content/product. See them: npm run dev`;
  return `Nothing was written: this was a trial. To write what is accepted: npm run import-products -- ${file} --write`;
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}
