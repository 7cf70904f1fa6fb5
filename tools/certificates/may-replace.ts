import { existsSync, readFileSync } from "node:fs";

/** Whether a file may be written: it isn't there, or this program drew it, which its keyword shows. Other certificates are somebody's own. */
export function mayReplace(file: string): boolean {
  if (!existsSync(file)) return true;
  const pdf = readFileSync(file, "latin1");
  return pdf.includes("\n(PDFKit)\n") && /\n\([\da-f]{64}\)\n/.test(pdf);
}
