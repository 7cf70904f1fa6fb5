import { mkdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { PDFiumLibrary, type PDFiumDocument, type PDFiumPage } from "@hyzyla/pdfium";
import sharp from "sharp";
import { createPageName, maxRenderedPages, pageWidths } from "./page-pictures.ts";

const [widest] = pageWidths;

/** Maximum height in pixels. Longer pages are rendered narrower, so that a bitmap has at most 25 MB. */
const maxHeight = 3 * widest;

/** After an error the library may be in any state, so the next PDF gets a new instance. */
let library: Promise<PDFiumLibrary> | undefined;

/**
 * Renders the first pages of a PDF into a folder, in each width.
 * @throws if the PDF is unreadable, or its pages are blank
 */
export async function drawPdf(file: string, folder: string): Promise<void> {
  try {
    library ??= PDFiumLibrary.init();
    const document = await (await library).loadDocument(await readFile(file));
    mkdirSync(folder, { recursive: true });
    await drawPages(document, folder);
    document.destroy();
  } catch (error) {
    library = undefined;
    throw error;
  }
}

async function drawPages(document: PDFiumDocument, folder: string): Promise<void> {
  const count = document.getPageCount();
  let isBlank = true;
  for (let number = 1; number <= Math.min(count, maxRenderedPages); number++) {
    const { data, ...size } = await drawPage(document.getPage(number - 1));
    isBlank &&= data.every((value) => value === 0xff);
    for (const maxWidth of pageWidths) {
      const width = Math.round((size.width * maxWidth) / widest);
      const height = Math.round((size.height * maxWidth) / widest);
      await sharp(data, { raw: { width: size.width, height: size.height, channels: 4 } })
        .removeAlpha()
        .resize({ width, height, fit: "fill" })
        // More effort takes 50 % longer, for 6 % fewer bytes.
        .webp({ effort: 2 })
        .toFile(join(folder, createPageName({ number, count, width, height })));
    }
  }
  // The library silently omits a picture that is too large, which leaves its page blank.
  if (isBlank) throw new Error("all rendered pages are blank");
}

/** Renders a page with its form fields, such as seals and signatures. */
function drawPage(page: PDFiumPage) {
  const { originalWidth, originalHeight } = page.getOriginalSize();
  const scale = Math.min(widest / originalWidth, maxHeight / originalHeight);
  const [width, height] = [originalWidth, originalHeight].map((length) => Math.max(1, Math.round(length * scale)));
  if (!width || !height) throw new Error(`page ${page.number + 1} can't be read`);
  return page.render({ width, height, renderFormFields: true });
}
