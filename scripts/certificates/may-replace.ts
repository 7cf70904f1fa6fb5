import { existsSync, readFileSync } from "node:fs";

/**
 * Whether a file may be written: it is missing, or a keyword in the PDF shows that this program drew it. Other certificates belong to
 * the owner.
 */
export function mayReplace(file: string): boolean {
  if (!existsSync(file)) return true;
  const pdf = readFileSync(file, "latin1");
  return pdf.includes("\n(PDFKit)\n") && /\n\([\da-f]{64}\)\n/.test(pdf);
}
