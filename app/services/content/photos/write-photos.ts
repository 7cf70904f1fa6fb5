import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { storePhotos } from "./photo-process.ts";
import { parsePhotoName, type Photo } from "./photo.ts";

/** Stores the photos into `folder`, and deletes stored photos that aren't used any more. It leaves all other files alone. */
export function writePhotos(photos: readonly Photo[], folder: string): void {
  const used = new Map(photos.map((photo) => [photo.name, photo]));
  const existingNames = existsSync(folder) ? readdirSync(folder) : [];
  for (const name of existingNames) {
    if (parsePhotoName(name) && !used.has(name)) rmSync(join(folder, name));
  }
  const missingPhotos = [...used.values()].filter(({ name }) => !existingNames.includes(name));
  if (missingPhotos.length > 0) mkdirSync(folder, { recursive: true });
  storePhotos(missingPhotos.map((photo) => ({ photo, target: join(folder, photo.name) })));
}
