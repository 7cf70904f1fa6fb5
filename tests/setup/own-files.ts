import { readdirSync } from "node:fs";
import { join } from "node:path";

/**
 * Lists the paths of the files in a folder. Links aren't followed, and packages are left out, because other tests change
 * the caches in their folder meanwhile.
 */
export function listOwnFiles(folder: string, path = ""): string[] {
  return readdirSync(join(folder, path), { withFileTypes: true }).flatMap((entry) => {
    const entryPath = join(path, entry.name);
    if (entry.isDirectory()) return entry.name === "node_modules" ? [] : listOwnFiles(folder, entryPath);
    return entry.isFile() ? [entryPath] : [];
  });
}
