import { say, type CreateProblem, type Problem } from "../checks/problem.ts";
import type { FileData } from "../files/content-file.ts";
import type { Photo } from "./photo.ts";
import { isPhotoReference } from "./photo-library.ts";
import type { PictureSources } from "./text-pictures.ts";

/** Photos of an item by the name that its files give them, without `./`. */
export type ItemPhotos = ReadonlyMap<string, Photo>;

/** Descriptions of photos in one language, by the name that its file gives them. */
export type PhotoDescriptions = Readonly<Record<string, string>> | undefined;

/** Photos that `item.yaml` names, with their problems. */
export type FoundItemPhotos = { photos: ItemPhotos; problems: Problem[] };

/** Fields of items and pages that name pictures. A gallery has photos and herbs. */
type PictureFacts = { cover?: string; plate?: string; gallery?: string[] };

/** Finds the photos of an item. @param folder folder of the item */
export function findItemPhotos(
  facts: FileData<object> | undefined,
  folder: string,
  { photos: library }: PictureSources,
): FoundItemPhotos {
  const photos = new Map<string, Photo>();
  const problems: Problem[] = [];
  if (!facts) return { photos, problems };
  const { createProblem } = facts;
  const { cover, plate, gallery = [] } = facts.value as PictureFacts;
  const find = (target: string, path: PropertyKey[]) => {
    const { photo, problem } = library.find(target, folder);
    if (photo) photos.set(normalizeReference(target), photo);
    else problems.push(createProblem(path, say("pictureNotShown", { target, problem })));
  };
  if (cover !== undefined) find(cover, ["cover"]);
  if (cover !== undefined && plate !== undefined) problems.push(createProblem(["plate"], say("plateBesideCover")));
  for (const [index, target] of gallery.entries()) if (isPhotoReference(target)) find(target, ["gallery", index]);
  return { photos, problems };
}

/**
 * Checks that a language describes each photo of an item, for readers who don't see it.
 * @param alt descriptions by the photo's name
 */
export function findAltProblems(
  alt: PhotoDescriptions = {},
  { photos, problems }: FoundItemPhotos,
  createProblem: CreateProblem,
): Problem[] {
  const describedNames = Object.keys(alt).map(normalizeReference);
  const names = [...photos.keys()].filter((name) => !describedNames.includes(name));
  // A photo that wasn't found is already reported.
  const unknownNames = problems.length === 0 ? describedNames.filter((name) => !photos.has(name)) : [];
  return [
    ...unknownNames.map((name) => createProblem(["alt", name], say("altWithoutPhoto"))),
    ...names.map((name) => createProblem(["alt"], say("photoWithoutAlt", { name }))),
  ];
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
