import { existsSync } from "node:fs";
import { join } from "node:path";
import { fallbackPlate, maxAvifPixels, photosPath, pictureWidths } from "#app/services/api/contract/pictures.ts";
import { paths } from "#app/services/runtime/paths.ts";

/**
 * The pixels are those of the largest cameras in phones, with some reserve. `decodedBytes`: of all frames together; `heldBytes`: of what is
 * in memory as a whole, because it isn't decoded row by row.
 */
export const photoLimits = {
  bytes: 40_000_000,
  pixels: 210_000_000,
  decodedBytes: 640_000_000,
  heldBytes: 200_000_000,
  avifPixels: maxAvifPixels,
} as const;

/** Maximum width of a stored photo. Pages never show a larger one. */
const maxWidth = pictureWidths.at(-1)!;

/** Maximum height of a stored photo, which keeps the width, so that the letters of a long picture stay legible. */
export const maxPhotoHeight = 5 * maxWidth;

export type PhotoType = "gif" | "jpg" | "png";

/** A photo of the owner. Name and size are those of the stored version, which is upright, has no metadata, and is named by its content. */
export type Photo = {
  file: string;
  name: string;
  width: number;
  height: number;
};

/** Photos of an item by the name that its files give them, without `./`. */
export type ItemPhotos = ReadonlyMap<string, Photo>;

/** A wide picture that is made much smaller must stay as high as this, for the same reason. */
export const minPhotoHeight = maxWidth / 10;

/** `undefined` if it is too long, or too wide. */
export function getStoredSize(width: number, height: number): { width: number; height: number } | undefined {
  const scale = Math.min(1, maxWidth / width);
  if (height * scale > maxPhotoHeight || (scale < 0.5 && height * scale < minPhotoHeight)) return undefined;
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

export function createPhotoImage({ name, width, height }: Photo) {
  return { src: `${photosPath}/${name}`, width, height };
}

/** Whether there is a drawing of this name: the plate of a herb, or the motif of another page. */
export function hasPlate(name: string): boolean {
  return /^[a-z0-9-]+$/.test(name) && existsSync(join(paths.public, "plates", `${name}.svg`));
}

export function getPlatePath(name: string): string {
  return hasPlate(name) ? `/plates/${name}.svg` : fallbackPlate;
}
