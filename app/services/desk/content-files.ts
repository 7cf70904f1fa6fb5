import { createReadStream, readFileSync, statSync } from "node:fs";
import { stat } from "node:fs/promises";
import { resolveContentPath } from "../content/files/content-path.ts";
import { startVersion } from "../content/files/save-files.ts";
import { listFilesInTurns } from "../runtime/folders.ts";

/** Folder of the repository that the editor sees; it stands for the content folder. */
export const contentPrefix = "content/";

/** Why a change isn't made. The key is one of the messages of the desk. */
export class RefusedChangeError extends Error {
  override name = "RefusedChangeError";
  readonly reason: "path" | "name" | "rename" | "stale" | "text" | "picture" | "pdf" | "size" | "long";
  readonly path: string;

  constructor(reason: RefusedChangeError["reason"], path: string, options?: ErrorOptions) {
    super(`${reason}: ${path}`, options);
    this.reason = reason;
    this.path = path;
  }
}

export type ContentFiles = ReturnType<typeof openContentFiles>;

/** The content folder as the editor reads it. */
export function openContentFiles(root: string) {
  const known = new Map<string, { stamp: string; sha: string }>();

  /** @throws RefusedChangeError if the editor may not use the path */
  function resolvePath(path: string): string {
    const name = path.startsWith(contentPrefix) ? path.slice(contentPrefix.length) : "";
    const file = resolveContentPath(root, name);
    if (!file) throw new RefusedChangeError("path", path);
    return file;
  }

  async function readVersion(file: string): Promise<{ sha: string; size: number; time: number }> {
    const { size, mtimeMs, ctimeMs } = await stat(file);
    const stamp = `${size} ${mtimeMs} ${ctimeMs}`;
    const entry = known.get(file);
    if (entry?.stamp === stamp) return { sha: entry.sha, size, time: ctimeMs };
    const sum = startVersion(size);
    for await (const bytes of createReadStream(file)) sum.update(bytes as Buffer);
    const sha = sum.digest("hex");
    known.set(file, { stamp, sha });
    return { sha, size, time: ctimeMs };
  }

  async function list() {
    const entries = [];
    for (const name of await listFilesInTurns(root)) {
      const file = resolveContentPath(root, name);
      // A file may be deleted in the meantime.
      const version = file && (await readVersion(file).catch(() => undefined));
      if (version) entries.push({ path: contentPrefix + name, ...version, type: "blob" as const });
    }
    return entries;
  }

  /** @throws RefusedChangeError for a path that the editor may not use */
  function read(path: string): Buffer | undefined {
    const file = resolvePath(path);
    return statSync(file, { throwIfNoEntry: false })?.isFile() ? readFileSync(file) : undefined;
  }

  return { list, read };
}
