import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { readIfExists, type ChangedFile } from "./content-files.ts";
import { TableError } from "./table-error.ts";

/**
 * Writes changed files of the content. First it writes all files to a hidden folder. Then it renames each file, or the folder
 * of a new item, so that readers never see half of it. After a crash the hidden folder may remain and can be deleted.
 * @throws {TableError} if a file was changed meanwhile; nothing is written then
 */
export function writeFiles(root: string, changed: ReadonlyMap<string, ChangedFile>): void {
  const stagingFolder = mkdtempSync(join(root, ".importing-"));
  try {
    for (const [file, { after }] of changed) {
      mkdirSync(dirname(join(stagingFolder, file)), { recursive: true });
      writeFileSync(join(stagingFolder, file), after, { flush: true });
    }
    for (const [file, { before }] of changed) {
      if (readIfExists(join(root, file)) !== before)
        throw new TableError(`${file} was changed while the table was read: nothing was written. Try again.`);
    }
    for (const file of changed.keys()) {
      const folder = dirname(file);
      if (existsSync(join(root, folder))) {
        // The folder of a new item was moved with its first file.
        if (existsSync(join(stagingFolder, file))) renameSync(join(stagingFolder, file), join(root, file));
        continue;
      }
      mkdirSync(dirname(join(root, folder)), { recursive: true });
      renameSync(join(stagingFolder, folder), join(root, folder));
    }
  } finally {
    rmSync(stagingFolder, { recursive: true, force: true });
  }
}
