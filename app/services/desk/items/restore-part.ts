import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { hashPart } from "#app/services/content/changes/compare-parts.ts";
import { findCollection } from "#app/services/content/files/collections.ts";
import { isContentPath } from "#app/services/content/files/content-path.ts";
import { listPart } from "#app/services/content/files/parts.ts";
import { saveFiles, withSaveLock } from "#app/services/content/files/save-files.ts";
import { listPartSource } from "#app/services/content/releases/fingerprints.ts";
import { openReleaseFolder } from "#app/services/content/releases/release-folder.ts";
import { sourceName } from "#app/services/content/releases/release.ts";
import { dropUsedRedirects } from "#app/services/desk/editor/save-texts.ts";
import type { Environment } from "#app/services/runtime/environment.ts";
import { openTrash } from "./trash.ts";

/** `former`: the part's version in a release, to restore it. @default the published one */
type RestoreTarget = { part: string; version: string; former?: { release: string; part: string } };

/**
 * Restores a part: deletes its new files, and restores its changed and deleted ones. Edits are kept in the trash.
 * @returns `false` if the part isn't at the `version` that the owner saw, the release is gone, or the part's path
 * doesn't belong to the content
 */
export function restorePart(
  environment: Pick<Environment, "CONTENT_DIR" | "DATA_DIR">,
  account: string,
  { part, version, former }: RestoreTarget,
): Promise<boolean> {
  const { CONTENT_DIR, DATA_DIR } = environment;
  const { getFolder, getPublishedContent } = openReleaseFolder(DATA_DIR);
  return withSaveLock(CONTENT_DIR, () => {
    const source = former ? join(getFolder(former.release), sourceName, "content") : getPublishedContent();
    if (source === undefined || !existsSync(source) || hashPart(listPartSource(CONTENT_DIR, part)) !== version)
      return false;
    const from = former?.part ?? part;
    const paths = listPart(from, source).map((path) => ({ from: path, path: part + path.slice(from.length) }));
    const hasValidPaths =
      findCollection(from) === findCollection(part) && paths.every(({ path }) => isContentPath(path));
    if (!hasValidPaths) return false;
    const files = paths.map(({ from: name, path }) => ({ path, bytes: readFileSync(join(source, name)) }));
    const restoredPaths = new Set(paths.map(({ path }) => path));
    const newPaths = listPart(part, CONTENT_DIR).filter((path) => !restoredPaths.has(path));
    openTrash(environment).keep([...restoredPaths, ...newPaths], account);
    saveFiles(CONTENT_DIR, dropUsedRedirects(CONTENT_DIR, [...files, ...newPaths.map((path) => ({ path }))]));
    return true;
  });
}
