import { readdirSync } from "node:fs";
import { parse } from "node:path";
import type { CreateProblem, Problem } from "../checks/problem.ts";
import type { FileData } from "../files/content-file.ts";
import { didYouMean, findNearest } from "../checks/nearest.ts";
import { explainFileName } from "./photo-description.ts";
import type { Photo } from "./photo.ts";
import { hasPhotoExtension, isPhotoReference, type PhotoLibrary } from "./photo-library.ts";
import { explainPlateFile, findDrawnHerb } from "./plate-names.ts";
import { findSplitNames } from "./split-names.ts";
import type { PictureSources } from "./text-pictures.ts";

/** Photos of an item by the name that its files give them, without `./`. */
export type ItemPhotos = ReadonlyMap<string, Photo>;

/** Descriptions of photos in one language, by the name that its file gives them. */
export type PhotoDescriptions = Readonly<Record<string, string>> | undefined;

/**
 * Photos that `item.yaml` names, with their problems. `facts` are the data of that file for other checks, with `null` for what is
 * reported already.
 */
export type FoundItemPhotos = {
  photos: ItemPhotos;
  problems: Problem[];
  isComplete: boolean;
  facts?: FileData<unknown>;
};

/** Suggests a photo whose extension was left out, because Windows hides it. */
function suggestCover(cover: string, folder: string): string {
  const photo = readdirSync(folder).find((name) => isPhotoReference(name) && parse(name).name === cover.trim());
  return photo ? `write ${photo}` : "write the name of a photo, such as photo.jpg, or `plate:` and a herb";
}

function isPhoto(name: string, folder: string, library: PhotoLibrary): boolean {
  return hasPhotoExtension(name) && library.find(name, folder).photo !== undefined;
}

/**
 * Finds the photos of an item, even if its file has other mistakes.
 * @param folder folder of the item
 */
export function findItemPhotos(
  facts: FileData<unknown> | undefined,
  folder: string,
  { herbs, photos: library }: PictureSources,
): FoundItemPhotos {
  if (!facts) return { photos: new Map(), problems: [], isComplete: false };
  const { value, createProblem } = facts;
  const fields = (typeof value === "object" && value !== null ? value : {}) as Record<string, unknown>;
  const { cover, plate } = fields;
  const { gallery, problems } = findSplitNames(fields["gallery"], folder, createProblem);
  const photos = new Map<string, Photo>();
  const find = (reference: string, path: PropertyKey[]) => {
    const herb = findDrawnHerb(reference, herbs);
    if (herb !== undefined) {
      const remedy = path[0] === "cover" ? `write \`plate: ${herb}\` instead` : `write ${herb}`;
      problems.push(createProblem(path, `${reference} isn't a photo: ${remedy}`));
      return;
    }
    const result = library.find(reference, folder);
    if (result.photo) photos.set(normalizeReference(reference), result.photo);
    else problems.push(createProblem(path, `${reference} isn't shown: ${result.problem}`));
  };
  if (typeof cover === "string") {
    if (isPhotoReference(cover)) find(cover, ["cover"]);
    else problems.push(createProblem(["cover"], `${cover} isn't a file: ${suggestCover(cover, folder)}`));
    if (plate !== undefined)
      problems.push(
        createProblem(["plate"], "isn't shown beside a `cover`: remove one of them, or put it into `gallery`"),
      );
  }
  if (typeof plate === "string" && isPhotoReference(plate))
    problems.push(createProblem(["plate"], explainPlateFile(plate, herbs, isPhoto(plate, folder, library))));
  for (const [index, reference] of gallery.entries())
    if (typeof reference === "string" && isPhotoReference(reference)) find(reference, ["gallery", index]);
  const isSplit = gallery.includes(null);
  return {
    photos,
    problems,
    isComplete: problems.length === 0,
    facts: isSplit ? { value: { ...fields, gallery }, createProblem } : facts,
  };
}

/**
 * Checks that a language describes each photo of an item, for readers who don't see it.
 * @param alt descriptions by the photo's name
 */
export function findAltProblems(
  alt: PhotoDescriptions = {},
  { photos, isComplete }: FoundItemPhotos,
  createProblem: CreateProblem,
): Problem[] {
  const describedNames = Object.keys(alt).map(normalizeReference);
  const names = [...photos.keys()].filter((name) => !describedNames.includes(name));
  // A photo that wasn't found is already reported.
  const unknownNames = isComplete ? describedNames.filter((name) => !photos.has(name)) : [];
  const suggestedNames = unknownNames.map((name) => findNearest(name, names));
  // A second `alt:` would be a mistake, too.
  const advice = describedNames.length > 0 ? "add below `alt:`" : "add `alt:` and below it";
  const namedFiles = Object.entries(alt).flatMap(([name, words]) => {
    const message = explainFileName(words);
    return message ? [createProblem(["alt", name], message)] : [];
  });
  return [
    ...namedFiles,
    ...unknownNames.map((name) =>
      createProblem(["alt", name], `item.yaml has no such photo${didYouMean(name, names)}`),
    ),
    ...names
      .filter((name) => !suggestedNames.includes(name))
      .map((name) =>
        createProblem(["alt"], `${name} has no description: ${advice}, indented, \`${name}: what it shows\``),
      ),
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
