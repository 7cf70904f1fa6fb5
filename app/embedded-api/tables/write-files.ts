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
  const staging = mkdtempSync(join(root, ".importing-"));
  try {
    for (const [file, { after }] of changed) {
      mkdirSync(dirname(join(staging, file)), { recursive: true });
      writeFileSync(join(staging, file), after, { flush: true });
    }
    for (const [file, { before }] of changed) {
      if (readIfExists(join(root, file)) !== before)
        throw new TableError(`${file} has been changed while the table was read: nothing was written. Try it again.`);
    }
    for (const file of changed.keys()) {
      const folder = dirname(file);
      if (existsSync(join(root, folder))) {
        // The folder of a new item was moved with its first file.
        if (existsSync(join(staging, file))) renameSync(join(staging, file), join(root, file));
        continue;
      }
      mkdirSync(dirname(join(root, folder)), { recursive: true });
      renameSync(join(staging, folder), join(root, folder));
    }
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}
