import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync, existsSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { photosPath } from "../../api/contract/pictures.ts";
import { decodePath } from "../../../i18n/guarded-routes.ts";
import { listFiles } from "../../runtime/list-files.ts";
import { paths } from "../../runtime/paths.ts";
import type { Problem } from "../checks/problem.ts";
import { findNearest } from "../checks/nearest.ts";
import { isPublicFile } from "../files/public-files.ts";
import { inspectPhotos, type Inspection } from "./photo-process.ts";
import { getPhotoName, parsePhotoName, photoLimits, type Photo } from "./photo.ts";

/** A photo, or a sentence that says why there is none. */
type FoundPhoto = { photo: Photo; problem?: never } | { photo?: never; problem: string };

/** The photos of a content folder and of `public`. */
export type PhotoLibrary = {
  /**
   * Finds the photo that a file of the content names.
   * @param reference `photo.jpg` for one beside the file, `/files/photo.jpg` for one below `public`
   * @param folder folder of the file
   */
  find(reference: string, folder: string): FoundPhoto;
  /** Adds a photo that an earlier reading has found, so that it isn't inspected again. */
  addUsed(photo: Photo): void;
  /** Returns the photos that were found or added, without duplicates. */
  getUsed(): Photo[];
  /** Finds photos below `public` that say where they were taken, except those that a file of the content names. */
  findLocationProblems(): Problem[];
};

/** Extensions of photos, and of other files that somebody may take for photos. */
const photoExtensions = /\.(?:avif|bmp|gif|hei[cf]|jfif|jpe?g?|png|tiff?|webp)$/i;

const photoRemedy = "put the file beside the text and write its name, such as photo.jpg";

const locationSentence = "it says where it was taken (GPS), and everybody could read that below public";

const locationProblem = `${locationSentence}: export it without the place, or put it beside a text that names it`;

/** Folders below `public` with pictures that the build draws. They aren't photos of the owner, so they aren't inspected. */
const drawnFolders = ["icons", "share"];

/** Version of the way photos are stored. The hash of a photo includes it, so that a new version stores all photos again. */
const storedVersion = "1";

/** Cache of inspections by hash, because a process reads the same content several times. */
const inspections = new Map<string, Inspection>();

/** Whether a word names a photo and not a herb: it has a dot, or is a path. */
export function isPhotoReference(word: string): boolean {
  return /[./\\]/.test(word);
}

/** Whether a name has the extension of a photo. */
export function hasPhotoExtension(name: string): boolean {
  return photoExtensions.test(name);
}

/** Creates the library of the photos in the content folder `root`. No photo is read before the first `find`. */
export function createPhotoLibrary(root: string): PhotoLibrary {
  const photosByFile = new Map<string, FoundPhoto>();
  let hashes: Map<string, string> | undefined;

  /** Inspects all photos at once, because an inspection starts a process. Returns their hashes by file. */
  function inspectAll(): Map<string, string> {
    const files = [...listPhotos(root), ...listPhotos(paths.public)].filter(hasAllowedSize);
    const hashesByFile = new Map(files.map((file) => [file, hashFile(file)]));
    const storedPhotos = readStoredPhotos();
    const newFiles = [...hashesByFile].filter(
      ([file, hash]) => !inspections.has(hash) && (isPublic(file) || !storedPhotos.has(hash)),
    );
    const filesByHash = new Map(newFiles.map(([file, hash]) => [hash, file]));
    inspectPhotos([...filesByHash.values()]).forEach((inspection, index) =>
      inspections.set([...filesByHash.keys()][index]!, inspection),
    );
    for (const [hash, photo] of storedPhotos) if (!inspections.has(hash)) inspections.set(hash, photo);
    return hashesByFile;
  }

  function find(reference: string, folder: string): FoundPhoto {
    const { file, problem } = findFile(reference, folder, root);
    if (problem !== undefined) return { problem };
    const photo = photosByFile.get(file) ?? readPhoto(file);
    photosByFile.set(file, photo);
    return photo;
  }

  function readPhoto(file: string): FoundPhoto {
    const bytes = statSync(file).size;
    if (bytes === 0) return { problem: "it is empty: copy it again" };
    if (bytes > photoLimits.bytes)
      return {
        problem: `it has ${formatMillions(bytes)} MB: ${formatMillions(photoLimits.bytes)} MB at most, make it smaller`,
      };
    hashes ??= inspectAll();
    const hash = hashes.get(file);
    const inspection = hash === undefined ? undefined : inspections.get(hash);
    if (!inspection) return { problem: "a file of this type can't be: save it as JPEG or PNG" };
    if ("reason" in inspection) return { problem: explain(inspection) };
    if (isPublic(file) && inspection.hasLocation) return { problem: `${locationSentence}: ${photoRemedy}` };
    const { width, height, type } = inspection;
    return { photo: { file, name: getPhotoName(hash!, width, height, type), width, height } };
  }

  function findLocationProblems(): Problem[] {
    const files = listPhotos(paths.public).filter((file) => !photosByFile.has(file));
    if (files.length === 0) return [];
    hashes ??= inspectAll();
    return files.flatMap((file) => {
      const inspection = inspections.get(hashes!.get(file) ?? "");
      const isLocated = inspection && "hasLocation" in inspection && inspection.hasLocation;
      return isLocated ? [{ file, line: 1, field: "(file)", message: locationProblem }] : [];
    });
  }

  return {
    find,
    addUsed: (photo) => photosByFile.set(photo.file, { photo }),
    findLocationProblems,
    getUsed: () => [
      ...new Map([...photosByFile.values()].flatMap(({ photo }) => (photo ? [[photo.name, photo]] : []))).values(),
    ],
  };
}

