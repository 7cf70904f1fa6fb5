import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { listFiles } from "../../runtime/list-files.ts";
import { paths } from "../../runtime/paths.ts";

/** Folders with the code that compiles content. */
const compilerFolders = ["app/services/api/contract", "app/services/content", "app/i18n"];

/** Hashes the code that compiles content. */
export function hashCompiler(): string {
  const isCode = (path: string) => path.endsWith(".ts") && !path.endsWith(".test.ts");
  return hashFolders(Object.fromEntries(compilerFolders.map((folder) => [folder, folder])), isCode);
}

/** Hashes the bytes of the content folder and of `public`, with names that don't depend on where the folders are. */
export function hashFolder(content: string): string {
  return hashFolders({ content, public: paths.public });
}

/** Hashes the files of folders by their names and their bytes. */
function hashFolders(folders: Record<string, string>, isIncluded: (path: string) => boolean = () => true): string {
  const sum = createHash("sha256");
  for (const [name, root] of Object.entries(folders)) {
    const { files, links } = listFiles(root);
    for (const path of [...files, ...links].filter(isIncluded).sort()) {
      const file = join(root, path);
      if (!statSync(file, { throwIfNoEntry: false })?.isFile()) continue;
      const bytes = readFileSync(file);
      sum.update(`${name}/${path} ${bytes.length}\n`).update(bytes);
    }
  }
  return sum.digest("hex");
}
