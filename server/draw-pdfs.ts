import { drawPdf } from "../app/services/content/pdfs/draw-pdf.ts";
import { serveCalls } from "../app/services/runtime/child-calls.ts";
import { writeConsoleAsJson } from "../app/services/runtime/json-console.ts";

/** Entry of the process in which publishing renders PDFs. */
writeConsoleAsJson();
serveCalls({ drawPdf });