function explain(inspection: Extract<Inspection, { reason: string }>): string {
  switch (inspection.reason) {
    case "heic":
      return "it is a HEIC photo, which the site can't read: save it as JPEG (on an iPhone: Settings, Camera, Formats, Most Compatible)";
    case "unknown":
      return "it isn't a picture, whatever its name says: save it as JPEG or PNG from a program that shows it";
    case "damaged":
      return "it is damaged and can't be read to its end: copy or save it again";
    case "pixels":
      return `it has ${formatMillions(inspection.pixels)} million pixels: ${formatMillions(photoLimits.pixels)} million at most, make it smaller (1,600 wide is enough)`;
  }
}

function formatMillions(number: number): string {
  return (number / 1_000_000).toLocaleString("en", { maximumFractionDigits: 1 });
}

/** Finds the file that a reference names. Case counts on every system. */
function findFile(
  reference: string,
  folder: string,
  root: string,
): { file: string; problem?: never } | { file?: never; problem: string } {
  const path = decodePath(reference).trim();
  if (/^[a-z]:|^file:|\\/i.test(path)) return { problem: `it is on your computer: ${photoRemedy}` };
  if (/^(?:https?:)?\/\/|^data:/i.test(path)) return { problem: `it isn't on this site: ${photoRemedy}` };
  const isFromRoot = path.startsWith("/");
  const expected = join(isFromRoot ? paths.public : folder, path);
  if (!isBelow(expected, isFromRoot ? paths.public : root))
    return { problem: `it is outside the ${isFromRoot ? "folder public" : "content"}: ${photoRemedy}` };
  if (path.startsWith("/public/"))
    return { problem: `there is no such file: leave out /public and write ${path.slice("/public".length)}` };
  const fromPublic = `/${path.replace(/^(?:\.\/)?(?:public\/)?/, "")}`;
  if (!isFromRoot && isPublicFile(fromPublic)) return { problem: `there is no such file: write ${fromPublic}` };
  const exact = findEntries(expected, (name) => isSameText(name, basename(expected)))[0];
  if (exact !== undefined) return { file: join(dirname(expected), exact) };
  const similar = findSimilarName(expected);
  const guess = similar && `${path.slice(0, path.length - basename(path).length)}${similar}`;
  return { problem: guess ? `there is no such file: did you mean ${guess}?` : `there is no such file: ${photoRemedy}` };
}

/** Finds the photo that was probably meant. The names are compared without extensions, which are alike. */
function findSimilarName(file: string): string | undefined {
  const names = findEntries(file, (name) => photoExtensions.test(name));
  const stem = getStem(basename(file));
  // An equal name is the nearest one.
  const nearest = findNearest(stem, names.map(getStem));
  return names.find((name) => getStem(name) === nearest);
}

/** Lists matching files in the folder of `file`. It lists the folder, because Windows and macOS open files in any case. */
function findEntries(file: string, isMatch: (name: string) => boolean): string[] {
  const folder = dirname(file);
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && isMatch(entry.name))
    .map(({ name }) => name);
}

/** Compares names after Unicode normalization, because macOS may store an accent as a separate character. */
function isSameText(name: string, expectedName: string): boolean {
  return name.normalize() === expectedName.normalize();
}

/** Returns a name without case and extensions. Windows hides extensions, so a name may have two: `a.jpg.jpg`. */
function getStem(name: string): string {
  return name.normalize().toLowerCase().replace(photoExtensions, "").replace(photoExtensions, "");
}

function isBelow(file: string, folder: string): boolean {
  const path = relative(resolve(folder), resolve(file));
  return path !== "" && path !== ".." && !path.startsWith(`..${sep}`) && !isAbsolute(path);
}

function isPublic(file: string): boolean {
  return isBelow(file, paths.public);
}

/** Lists the photos of a folder, except hidden ones and those that the build makes. */
function listPhotos(folder: string): string[] {
  return listFiles(folder)
    .files.filter((name) => photoExtensions.test(name))
    .map((name) => join(folder, name))
    .filter(
      (file) => !parsePhotoName(basename(file)) && !drawnFolders.includes(relative(paths.public, file).split(sep)[0]!),
    );
}

function hasAllowedSize(file: string): boolean {
  const { size } = statSync(file);
  return size > 0 && size <= photoLimits.bytes;
}

function hashFile(file: string): string {
  return createHash("sha256").update(storedVersion).update(readFileSync(file)).digest("hex").slice(0, 20);
}

/** Returns the inspections of stored photos by hash. Their results are in the names of the files. */
function readStoredPhotos(): Map<string, Inspection> {
  const folder = join(paths.public, photosPath);
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return new Map(
    names.flatMap((name) => {
      const photo = parsePhotoName(name);
      return photo ? [[photo.hash, { ...photo, hasLocation: false }] as const] : [];
    }),
  );
}
