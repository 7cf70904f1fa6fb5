import { createHash } from "node:crypto";
import { copyFileSync, createReadStream, existsSync, linkSync, mkdirSync, rmSync, statSync, utimesSync } from "node:fs";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { photosPath } from "../../api/contract/pictures.ts";
import { listFiles } from "../../runtime/list-files.ts";
import { paths } from "../../runtime/paths.ts";
import { writePhotos } from "../photos/photo-process.ts";
import { precompress, precompressedSuffixes } from "../../runtime/precompress.ts";
import type { CompiledContent } from "./compile-content.ts";
import { drawSharePictures, linkSharePictures, readPaperColour } from "./draw-share-pictures.ts";
import { filesName, indexName, type Release } from "./release.ts";

/** A release in its folder. */
type ReleaseInFolder = { release: Release; folder: string };

/**
 * Adds the files that are served at their path to a draft. Files that haven't changed since the previous release are links to its files.
 * @param draft the folder of the draft, which has its index
 * @returns text for a person that names the owner's files which replace files that the site makes
 * @throws PictureError if the logo or a plate can't be drawn
 */
export async function addReleaseFiles(
  draft: string,
  { photos }: CompiledContent,
  previous: ReleaseInFolder | undefined,
): Promise<string> {
  const [index, files] = [join(draft, indexName), join(draft, filesName)];
  const previousFiles = previous && join(previous.folder, filesName);
  copyPublicFiles(files, previousFiles);
  const usedPhotos = photos.getUsed();
  if (previousFiles) {
    mkdirSync(join(files, photosPath), { recursive: true });
    for (const { name } of usedPhotos) linkFile(join(previousFiles, photosPath, name), join(files, photosPath, name));
  }
  writePhotos(usedPhotos, join(files, photosPath));
  const isSamePaper = previous && readPaperColour(join(previous.folder, indexName)) === readPaperColour(index);
  if (isSamePaper) linkSharePictures(files, previousFiles!);
  const ownPictures = await drawSharePictures(index, files);
  precompress(files);
  const ownFiles = [...(existsSync(join(files, "robots.txt")) ? ["/robots.txt"] : []), ...ownPictures];
  return ownFiles.map((path) => `${path} is a file of yours, and is served as it is.`).join("\n");
}

/** Copies the files of `public`. @param previous the folder of the files of the previous release */
function copyPublicFiles(files: string, previous: string | undefined): void {
  for (const path of listFiles(paths.public).files) {
    const [source, target] = [join(paths.public, path), join(files, path)];
    mkdirSync(dirname(target), { recursive: true });
    const { size, mtime, mtimeMs } = statSync(source);
    const earlier = previous && statSync(join(previous, path), { throwIfNoEntry: false });
    const isUnchanged = earlier && earlier.size === size && Math.abs(earlier.mtimeMs - mtimeMs) < 1;
    if (isUnchanged && linkFile(join(previous!, path), target)) {
      for (const suffix of Object.values(precompressedSuffixes)) linkFile(join(previous!, path) + suffix, target + suffix);
      continue;
    }
    copyFileSync(source, target);
    utimesSync(target, mtime, mtime);
  }
}

/** Lists the files of a draft with the hashes of their content. Those of links to the previous release are known. */
export async function listReleaseFiles(draft: string, previous?: ReleaseInFolder): Promise<Release["files"]> {
  const knownHashes = new Map(previous?.release.files.map(({ path, hash }) => [path, hash]));
  const releaseFiles: Release["files"] = [];
  for (const path of listFiles(draft).files.sort()) {
    const { size, ino } = statSync(join(draft, path));
    const earlier = previous && statSync(join(previous.folder, path), { throwIfNoEntry: false });
    const knownHash = earlier?.ino === ino ? knownHashes.get(path) : undefined;
    releaseFiles.push({ path, hash: knownHash ?? (await hashFile(join(draft, path))), size });
  }
  return releaseFiles;
}

async function hashFile(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}

/**
 * Creates a hard link to a file of another release, so that both share its bytes.
 * @returns `false` if the file doesn't exist or the file system doesn't support links
 */
export function linkFile(source: string, target: string): boolean {
  if (!existsSync(source)) return false;
  rmSync(target, { force: true });
  try {
    linkSync(source, target);
    return true;
  } catch {
    return false;
  }
}
