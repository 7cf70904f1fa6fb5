import { readdirSync, type Dirent } from "node:fs";
import { join } from "node:path";

/**
 * Lists the files and folders in a folder, at any depth, without following links. Leaves out `node_modules`, because
 * concurrent tests change the caches in it. Leaves out `build`, because mutation testing copies the project into it.
 */
export function listOwnEntries(folder: string): Dirent[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== "node_modules" && name !== "build")
    .flatMap((entry) => (entry.isDirectory() ? [entry, ...listOwnEntries(join(folder, entry.name))] : [entry]));
}
