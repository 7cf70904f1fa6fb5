import { readdirSync } from "node:fs";
import { pdfsPath, type PdfPage } from "#app/services/api/contract/pdf-pages.ts";

/** Widths in pixels: one for reading, even zoomed in on a phone, and one for the first page's thumbnail. */
export const pageWidths = [1440, 240] as const;

export const maxRenderedPages = 10;

type PageName = { number: number; count: number; width: number; height: number };

export const createPageName = ({ number, count, width, height }: PageName) =>
  `${number}-of-${count}-${width}x${height}.webp`;

function parsePageName(name: string): PageName & { name: string } {
  const [number, count, width, height] = (name.match(/\d+/g) ?? []).map(Number) as [number, number, number, number];
  return { name, number, count, width, height };
}

/** Reads a PDF's rendered pages from the file names. @param hash name of the PDF's folder in URLs */
export function readPdfPages(folder: string, hash: string): { pages: PdfPage[]; pageCount: number } {
  const pictures = readdirSync(folder)
    .map(parsePageName)
    .sort((a, b) => a.number - b.number || b.width - a.width);
  const getAddress = (name: string) => `${pdfsPath}/${hash}/${name}`;
  const pages = [...Map.groupBy(pictures, ({ number }) => number).values()].map((widths) => {
    const { name, width, height } = widths[0]!;
    return {
      src: getAddress(name),
      srcset: widths.map((picture) => `${getAddress(picture.name)} ${picture.width}w`).join(", "),
      width,
      height,
    };
  });
  return { pages, pageCount: pictures[0]!.count };
}
