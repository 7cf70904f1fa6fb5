import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { hashPart, listPart } from "../content/publishing/compare-content.ts";
import { openReleaseFolder } from "../content/publishing/release-folder.ts";
import { saveFiles, withSaveLock } from "../content/files/save-files.ts";
import type { Environment } from "../runtime/environment.ts";

/** New files go, changed and deleted ones come back. @returns `false` if the part is no longer the `version` that the reader has seen */
export function restorePart(
  { CONTENT_DIR, DATA_DIR }: Pick<Environment, "CONTENT_DIR" | "DATA_DIR">,
  part: string,
  version: string,
): boolean {
  const published = openReleaseFolder(DATA_DIR).getPublishedContent();
  if (published === undefined) return false;
  const read = (name: string) => (existsSync(join(published, name)) ? readFileSync(join(published, name)) : undefined);
  return withSaveLock(CONTENT_DIR, () => {
    if (hashPart(CONTENT_DIR, part) !== version) return false;
    saveFiles(
      CONTENT_DIR,
      listPart(part, published, CONTENT_DIR).map((path) => ({ path, bytes: read(path) })),
    );
    return true;
  });
}
