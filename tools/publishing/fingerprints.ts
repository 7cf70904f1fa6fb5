import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { paths } from "../../app/platform/paths.ts";
import { listVisibleFiles } from "./release-files.ts";

const projectFolder = join(import.meta.dirname, "..", "..");

/** Folders with the code that compiles content. */
const compilerFolders = ["app/contract", "app/embedded-api", "app/i18n", "tools"];

/** Hashes the bytes of the content folder and of `public`. */
export function hashFolder(content: string): string {
  return hashFiles([content, paths.public], (file) => readFileSync(file));
}

/** Hashes sizes and times of the same files, which is faster. Equal hashes mean equal files, but not the reverse. */
export function hashFolderTimes(content: string): string {
  return hashFiles([content, paths.public], (file) => {
    const { size, mtimeMs } = statSync(file);
    return `${size} ${mtimeMs}`;
  });
}

/** Hashes the code that compiles content. */
export function hashCompiler(): string {
  const isCode = (path: string) => path.endsWith(".ts") && !path.endsWith(".test.ts");
  const folders = compilerFolders.map((folder) => join(projectFolder, folder));
  return hashFiles(folders, (file) => readFileSync(file), isCode);
}

/** Hashes the paths and the bytes of files. The hash doesn't depend on where the folders are. */
function hashFiles(
  folders: readonly string[],
  readBytes: (file: string) => string | Buffer,
  isWanted: (path: string) => boolean = () => true,
): string {
  const hash = createHash("sha256");
  for (const [number, folder] of folders.entries()) {
    for (const path of listVisibleFiles(folder).filter(isWanted).sort()) {
      hash.update(`${number} ${path}\n`).update(readBytes(join(folder, path)));
    }
  }
  return hash.digest("hex");
}
