import { z } from "zod";
import { documentedAs } from "./documented.ts";
import { numeric, optionalCount, tolerant } from "./liberal.ts";

/** Path of PDFs' rendered pages, in folders named by hash. A guard of `/files/*` covers them. */
export const pdfsPath = "/files/drawn-pages";

const renderedPagePattern = new RegExp(`^${pdfsPath}/[0-9a-f]{20}/`);

const pageSchema = z.object({
  src: z.string().regex(renderedPagePattern),
  srcset: z.string().regex(renderedPagePattern),
  width: numeric,
  height: numeric,
});

/**
 * Fields for a PDF's rendered pages, because some phones can't render PDFs. Publishing renders the pages of the site's
 * own PDFs.
 */
export const pdfFields = {
  pages: documentedAs(tolerant(z.array(pageSchema)), z.array(z.unknown()).optional()).describe(
    "Pictures of the first pages. The site renders those of its own PDFs itself.",
  ),
  pageCount: optionalCount.describe("Number of all pages, if `pages` has only the first ones."),
};

export type PdfPage = z.output<typeof pageSchema>;

export type RenderedPages = { pages?: PdfPage[]; pageCount?: number };
