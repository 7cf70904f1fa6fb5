import type { FileData } from "#app/services/content/files/content-file.ts";
import { hasPlate, type Photo } from "#app/services/content/files/photo.ts";
import { createMessage } from "#app/services/content/problems/problem.ts";
import { isPhotoReference } from "./photo-library.ts";
import type { PictureSources } from "./text-pictures.ts";

/** Descriptions of photos. One without `photo` is for the main picture. */
export type PhotoDescriptions = readonly { photo?: string | undefined; description: string }[];

/**
 * Fields of items and pages that name pictures. `plate` is the id of a herb or motif; `gallery` lists photos and herb
 * ids.
 */
type PictureFacts = { cover?: string; plate?: string; gallery?: string[] };

export function findItemPhotos(
  { value, report }: FileData<object>,
  folder: string,
  { photos: library, herbs }: PictureSources,
) {
  const { cover, plate, gallery = [] } = value as PictureFacts;
  /** Drawing that `plate` names, unless it is the drawing of a herb. */
  const motif = plate !== undefined && !herbs.has(plate) && hasPlate(plate) ? plate : undefined;
  const main = cover ?? motif;
  /** `isComplete`: whether all photos can be used. */
  const found = { main, photos: new Map<string, Photo>(), motif, isComplete: true };
  const find = (target: string, path: PropertyKey[]) => {
    const { photo, problem } = library.find(target, folder);
    if (photo) found.photos.set(normalizeReference(target), photo);
    else report(path, createMessage("pictureNotShown", { target, problem }));
    found.isComplete &&= photo !== undefined;
  };
  if (cover !== undefined) find(cover, ["cover"]);
  if (cover !== undefined && plate !== undefined) report(["plate"], createMessage("plateBesideCover"));
  for (const [index, target] of gallery.entries()) if (isPhotoReference(target)) find(target, ["gallery", index]);
  return found;
}

export function checkAlt(
  { value, report }: FileData<{ alt: PhotoDescriptions }>,
  { photos, motif, isComplete }: ReturnType<typeof findItemPhotos>,
): void {
  const names = new Set([...photos.keys(), ...(motif === undefined ? [] : [motif])]);
  const describedNames = value.alt.map(({ photo = "" }) => normalizeReference(photo));
  for (const [index, name] of describedNames.entries())
    // A missing photo is already reported.
    if (isComplete && !names.has(name)) report(["alt", index, "photo"], createMessage("altWithoutPhoto"));
  for (const name of names)
    if (!describedNames.includes(name)) report(["alt"], createMessage("photoWithoutAlt", { name }));
}

export function getAlt(alt: PhotoDescriptions, reference: string): string {
  const target = normalizeReference(reference);
  return alt.find(({ photo = "" }) => normalizeReference(photo) === target)?.description ?? "";
}

/** Normalises a reference, so that for example `./photo.jpg` and `photo.jpg` are equal. */
export function normalizeReference(reference: string): string {
  return reference.trim().replace(/^\.\//, "");
}
