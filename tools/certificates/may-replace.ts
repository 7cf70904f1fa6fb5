import { existsSync, readFileSync } from "node:fs";

/**
 * Whether a file may be written. It may be missing, or be drawn by this program, which the keyword in the PDF shows. Other certificates
 * belong to the owner.
 */
export function mayReplace(file: string): boolean {
  if (!existsSync(file)) return true;
  const pdf = readFileSync(file, "latin1");
  return pdf.includes("\n(PDFKit)\n") && /\n\([\da-f]{64}\)\n/.test(pdf);
}
