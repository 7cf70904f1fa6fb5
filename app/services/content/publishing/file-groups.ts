import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { isIgnored } from "../../runtime/list-files.ts";

/** Files that belong together: those of an item, for example. */
export type FileGroup = {
  paths: string[];
  /** Sizes and times of the files. If they are equal, the files are; `undefined` if that isn't certain. */
  state: string | undefined;
  /** The latest of the times, in milliseconds since the epoch. */
  latestTime: number;
};

/** Groups of the files below a folder, by a path of two parts at most: `news/first-item`, `redirects.yaml`. */
export type FileGroups = Map<string, FileGroup>;

/** Lists the files below a folder, without hidden ones, and reads their sizes and times. Paths have slashes. */
export function readFileGroups(root: string): FileGroups {
  const groups: FileGroups = new Map();
  if (existsSync(root)) addFolder(root, "", undefined, groups);
  return new Map([...groups].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * @param folder path of the folder with a slash at its end
 * @param key of the group of all files in it; `undefined` if they have groups of their own
 */
function addFolder(root: string, folder: string, key: string | undefined, groups: FileGroups): void {
  for (const entry of readdirSync(`${root}/${folder}`, { withFileTypes: true })) {
    if (isIgnored(entry.name)) continue;
    const path = folder + entry.name;
    const entryKey = key ?? path;
    if (entry.isDirectory()) addFolder(root, `${path}/`, folder === "" ? undefined : entryKey, groups);
    else addFile(root, path, entry.isFile(), entryKey, groups);
  }
}

function addFile(root: string, path: string, isFile: boolean, key: string, groups: FileGroups): void {
  const group = groups.get(key) ?? { paths: [], state: "", latestTime: 0 };
  groups.set(key, group);
  if (!isFile) {
    // A link may lead to a file outside this folder.
    group.state = undefined;
    return;
  }
  const { size, mtimeMs, ctimeMs } = statSync(`${root}/${path}`);
  group.paths.push(path);
  // Programs can set mtime back, but not ctime.
  if (group.state !== undefined) group.state += `${path} ${size} ${mtimeMs} ${ctimeMs}\n`;
  group.latestTime = Math.max(group.latestTime, mtimeMs, ctimeMs);
}

/** Hashes the bytes of the files of a group, which are below `root`. */
export function hashGroup(root: string, { paths }: FileGroup): string {
  const sum = createHash("sha256");
  for (const path of paths.toSorted()) {
    const bytes = readFileSync(join(root, path));
    sum.update(`${path} ${bytes.length}\n`).update(bytes);
  }
  return sum.digest("hex");
}
