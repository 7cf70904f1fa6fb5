import { drawPdf } from "../app/services/content/pdfs/draw-pdf.ts";
import { serveCalls } from "../app/services/runtime/child-calls.ts";
import { writeConsoleAsJson } from "../app/services/runtime/json-console.ts";

/** Entry of publishing's process that draws PDFs. */
writeConsoleAsJson();
serveCalls({ drawPdf });
