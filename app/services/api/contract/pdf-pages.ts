import { z } from "zod";
import { documentedAs } from "./documented.ts";
import { numeric, optionalCount, tolerant } from "./liberal.ts";

/** Path of the drawn pages of PDFs. A folder for each has the hash of its content as its name. Whoever guards `/files/*` guards them, too. */
export const pdfsPath = "/files/drawn-pages";

const drawnPath = new RegExp(`^${pdfsPath}/[0-9a-f]{20}/`);

const pageSchema = z.object({
  src: z.string().regex(drawnPath),
  srcset: z.string().regex(drawnPath),
  width: numeric,
  height: numeric,
});

/** Publishing draws the pages of the site's own PDFs, because many browsers on phones show none. A backend sends nothing of it. */
export const pdfFields = {
  pages: documentedAs(tolerant(z.array(pageSchema)), z.array(z.unknown()).optional()).describe(
    "The first pages as pictures. The site draws them of its own files.",
  ),
  pageCount: optionalCount.describe("Number of all pages, if some are drawn."),
};

export type PdfPage = z.output<typeof pageSchema>;

export type DrawnPages = { pages?: PdfPage[]; pageCount?: number };
