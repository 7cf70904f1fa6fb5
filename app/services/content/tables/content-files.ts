import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A file that an import changes. `before` is `undefined` for a new file. */
export type ChangedFile = { before: string | undefined; after: string };

/** Reads files of the content and collects their changes. Nothing is written. */
export function createContentFiles(root: string) {
  const changedFiles = new Map<string, ChangedFile>();
  return {
    /** Changed files by their paths within the content folder. */
    changed: changedFiles as ReadonlyMap<string, ChangedFile>,

    /** Replaces the text of a file with the result of `edit`. */
    edit(file: string, edit: (text: string) => string): void {
      const before = changedFiles.has(file) ? changedFiles.get(file)!.before : readIfExists(join(root, file));
      changedFiles.set(file, { before, after: edit(changedFiles.get(file)?.after ?? before ?? "") });
    },
  };
}

/** Returns the text of a file; `undefined` if it doesn't exist. */
export function readIfExists(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
