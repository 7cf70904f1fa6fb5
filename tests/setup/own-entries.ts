import { readdirSync, type Dirent } from "node:fs";
import { join } from "node:path";

/**
 * Lists the files and folders in a folder, at any depth, without following links. Leaves out packages, because other
 * tests change the caches in their folder meanwhile. Leaves out the build, where mutation testing copies the project.
 */
export function listOwnEntries(folder: string): Dirent[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== "node_modules" && name !== "build")
    .flatMap((entry) => (entry.isDirectory() ? [entry, ...listOwnEntries(join(folder, entry.name))] : [entry]));
}
