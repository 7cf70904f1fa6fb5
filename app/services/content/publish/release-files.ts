import { constants, copyFileSync, mkdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { normaliseUnicode } from "#app/services/api/contract/normalise-unicode.ts";
import { photosPath } from "#app/services/api/contract/pictures.ts";
import { filesFolder, isTextPath } from "#app/services/content/files/content-path.ts";
import { isMarkedDraft } from "#app/services/content/files/formats/front-matter.ts";
import { decodeText } from "#app/services/content/files/formats/text-bytes.ts";
import { getPart } from "#app/services/content/files/parts.ts";
import type { Photo } from "#app/services/content/files/photo.ts";
import { writePhotos } from "#app/services/content/photos/process-photos.ts";
import type { SourceFile } from "#app/services/content/releases/fingerprints.ts";
import { filesName, indexName, sourceName, type Release } from "#app/services/content/releases/release.ts";
import { linkFile, listFiles } from "#app/services/runtime/folders.ts";
import { hashFile } from "#app/services/runtime/hash-file.ts";
import { precompress, precompressedSuffixes } from "#app/services/runtime/web/compression.ts";
import { drawSharePictures } from "./draw-share-pictures.ts";

type ReleaseInFolder = Pick<Release, "files"> & { folder: string };

/**
 * Adds the source to the release, so that another version of the code can recompile it. Unchanged files are links to
 * the previous release's files.
 */
export function keepSource(draft: string, source: readonly SourceFile[], previous: ReleaseInFolder | undefined): void {
  const previousHashes = new Map(previous?.files.map(({ path, hash }) => [path, hash]));
  for (const { path, file, hash } of source) {
    const target = join(draft, sourceName, path);
    if (file === target) continue;
    const name = `${sourceName}/${path}`;
    const isUnchanged = previousHashes.get(name) === hash;
    if (!isUnchanged || !linkFile(join(previous!.folder, name), target)) copyFile(file, target);
  }
}

/**
 * Adds the files that the release serves. Unchanged files, and those derived from them, are links to the previous
 * release's files.
 * @param showsDraft whether files are added that only the draft of `part` names
 * @returns the files that only drafts name
 * @throws PictureError
 */
export async function addReleaseFiles(
  draft: string,
  photos: readonly Photo[],
  previous: ReleaseInFolder | undefined,
  showsDraft = (_part: string) => false,
): Promise<string[]> {
  const [index, files] = [join(draft, indexName), join(draft, filesName)];
  const source = join(draft, sourceName);
  const link = (path: string) =>
    previous !== undefined && linkFile(join(previous.folder, filesName, path), join(files, path));
  for (const { name } of photos) link(join(photosPath, name));
  await writePhotos(photos, join(files, photosPath));
  const previousHashes = new Map(previous?.files.map((file) => [file.path, file.hash]));
  const partsByDraftFile = listDraftFiles(join(source, "content"));
  for (const [path, file] of listServedFiles(source)) {
    if (partsByDraftFile.get(path)?.some(showsDraft) === false) continue;
    linkOrCopy(file, join(files, path));
    if (previousHashes.get(`${filesName}/${path}`) !== hashFile(file)) continue;
    for (const suffix of Object.values(precompressedSuffixes)) link(path + suffix);
  }
  await drawSharePictures(index, files);
  precompress(files);
  return [...partsByDraftFile.keys()];
}

/** Maps paths at which files are served, in NFC, to these files. The content's files override those of `public`. */
function listServedFiles(source: string): Map<string, string> {
  const list = (folder: string, start = "") =>
    listFiles(folder).files.map((name) => [start + normaliseUnicode(name, "NFC"), join(folder, name)] as const);
  return new Map([...list(join(source, "public")), ...list(join(source, "content", filesFolder), `${filesFolder}/`)]);
}

/** Maps downloads that only drafts name, such as an unfinished batch's certificate, to these drafts. */
function listDraftFiles(content: string): Map<string, string[]> {
  const texts = listFiles(content)
    .files.filter(isTextPath)
    .map((name) => ({ part: getPart(name), text: decodeText(readFileSync(join(content, name))) }));
  const drafts = new Set(texts.filter(({ text }) => isMarkedDraft(text)).map(({ part }) => part));
  const names = listFiles(join(content, filesFolder)).files.map((name) => `${filesFolder}/${name}`);
  const entries = names.map((path): [string, string[]] => {
    const naming = texts.filter(({ text }) => text.includes(`/${path}`) || text.includes(encodeURI(`/${path}`)));
    return [path, naming.map(({ part }) => part)];
  });
  return new Map(entries.filter(([, parts]) => parts.length > 0 && parts.every((part) => drafts.has(part))));
}

export function listReleaseFiles(draft: string): Release["files"] {
  return listFiles(draft)
    .files.sort()
    .map((path) => {
      const file = join(draft, path);
      return { path, hash: hashFile(file), size: statSync(file).size };
    });
}

export function linkOrCopy(source: string, target: string): void {
  if (!linkFile(source, target)) copyFile(source, target);
}

export function copyFile(source: string, target: string): void {
  mkdirSync(dirname(target), { recursive: true });
  // The target may be a link to another release's file, which must not change.
  rmSync(target, { force: true });
  copyFileSync(source, target, constants.COPYFILE_FICLONE);
}
