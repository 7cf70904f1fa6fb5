import { join } from "node:path";
import sharp from "sharp";
import { testContent } from "./test-content.ts";

/** A photo as a phone stores it: lying on its side, to be shown upright with 900 × 1200 pixels, and taken at a place. */
export const testPhoto = join(testContent, "product", "dan-shen", "IMG_0042.JPG");

/** Creates a photo of one colour. */
export function createPhoto(width: number, height: number, colour = "#7a5230") {
  return sharp({ create: { width, height, channels: 3, background: colour } });
}
