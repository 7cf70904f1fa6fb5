import { drawPdf } from "../app/services/content/pdfs/draw-pdf.ts";
import { serveCalls } from "../app/services/runtime/child-calls.ts";
import { writeConsoleAsJson } from "../app/services/runtime/json-console.ts";

/** Entry of the process that draws PDFs, which publishing starts. */
writeConsoleAsJson();
serveCalls({ drawPdf });
