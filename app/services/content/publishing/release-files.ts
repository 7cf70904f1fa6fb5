import { createHash } from "node:crypto";
import { copyFileSync, createReadStream, mkdirSync, statSync, utimesSync } from "node:fs";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { photosPath } from "../../api/contract/pictures.ts";
import { listFiles } from "../../runtime/list-files.ts";
import { linkFile } from "./release-store.ts";
import type { Release } from "./release.ts";
import { precompressedSuffixes } from "../../../../server/precompress.ts";

const compressedSuffixes = ["", ...Object.values(precompressedSuffixes)];

/**
 * Copies the files of `public` into a release. Files that haven't changed since the previous release are links to its files.
 * @param previous the folder of the files of the previous release
 */
export function copyPublicFiles(publicFolder: string, files: string, previous: string | undefined): void {
  for (const path of listFiles(publicFolder).files) {
    const source = join(publicFolder, path);
    const target = join(files, path);
    mkdirSync(dirname(target), { recursive: true });
    const { size, mtime, mtimeMs } = statSync(source);
    const previousStats = previous && statSync(join(previous, path), { throwIfNoEntry: false });
    const isUnchanged = previousStats && previousStats.size === size && Math.abs(previousStats.mtimeMs - mtimeMs) < 1;
    if (isUnchanged && linkWithCompressed(join(previous!, path), target)) continue;
    copyFileSync(source, target);
    utimesSync(target, mtime, mtime);
  }
}

/** Links the photos of the previous release into a release, so that only new ones are stored. */
export function linkPhotos(photos: readonly { name: string }[], files: string, previous: string): void {
  const [target, source] = [join(files, photosPath), join(previous, photosPath)];
  mkdirSync(target, { recursive: true });
  for (const { name } of photos) linkFile(join(source, name), join(target, name));
}

/** Lists the files of a release with the hashes of their content. */
export async function listReleaseFiles(folder: string, previous?: Release, previousFolder?: string) {
  const knownHashes = new Map(previous?.files.map(({ path, hash }) => [path, hash]));
  const releaseFiles: Release["files"] = [];
  for (const path of listFiles(folder).files.sort()) {
    const { size, ino } = statSync(join(folder, path));
    const previousStats = previousFolder && statSync(join(previousFolder, path), { throwIfNoEntry: false });
    const hash =
      (previousStats && previousStats.ino === ino && knownHashes.get(path)) || (await hashFile(join(folder, path)));
    releaseFiles.push({ path, hash, size });
  }
  return releaseFiles;
}

function linkWithCompressed(source: string, target: string): boolean {
  const [isLinked] = compressedSuffixes.map((suffix) => linkFile(source + suffix, target + suffix));
  return isLinked!;
}

async function hashFile(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}
