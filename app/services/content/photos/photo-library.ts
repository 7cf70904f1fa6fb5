import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { decodePath } from "#app/i18n/guarded-routes.ts";
import { filesFolder } from "#app/services/content/files/content-path.ts";
import { maxPhotoHeight, minPhotoHeight, photoLimits, type Photo } from "#app/services/content/files/photo.ts";
import type { PublicFiles } from "#app/services/content/files/public-files.ts";
import {
  createFileProblem,
  createMessage,
  type Message,
  type MessageKey,
  type Problem,
} from "#app/services/content/problems/problem.ts";
import { listFiles } from "#app/services/runtime/folders.ts";
import { hashFile } from "#app/services/runtime/hash-file.ts";
import { inspectPhoto, type Inspection } from "./process-photos.ts";

type FoundPhoto = { photo: Photo; problem?: never } | { photo?: never; problem: Message };

export type PhotoLibrary = Awaited<ReturnType<typeof createPhotoLibrary>>;

const photoExtensionPattern = /\.(?:avif|gif|jfif|jpe|jpe?g|png|tiff?|webp)$/i;

/** Folders of `public` whose pictures are generated, or replace generated ones. */
const generatedFolders = ["icons", "share"];

/** Version of the stored format, hashed with a photo, so that a new version stores all photos again. */
const storedVersion = "1";

/** Caches inspections by hash, because a process reads the same content repeatedly. */
const inspections = new Map<string, Inspection>();

/** Whether a word names a photo, not a herb: it has a dot or is a path. */
export function isPhotoReference(word: string): boolean {
  return /[./\\]/.test(word);
}

export async function createPhotoLibrary(root: string, publicFolder: string, files: PublicFiles) {
  const photosByFile = new Map<string, FoundPhoto>();
  const inspectedPhotos = await inspectAll([...listPhotos(root), ...listPhotos(publicFolder, publicFolder)]);

  const servedFolders = [publicFolder, join(root, filesFolder)];

  function readPhoto(file: string): FoundPhoto {
    if (statSync(file).size > photoLimits.bytes)
      return { problem: createMessage("photoSize", { max: photoLimits.bytes / 1_000_000 }) };
    const { hash, inspection } = inspectedPhotos.get(file) ?? {};
    if (!inspection || "reason" in inspection) return { problem: describeReason(inspection?.reason) };
    const isServed = servedFolders.some((folder) => isBelow(file, folder));
    if (inspection.hasLocation && isServed) return { problem: createMessage("photoLocation") };
    const { width, height, type } = inspection;
    return { photo: { file, name: `${hash}-${width}x${height}.${type}`, width, height } };
  }

  /** Finds a file by a path in `folder`, or by a URL. */
  function findFile(reference: string, folder: string): string | undefined {
    const path = decodePath(reference).trim();
    return path.startsWith("/") ? files.find(reference.trim()) : files.findInContent(join(folder, path));
  }

  /** Reports the photos of which the inspection has found `fact`. */
  function reportPhotos(photos: readonly string[], fact: "isDamaged" | "hasLocation", key: MessageKey): Problem[] {
    const found = photos.filter((file) => {
      const inspection = inspectedPhotos.get(file)?.inspection;
      return inspection && !("reason" in inspection) && inspection[fact];
    });
    return found.map((file) => createFileProblem(file, createMessage(key)));
  }

  return {
    /** @param reference a path in `folder`, such as `photo.jpg`, or an absolute path, such as `/files/photo.jpg` */
    find(reference: string, folder: string): FoundPhoto {
      const file = findFile(reference, folder);
      if (file === undefined) return { problem: createMessage("noPhoto") };
      const photo = photosByFile.get(file) ?? readPhoto(file);
      photosByFile.set(file, photo);
      return photo;
    },
    getUsed(): Photo[] {
      const photos = [...photosByFile.values()].flatMap(({ photo }) => photo ?? []);
      return [...new Map(photos.map((photo) => [photo.name, photo])).values()];
    },
    findDamaged(): Problem[] {
      const found = [...photosByFile].flatMap(([file, { photo }]) => (photo ? [file] : []));
      return reportPhotos(found, "isDamaged", "photoDamaged");
    },
    /** Finds photos with a location that are served unchanged. `find` reports those that a content file names. */
    findLocationProblems(): Problem[] {
      const unnamed = servedFolders
        .flatMap((folder) => listPhotos(folder, publicFolder))
        .filter((file) => !photosByFile.has(file));
      return reportPhotos(unnamed, "hasLocation", "photoLocation");
    },
  };
}

function describeReason(reason: Extract<Inspection, { reason: string }>["reason"] = "unreadable"): Message {
  if (reason === "unreadable") return createMessage("photoUnreadable");
  if (reason === "long") return createMessage("photoLong", { min: minPhotoHeight, max: maxPhotoHeight });
  return createMessage("photoPixels", {
    max: photoLimits.pixels / 1_000_000,
    held: photoLimits.heldBytes / 1_000_000,
    avif: photoLimits.avifPixels / 1_000_000,
  });
}

async function inspectAll(files: readonly string[]) {
  const inspectedPhotos = new Map<string, { hash: string; inspection: Inspection }>();
  for (const file of files) {
    const { size } = statSync(file);
    if (size === 0 || size > photoLimits.bytes) continue;
    const hash = hashFile(file, createHash("sha256").update(storedVersion)).slice(0, 20);
    const inspection = inspections.get(hash) ?? (await inspectPhoto(readFileSync(file)));
    inspections.set(hash, inspection);
    inspectedPhotos.set(file, { hash, inspection });
  }
  return inspectedPhotos;
}

function isBelow(file: string, folder: string): boolean {
  const path = relative(resolve(folder), resolve(file));
  return path !== "" && path !== ".." && !path.startsWith(`..${sep}`) && !isAbsolute(path);
}

function listPhotos(folder: string, publicFolder?: string): string[] {
  const isGenerated = (name: string) => folder === publicFolder && generatedFolders.includes(name.split(/[/\\]/)[0]!);
  const names = listFiles(folder).files.filter((name) => photoExtensionPattern.test(name) && !isGenerated(name));
  return names.map((name) => join(folder, name));
}
