import { existsSync } from "node:fs";
import { join } from "node:path";
import { fallbackPlate, maxAvifPixels, photosPath, pictureWidths } from "#app/services/api/contract/pictures.ts";
import { paths } from "#app/services/runtime/paths.ts";

/**
 * Maximum sizes of photos. `pixels` covers the largest phone cameras. `decodedBytes` is for all frames together.
 * `heldBytes` is for formats that are decoded as a whole instead of row by row.
 */
export const photoLimits = {
  bytes: 40_000_000,
  pixels: 210_000_000,
  decodedBytes: 640_000_000,
  heldBytes: 200_000_000,
  avifPixels: maxAvifPixels,
} as const;

/** Maximum width of a stored photo. */
const maxWidth = pictureWidths.at(-1)!;

/** Maximum height at full width, to keep a long picture's text legible. */
export const maxPhotoHeight = 5 * maxWidth;

export type PhotoType = "gif" | "jpg" | "png";

/**
 * A photo of the owner. `file` is the original. The other fields belong to the stored version, which is upright, has no
 * metadata, and is named by the original's hash.
 */
export type Photo = { file: string; name: string; width: number; height: number };

/** Photos by the name that content files use, without `./`. */
export type ItemPhotos = ReadonlyMap<string, Photo>;

/** Minimum height of a reduced wide picture, to keep its text legible. */
export const minPhotoHeight = maxWidth / 10;

/** @returns `undefined` for too long or too wide photos */
export function getStoredSize(width: number, height: number): { width: number; height: number } | undefined {
  const scale = Math.min(1, maxWidth / width);
  if (height * scale > maxPhotoHeight || (scale < 0.5 && height * scale < minPhotoHeight)) return undefined;
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

export function createPhotoImage({ name, width, height }: Photo) {
  return { src: `${photosPath}/${name}`, width, height };
}

/** Whether there is a drawing of this name (a herb's plate or a motif). */
export function hasPlate(name: string): boolean {
  return /^[a-z0-9-]+$/.test(name) && existsSync(join(paths.public, "plates", `${name}.svg`));
}

export function getPlatePath(name: string): string {
  return hasPlate(name) ? `/plates/${name}.svg` : fallbackPlate;
}
