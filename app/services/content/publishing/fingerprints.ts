import { createHash } from "node:crypto";
import { closeSync, openSync, readSync, statSync, type Stats } from "node:fs";
import { join } from "node:path";
import { listFiles } from "../../runtime/list-files.ts";
import { paths } from "../../runtime/paths.ts";

/** Folders with the code that compiles content. */
const compilerFolders = ["app/services/api/contract", "app/services/content", "app/i18n"];

/** `folder` is a hash of the bytes of the content folder and of `public`, `times` of the sizes and times of their files. */
export type FolderState = { folder: string; times?: string };

/** Hashes the code that compiles content. */
export function hashCompiler(): string {
  const isCode = (path: string) => path.endsWith(".ts") && !path.endsWith(".test.ts");
  return hashFolders(Object.fromEntries(compilerFolders.map((folder) => [folder, folder])), hashFile, isCode);
}

/**
 * Hashes the content folder and `public`, with names that don't depend on where the folders are.
 * @param known an earlier state; if no size or time has changed since, its hash is taken, because large files take seconds
 */
export function readFolderState(content: string, known?: FolderState): FolderState {
  const folders = { content, public: paths.public };
  const times = hashFolders(folders, (_file, { size, mtimeMs, ctimeMs }) => `${size} ${mtimeMs} ${ctimeMs}`);
  return { folder: known?.times === times ? known.folder : hashFolders(folders, hashFile), times };
}

/** Hashes the files of folders by their names and by what `describeFile` returns. */
function hashFolders(
  folders: Record<string, string>,
  describeFile: (file: string, stats: Stats) => string,
  isIncluded: (path: string) => boolean = () => true,
): string {
  const sum = createHash("sha256");
  for (const [name, root] of Object.entries(folders)) {
    const { files, links } = listFiles(root);
    for (const path of [...files, ...links].filter(isIncluded).sort()) {
      const file = join(root, path);
      const stats = statSync(file, { throwIfNoEntry: false });
      if (stats?.isFile()) sum.update(`${name}/${path} ${describeFile(file, stats)}\n`);
    }
  }
  return sum.digest("hex");
}

const blockSize = 64 * 1024;

/** Hashes the bytes of a file in blocks, because a film may be larger than the memory. */
export function hashFile(file: string): string {
  const sum = createHash("sha256");
  const block = Buffer.allocUnsafe(blockSize);
  const descriptor = openSync(file, "r");
  try {
    for (;;) {
      const length = readSync(descriptor, block, 0, blockSize, null);
      if (length === 0) return sum.digest("hex");
      sum.update(block.subarray(0, length));
    }
  } finally {
    closeSync(descriptor);
  }
}
