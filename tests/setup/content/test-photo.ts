import { join } from "node:path";
import sharp from "sharp";
import { testContent } from "./test-content.ts";

/** A photo as a phone stores it, with a location and a rotation in its metadata. Upright it has 900 × 1200 pixels. */
export const testPhoto = join(testContent, "product", "dan-shen", "IMG_0042.JPG");

export function createPhoto(width: number, height: number, colour = "#7a5230") {
  return sharp({ create: { width, height, channels: 3, background: colour } });
}

/** Creates an AVIF of 64 × 64 pixels that declares another size. */
export async function createDeclaredAvif(width: number, height: number): Promise<Buffer> {
  const bytes = await createPhoto(64, 64).avif({ effort: 0 }).toBuffer();
  const offset = bytes.indexOf("ispe") + 8;
  bytes.writeUInt32BE(width, offset);
  bytes.writeUInt32BE(height, offset + 4);
  return bytes;
}
