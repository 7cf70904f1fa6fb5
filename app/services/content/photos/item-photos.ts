import { say } from "../checks/problem.ts";
import type { FileData } from "../files/content-file.ts";
import type { Photo } from "./photo.ts";
import { isPhotoReference } from "./photo-library.ts";
import type { PictureSources } from "./text-pictures.ts";

/** Photos of an item by the name that its files give them, without `./`. */
export type ItemPhotos = ReadonlyMap<string, Photo>;

/** Descriptions of photos in one language, by the name that its file gives them. */
export type PhotoDescriptions = Readonly<Record<string, string>> | undefined;

/** Photos that `item.yaml` names. It isn't complete if some can't be shown. */
type FoundItemPhotos = { photos: ItemPhotos; isComplete: boolean };

/** Fields of items and pages that name pictures. A gallery has photos and herbs. */
type PictureFacts = { cover?: string; plate?: string; gallery?: string[] };

/** Finds the photos of an item. @param folder folder of the item */
export function findItemPhotos(
  { value, report }: FileData<object>,
  folder: string,
  { photos: library }: PictureSources,
): FoundItemPhotos {
  const { cover, plate, gallery = [] } = value as PictureFacts;
  const found = { photos: new Map<string, Photo>(), isComplete: true };
  const find = (target: string, path: PropertyKey[]) => {
    const { photo, problem } = library.find(target, folder);
    if (photo) found.photos.set(normalizeReference(target), photo);
    else report(path, say("pictureNotShown", { target, problem }));
    found.isComplete &&= photo !== undefined;
  };
  if (cover !== undefined) find(cover, ["cover"]);
  if (cover !== undefined && plate !== undefined) report(["plate"], say("plateBesideCover"));
  for (const [index, target] of gallery.entries()) if (isPhotoReference(target)) find(target, ["gallery", index]);
  return found;
}

/** Checks that a language describes each photo of an item, for readers who don't see it. */
export function checkAlt(
  { value, report }: FileData<{ alt?: PhotoDescriptions }>,
  { photos, isComplete }: FoundItemPhotos,
): void {
  const describedNames = Object.keys(value.alt ?? {}).map(normalizeReference);
  for (const name of describedNames)
    // A photo that wasn't found is already reported.
    if (isComplete && !photos.has(name)) report(["alt", name], say("altWithoutPhoto"));
  for (const name of photos.keys())
    if (!describedNames.includes(name)) report(["alt"], say("photoWithoutAlt", { name }));
}

/** Returns the description of a photo. */
export function getAlt(alt: PhotoDescriptions = {}, reference: string): string {
  const target = normalizeReference(reference);
  return Object.entries(alt).find(([name]) => normalizeReference(name) === target)?.[1] ?? "";
}

/** `./photo.jpg` and `photo.jpg` are one photo. */
export function normalizeReference(reference: string): string {
  return reference.trim().replace(/^\.\//, "");
}
