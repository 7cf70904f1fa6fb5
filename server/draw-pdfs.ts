import { drawPdf } from "#app/services/content/pdfs/draw-pdf.ts";
import { findMissingFonts } from "#app/services/content/pdfs/missing-fonts.ts";
import { serveCalls } from "#app/services/runtime/child-calls.ts";
import { writeConsoleAsJson } from "#app/services/runtime/json-console.ts";

/** Entry of the process in which publishing reads PDFs. */
writeConsoleAsJson();
serveCalls({ drawPdf, findMissingFonts });
