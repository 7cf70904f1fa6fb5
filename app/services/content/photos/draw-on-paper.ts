import type { Sharp } from "sharp";
import { sharePicture } from "#app/services/api/contract/pictures.ts";

/** Draws a picture in the middle of a share picture. @param paper colour of the background */
export async function drawOnPaper(source: Buffer, height: number, paper: string): Promise<Sharp> {
  // Imported here, so that a server that draws nothing doesn't load it.
  const { default: sharp } = await import("sharp");
  const margin = Math.round((sharePicture.height - height) / 2);
  return sharp(source, { density: 81 })
    .flatten({ background: paper })
    .resize({ width: sharePicture.width, height, fit: "contain", background: paper })
    .extend({ top: margin, bottom: margin, background: paper })
    .png({ palette: true, colours: 128, dither: 0, effort: 1 });
}
