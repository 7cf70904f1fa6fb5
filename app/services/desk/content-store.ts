import { createHash } from "node:crypto";
import { existsSync, lstatSync, readFileSync, statSync } from "node:fs";
import { extname, join, parse } from "node:path";
import { z } from "zod";
import { kinds } from "../api/contract/kinds.ts";
import { saveFiles } from "../content/files/save-files.ts";
import { photoLimits } from "../content/photos/photo.ts";
import { detectPictureType } from "../media/picture-fetch.ts";
import { listFiles } from "../runtime/list-files.ts";
import { keepLines } from "./keep-lines.ts";

/** Folder of the repository that the editor sees; it stands for the content folder. */
const contentPrefix = "content/";

const topFolders = [...kinds, "page", "batch", "herbs", "categories", "menu", "adverts", "settings"];
const topFiles = ["colours.yaml", "redirects.yaml", "synonyms.yaml"];
const textTypes = [".md", ".yaml"];
const pictureTypes: Record<string, string> = {
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".png": "image/png",
  ".webp": "image/webp",
  ".avif": "image/avif",
  ".gif": "image/gif",
};

const maxTextBytes = 4_000_000;

/** A change that the editor asks for. `sha` is the version that it has changed. */
export const changeSchema = z.object({
  operation: z.enum(["create", "update", "delete"]),
  path: z.string().max(500),
  content: z.base64().default(""),
  sha: z.string().max(64).nullish(),
  from_path: z.string().max(500).nullish(),
});

export type FileChange = z.output<typeof changeSchema>;

/** Why a change isn't made. The key is one of the messages of the desk. */
export class RefusedChangeError extends Error {
  override name = "RefusedChangeError";
  readonly reason: "path" | "name" | "stale" | "text" | "picture" | "size";
  readonly path: string;

  constructor(reason: RefusedChangeError["reason"], path: string, options?: ErrorOptions) {
    super(`${reason}: ${path}`, options);
    this.reason = reason;
    this.path = path;
  }
}

export type ContentStore = ReturnType<typeof openContentStore>;

/** Whether a new item, page, herb or batch has a name that its address can have. Photos have any name. */
function isNamedWell(path: string): boolean {
  const [, folder = "", id = ""] = path.split("/");
  const name = parse(id).name;
  if (folder === "batch") return /^[A-Z0-9]+(?:-[A-Z0-9]+)*$/.test(name);
  return !["page", "herbs", ...kinds].includes(folder) || /^[a-z0-9-]+$/.test(name);
}

/** Computes the version of a file as Git does. */
function computeSha(bytes: Uint8Array): string {
  return createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}

/**
 * Opens the content folder for the editor: reads its files, and changes several at once.
 * @param root the content folder
 * @param beforeSave is called when a change is going to be made
 */
export function openContentStore(root: string, beforeSave = (): void => {}) {
  const known = new Map<string, { stamp: string; sha: string }>();

  /** Returns the path in the file system. @throws RefusedChangeError if the editor may not use it */
  function resolvePath(path: string): string {
    const name = path.startsWith(contentPrefix) ? path.slice(contentPrefix.length) : "";
    const parts = name.split("/");
    const isNamed = parts.every(
      (part) => /^[\p{L}\p{N}_(][^\\/:*?"<>|\p{C}]{0,120}$/u.test(part) && !/[. ]$/.test(part),
    );
    const isPlaced = parts.length === 1 ? topFiles.includes(name) : parts.length <= 3 && topFolders.includes(parts[0]!);
    const isKnownType = textTypes.includes(extname(name)) || extname(name).toLowerCase() in pictureTypes;
    if (!isNamed || !isPlaced || !isKnownType) throw new RefusedChangeError("path", path);
    // Links could lead out of the folder.
    for (let length = 1; length <= parts.length; length++)
      if (lstatSync(join(root, ...parts.slice(0, length)), { throwIfNoEntry: false })?.isSymbolicLink())
        throw new RefusedChangeError("path", path);
    return join(root, ...parts);
  }

  function readVersion(file: string): { sha: string; size: number } | undefined {
    const stats = statSync(file, { throwIfNoEntry: false });
    if (!stats?.isFile()) return undefined;
    const { size, mtimeMs, ctimeMs } = stats;
    const stamp = `${size} ${mtimeMs} ${ctimeMs}`;
    const entry = known.get(file);
    if (entry?.stamp === stamp) return { sha: entry.sha, size };
    const sha = computeSha(readFileSync(file));
    known.set(file, { stamp, sha });
    return { sha, size };
  }

  const readSha = (file: string) => readVersion(file)?.sha;

  /** Lists the files that the editor may see, with their versions. */
  function list() {
    return listFiles(root).files.flatMap((name) => {
      const path = contentPrefix + name;
      try {
        const version = readVersion(resolvePath(path));
        return version ? [{ path, ...version, type: "blob" as const }] : [];
      } catch (error) {
        if (error instanceof RefusedChangeError) return [];
        throw error;
      }
    });
  }

  /** Reads a file; `undefined` if there is none. @throws RefusedChangeError for other places */
  function read(path: string): Buffer | undefined {
    const file = resolvePath(path);
    return statSync(file, { throwIfNoEntry: false })?.isFile() ? readFileSync(file) : undefined;
  }

  /** Checks a change against the file. @returns the new content; `undefined` to delete the file */
  function prepare({ operation, path, content, sha, from_path: from }: FileChange): Buffer | undefined {
    const file = resolvePath(path);
    if (operation === "create" && !isNamedWell(path)) throw new RefusedChangeError("name", path);
    const source = from && from !== path ? resolvePath(from) : file;
    const current = readSha(source);
    const isCurrent = operation === "create" ? readSha(file) === undefined : current !== undefined && sha === current;
    if (!isCurrent || (source !== file && existsSync(file))) throw new RefusedChangeError("stale", path);
    if (operation === "delete") return undefined;
    const bytes = Buffer.from(content, "base64");
    const type = pictureTypes[extname(path).toLowerCase()];
    if (bytes.length > (type ? photoLimits.bytes : maxTextBytes)) throw new RefusedChangeError("size", path);
    if (type) {
      if (detectPictureType(bytes) !== type) throw new RefusedChangeError("picture", path);
      return bytes;
    }
    try {
      const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
      const before = current === undefined ? undefined : readFileSync(source, "utf8");
      return Buffer.from(keepLines(path, before, text));
    } catch (error) {
      throw new RefusedChangeError("text", path, { cause: error });
    }
  }

  /** Makes all changes, or none. @returns the new versions by path */
  function change(changes: readonly FileChange[]): { path: string; sha: string }[] {
    const prepared = changes.map((one) => ({ ...one, bytes: prepare(one) }));
    beforeSave();
    saveFiles(
      root,
      prepared.flatMap(({ path, bytes, from_path: from }) => [
        { file: resolvePath(path), bytes },
        ...(from && from !== path ? [{ file: resolvePath(from) }] : []),
      ]),
    );
    return prepared.map(({ path, bytes }) => ({ path, sha: bytes ? computeSha(bytes) : "" }));
  }

  return { list, read, change };
}
