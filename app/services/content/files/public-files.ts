import { closeSync, openSync, readSync, statSync, type Dirent } from "node:fs";
import { extname, join, relative, sep } from "node:path";
import { decodePath } from "#app/i18n/guarded-routes.ts";
import { normaliseUnicode } from "#app/services/api/contract/normalise-unicode.ts";
import { createMessage, type Message } from "#app/services/content/problems/problem.ts";
import { isIgnored, listFolder } from "#app/services/runtime/folders.ts";
import { paths } from "#app/services/runtime/paths.ts";
import { getContentType } from "#app/services/runtime/web/file-types.ts";
import { filesFolder } from "./content-path.ts";
import { findTypeProblem, inspectedEndBytes } from "./formats/file-signatures.ts";

export type PublicFiles = ReturnType<typeof openPublicFiles>;

export const getPublicName = (path: string) => decodePath(path).slice(1);

/** Opens the files that are served at their own paths: those below `publicFolder` and the content folder's `files`. */
export function openPublicFiles(root: string, publicFolder = paths.public) {
  /** Cached entries by folder; there may be thousands. Names are composed, because macOS may decompose accents. */
  const listed = new Map<string, Map<string, Dirent>>();
  function list(folder: string): Map<string, Dirent> {
    const entries =
      listed.get(folder) ?? new Map(listFolder(folder).map((entry) => [normaliseUnicode(entry.name, "NFC"), entry]));
    listed.set(folder, entries);
    return entries;
  }

  /** Finds a file by the segments of its path. */
  function findListedFile(folder: string, [name = "", ...rest]: readonly string[]): string | undefined {
    const isLast = rest.length === 0;
    const entry = list(folder).get(normaliseUnicode(name, "NFC"));
    if (entry?.isFile() !== isLast) return undefined;
    const path = join(folder, entry.name);
    return isLast ? path : findListedFile(path, rest);
  }

  /** Finds the file of a URL. Case must match on every system. */
  function find(path: string): string | undefined {
    const parts = decodePath(path).split("/").slice(1);
    const folders = parts[0] === filesFolder ? [root, publicFolder] : [publicFolder];
    return folders.flatMap((folder) => findListedFile(folder, parts) ?? [])[0];
  }

  return {
    find,

    /** Finds a file of the content folder. Case must match on every system. */
    findInContent: (file: string): string | undefined => findListedFile(root, relative(root, file).split(sep)),

    has: (path: string): boolean => find(path) !== undefined,

    readSize(path: string): number | undefined {
      const file = find(path);
      return file === undefined ? undefined : statSync(file).size;
    },

    findProblem(path: string): Message | undefined {
      const name = getPublicName(path);
      // Refuses hidden files, and names with #, ? or a stray %, which have other meanings in URLs.
      if (/[#?]|%(?![\da-f]{2})/i.test(path) || name.split("/").some(isIgnored))
        return createMessage("fileName", { path });
      const file = find(path);
      if (!file) return createMessage("noFile", { path });
      if (!getContentType(name)) return createMessage("fileType");
      if (statSync(file).size === 0) return createMessage("emptyFile", { path });
      const problem = findTypeProblem(name, ...readEnds(file));
      return problem && createMessage(problem, { path, type: extname(name).slice(1).toUpperCase() });
    },
  };
}

function readEnds(file: string): [head: Buffer, tail: Buffer] {
  const descriptor = openSync(file, "r");
  try {
    const read = (position: number) => {
      const bytes = Buffer.alloc(inspectedEndBytes);
      return bytes.subarray(0, readSync(descriptor, bytes, 0, inspectedEndBytes, position));
    };
    return [read(0), read(Math.max(0, statSync(file).size - inspectedEndBytes))];
  } finally {
    closeSync(descriptor);
  }
}
