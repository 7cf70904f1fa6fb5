import { existsSync, readFileSync, rmSync } from "node:fs";
import type { Sharp } from "sharp";

/** Text in the metadata that distinguishes drawn files from files of the owner. */
const drawnMark = "Drawn by the build of this site";

/** Whether a PNG file may be drawn: it doesn't exist yet, or was drawn before. */
export function canDraw(file: string): boolean {
  return !existsSync(file) || isDrawnPng(file);
}

/** Whether a file was drawn, so that it isn't the owner's. */
export function isDrawnPng(file: string): boolean {
  return readFileSync(file).includes(drawnMark);
}

/** Writes a drawn PNG file with the mark. */
export async function writeDrawnPng(picture: Sharp, file: string): Promise<void> {
  // The file may be a link to a file of another release, which must not change.
  rmSync(file, { force: true });
  await picture.withExif({ IFD0: { Software: drawnMark } }).toFile(file);
}
