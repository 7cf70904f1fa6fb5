import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
  type Dirent,
} from "node:fs";
import { readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { mapInBatches } from "./map-in-batches.ts";

/**
 * Creates a folder and its parents. Doesn't use Node's `recursive: true`, which hangs on file systems that can't create
 * folders, such as /proc.
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

/** Whether an error comes from the operating system, such as a full disk, or from SQLite, which provides the locks. */
export function isSystemError(error: unknown): error is Error {
  const { syscall, code } = error as NodeJS.ErrnoException;
  return error instanceof Error && (syscall !== undefined || code === "ERR_SQLITE_ERROR");
}

/** SQLITE_FULL and SQLITE_IOERR. */
const sqliteCodes = { full: 13, ioError: 10 };

/**
 * Whether a disk is full. SQLite reports an I/O error without a reason if a file shared with other processes couldn't
 * grow, so the free space decides.
 */
export function isDiskFull(error: unknown, folder: string): boolean {
  const { code = "", errcode = 0 } = error as { code?: string; errcode?: number };
  const isFull = (errcode & 0xff) === sqliteCodes.full || ["ENOSPC", "EDQUOT"].includes(code);
  return isFull || ((errcode & 0xff) === sqliteCodes.ioError && statfsSync(folder).bavail === 0);
}

/** Flushes the buffers of a file or folder to disk. After a rename, flush the folder, which contains the name. */
export function syncPath(path: string): void {
  // Skips Windows, which can't open folders. The site is only developed there, so nothing needs to be synced.
  if (process.platform === "win32") return;
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Writes a file atomically: after a power failure, either the former file or the new one is on disk. */
export function replaceFile(file: string, content: string, mode?: number): void {
  writeFileSync(`${file}.new`, content, { flush: true, mode });
  renameSync(`${file}.new`, file);
  syncPath(dirname(file));
}

/** @returns `false` if the file doesn't exist or the file system lacks links */
export function linkFile(source: string, target: string): boolean {
  mkdirSync(dirname(target), { recursive: true });
  if (!existsSync(source)) return false;
  rmSync(target, { force: true });
  try {
    linkSync(source, target);
    return true;
  } catch {
    return false;
  }
}

/** Keeps a file that will be replaced or deleted: as a hard link if the file system has links, or else as a copy. */
export function keepFile(file: string, target: string): void {
  try {
    linkSync(file, target);
  } catch {
    copyFileSync(file, target);
    syncPath(target);
  }
}

/** `others`: entries with unusable names, and entries that are neither files, folders nor links, such as pipes. */
export type ListedFiles = { files: string[]; folders: string[]; links: string[]; others: string[] };

/** Lower-case names of system files on Windows, macOS, Linux and network drives. */
const systemNames: ReadonlySet<string> = new Set([
  "__macosx",
  "backups.backupdb",
  "cvs",
  "desktop.ini",
  "ehthumbs.db",
  "icon\r",
  "lost+found",
  "network trash folder",
  "recycler",
  "system volume information",
  "temporary items",
  "thumbs.db",
]);

/**
 * Whether a file or folder is hidden, or was created by an operating system, a network drive (`@eaDir`, `#recycle`) or
 * an editor (`~$a.docx`, `a.md~`).
 */
export function isIgnored(name: string): boolean {
  return /^(?:[.@#$]|~\$)|~$/.test(name) || systemNames.has(name.toLowerCase());
}

/** Whether a path is a file, or a link to one. Pipes and devices are excluded, because they may be endless. */
export const isFile = (path: string): boolean =>
  // `existsSync` excludes links to themselves, for which `statSync` throws.
  existsSync(path) && statSync(path, { throwIfNoEntry: false })?.isFile() === true;

/** Whether a file name is valid UTF-8. Node replaces invalid bytes by U+FFFD, and can't open a file by that name. */
export const isUsableName = (name: string): boolean => !name.includes("\ufffd");

/** Lists a folder's names, without leaving any out. Returns none for a missing folder. */
export const listEntryNames = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);

/** Lists the paths of a folder's files and folders whose names begin with `prefix`. */
export const listByPrefix = (folder: string, prefix: string): string[] =>
  listEntryNames(folder)
    .filter((name) => name.startsWith(prefix))
    .map((name) => join(folder, name));

function readFolder(folder: string): Dirent[] {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) return [];
  return readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !isIgnored(name));
}

/** Lists a folder's entries. Returns none for a missing folder or a file. */
export const listFolder = (folder: string): Dirent[] => readFolder(folder).filter(({ name }) => isUsableName(name));

/**
 * Lists a folder and its subfolders. Doesn't follow links, because Node's recursive listing would follow even a link to
 * its own folder.
 */
export function listFiles(root: string): ListedFiles {
  const listed: ListedFiles = { files: [], folders: [], links: [], others: [] };
  const addFolder = (folder: string) => {
    for (const entry of readFolder(join(root, folder))) {
      const path = folder + entry.name;
      if (!isUsableName(entry.name)) listed.others.push(path);
      else if (entry.isDirectory()) {
        listed.folders.push(path);
        addFolder(`${path}/`);
      } else if (entry.isSymbolicLink()) listed.links.push(path);
      else if (entry.isFile()) listed.files.push(path);
      else listed.others.push(path);
    }
  };
  addFolder("");
  return listed;
}

/** Lists files, leaving out links. Yields to the event loop, so that a large tree doesn't block requests. */
export async function listFilesInTurns(root: string, folder = ""): Promise<string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true });
  const usableEntries = entries.filter(({ name }) => !isIgnored(name) && isUsableName(name));
  const lists = await mapInBatches(usableEntries, async (entry) => {
    if (entry.isDirectory()) return listFilesInTurns(root, `${folder}${entry.name}/`);
    return entry.isFile() ? [folder + entry.name] : [];
  });
  return lists.flat();
}
