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
  const files = compilerFolders.flatMap((folder) =>
    listFiles(folder)
      .files.filter(isCode)
      .map((path) => join(folder, path)),
  );
  return hashFiles(
    files.sort().map((file) => ({ name: file, file })),
    readFileSync,
  );
}

type PublishedFile = { name: string; file: string };

/** Lists the files of the content folder and of `public`, with names that don't depend on where the folders are. */
function listPublishedFiles(content: string): PublishedFile[] {
  return Object.entries({ content, public: paths.public })
    .flatMap(([folder, root]) => {
      const { files, links } = listFiles(root);
      return [...files, ...links].sort().map((path) => ({ name: `${folder}/${path}`, file: join(root, path) }));
    })
    .filter(({ file }) => statSync(file, { throwIfNoEntry: false })?.isFile());
}

/** Hashes the bytes of the content folder and of `public`. */
export function hashFolder(content: string): string {
  return hashFiles(listPublishedFiles(content), readFileSync);
}

/** Hashes only the sizes and times of the files, which is faster. Equal hashes mean equal files; different ones mean nothing. */
export function hashFolderTimes(content: string): string {
  return hashFiles(listPublishedFiles(content), (file) => {
    // Programs can set mtime back, but not ctime.
    const { size, mtimeMs, ctimeMs } = statSync(file);
    return `${size} ${mtimeMs} ${ctimeMs}`;
  });
}

/** Hashes files by their names and what `read` returns of each. */
function hashFiles(files: readonly PublishedFile[], read: (file: string) => string | Buffer): string {
  const sum = createHash("sha256");
  for (const { name, file } of files) {
    const bytes = read(file);
    sum.update(`${name} ${bytes.length}\n`).update(bytes);
  }
  return sum.digest("hex");
}
