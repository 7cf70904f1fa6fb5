import { existsSync, mkdirSync, readdirSync, statSync, type Dirent } from "node:fs";
import { dirname, join } from "node:path";

/**
 * Creates a folder and the folders above it. `recursive: true` of Node never returns on file systems that can't create
 * folders, such as /proc.
 * @param mode permissions of created folders
 */
export function createFolder(folder: string, mode = 0o700): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  if (dirname(folder) !== folder) createFolder(dirname(folder), mode);
  try {
    mkdirSync(folder, mode);
  } catch (error) {
    // Another process may have created it.
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

/** Files of an owner's folder, and links in it to files or folders elsewhere. */
export type ListedFiles = { files: string[]; links: string[] };

/** Files that operating systems create in a folder. */
const systemFiles: ReadonlySet<string> = new Set(["Thumbs.db", "desktop.ini", "__MACOSX"]);

/** Whether a file isn't published: a hidden one, one of a system, or the lock file of a document that is open in Excel or Word. */
export function isIgnored(name: string): boolean {
  return name.startsWith(".") || name.startsWith("~$") || systemFiles.has(name);
}

/**
 * Lists the files below a folder, as paths with slashes, without those that are ignored. Links aren't followed, because one may
 * lead to the folder that it is in; Node's own recursive listing follows it until the system refuses.
 */
export function listFiles(root: string): ListedFiles {
  const listedFiles: ListedFiles = { files: [], links: [] };
  if (existsSync(root)) addFolder(root, "", listedFiles);
  return listedFiles;
}

function addFolder(root: string, folder: string, listedFiles: ListedFiles): void {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    if (!isIgnored(entry.name)) addEntry(root, folder, entry, listedFiles);
  }
}

function addEntry(root: string, folder: string, entry: Dirent, listedFiles: ListedFiles): void {
  const path = folder + entry.name;
  if (entry.isDirectory()) addFolder(root, `${path}/`, listedFiles);
  else if (entry.isSymbolicLink()) listedFiles.links.push(path);
  else if (entry.isFile()) listedFiles.files.push(path);
}
