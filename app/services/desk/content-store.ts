import { createReadStream, readFileSync, statSync } from "node:fs";
import { stat } from "node:fs/promises";
import { parse } from "node:path";
import { isCollection, parseDocument } from "yaml";
import { z } from "zod";
import { findCollection, idPatterns } from "../content/files/collections.ts";
import { isPicturePath, resolveContentPath } from "../content/files/content-path.ts";
import { computeVersion, saveFiles, startVersion, withSaveLock } from "../content/files/save-files.ts";
import { isMarkedDraft } from "../content/files/front-matter.ts";
import { dropRedirects } from "../content/files/redirects.ts";
import { photoLimits } from "../content/photos/photo.ts";
import { detectPictureType } from "../media/picture-fetch.ts";
import { getContentType } from "../runtime/web/file-types.ts";
import { listFiles } from "../runtime/folders.ts";
import { getPart, getPartAddress, listPart } from "../content/publishing/compare-content.ts";
import { keepLines } from "./keep-lines.ts";
import { editRedirects, readText } from "./save-texts.ts";
import type { Trash } from "./trash.ts";

/** Folder of the repository that the editor sees; it stands for the content folder. */
export const contentPrefix = "content/";

const maxTextBytes = 4_000_000;
const maxPdfBytes = 20_000_000;

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
  readonly reason: "path" | "name" | "stale" | "text" | "picture" | "pdf" | "size";
  readonly path: string;

  constructor(reason: RefusedChangeError["reason"], path: string, options?: ErrorOptions) {
    super(`${reason}: ${path}`, options);
    this.reason = reason;
    this.path = path;
  }
}

export type ContentStore = ReturnType<typeof openContentStore>;

/** Whether a new item or record has a name that its address can have. Photos have any name. */
function isNamedWell(path: string): boolean {
  const [, folder = "", id = ""] = path.split("/");
  const collection = findCollection(folder);
  return !collection || !("id" in collection) || idPatterns[collection.id].test(parse(id).name);
}

/** The editor takes a file of comments for a missing one, and creates it. */
function isEmptyYaml(path: string, bytes: Buffer): boolean {
  if (!path.endsWith(".yaml")) return false;
  const { contents } = parseDocument(bytes.toString("utf8"));
  return contents === null || (isCollection(contents) && contents.items.length === 0);
}

/** @param keep notes files before they are replaced or deleted */
export function openContentStore(root: string, keep: Trash["keep"] = () => {}) {
  const known = new Map<string, { stamp: string; sha: string }>();

  /** @throws RefusedChangeError if the editor may not use the path */
  function resolvePath(path: string): string {
    const name = path.startsWith(contentPrefix) ? path.slice(contentPrefix.length) : "";
    const file = resolveContentPath(root, name);
    if (!file) throw new RefusedChangeError("path", path);
    return file;
  }

  async function readVersion(file: string): Promise<{ sha: string; size: number }> {
    const { size, mtimeMs, ctimeMs } = await stat(file);
    const stamp = `${size} ${mtimeMs} ${ctimeMs}`;
    const entry = known.get(file);
    if (entry?.stamp === stamp) return { sha: entry.sha, size };
    const sum = startVersion(size);
    for await (const bytes of createReadStream(file)) sum.update(bytes as Buffer);
    const sha = sum.digest("hex");
    known.set(file, { stamp, sha });
    return { sha, size };
  }

  async function list() {
    const entries = [];
    for (const name of listFiles(root).files) {
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

  /** @returns the new content; `undefined` to delete the file */
  function prepare({ operation, path, content, sha, from_path: from }: FileChange): Buffer | undefined {
    if (operation === "delete" && from) throw new RefusedChangeError("path", from);
    const target = read(path);
    const isMoved = from && from !== path;
    const source = isMoved ? read(from) : target;
    const isNew = operation === "create" && !isMoved;
    if (operation === "create" && !isNamedWell(path)) throw new RefusedChangeError("name", path);
    const isCurrent = isNew
      ? source === undefined || isEmptyYaml(path, source)
      : source !== undefined && sha === computeVersion(source);
    const bytes = operation === "delete" ? undefined : checkBytes(path, Buffer.from(content, "base64"), source);
    // The answer to an earlier attempt may have been lost.
    const isDone = bytes ? target?.equals(bytes) && !(isMoved && source) : target === undefined;
    if (!isDone && (!isCurrent || (isMoved && target))) throw new RefusedChangeError("stale", path);
    return bytes;
  }

  /** An item at a former address wins over what leads from there, unless it is a draft. */
  function dropUsedRedirects(parts: readonly string[]): void {
    const shown = parts.filter((part) => !listPart(part, root).some((name) => isMarkedDraft(readText(root, name)!)));
    const addresses = new Set(shown.flatMap((part) => getPartAddress(part) ?? []));
    const text = readText(root, "redirects.yaml") ?? "";
    const used = [...addresses].filter((address) => text.includes(address));
    if (used.length === 0) return;
    const edit = editRedirects(root, (redirects) => used.reduce(dropRedirects, redirects));
    if (edit?.before !== undefined && edit.after !== edit.before)
      saveFiles(root, [{ path: edit.path, bytes: Buffer.from(edit.after) }]);
  }

  /** Makes all changes, or none. @param isOfOther whether somebody else has saved a part last @returns the new versions by path */
  function change(
    changes: readonly FileChange[],
    account = "",
    isOfOther: (part: string) => boolean = () => false,
  ): { path: string; sha: string }[] {
    return withSaveLock(root, () => {
      const paths = changes.flatMap(({ path, from_path: from }) => (from && from !== path ? [path, from] : [path]));
      const twice = paths.find((path, index) => paths.indexOf(path) < index);
      if (twice !== undefined) throw new RefusedChangeError("path", twice);
      const prepared = changes.map((one) => ({ ...one, bytes: prepare(one) }));
      const getName = (path: string) => path.slice(contentPrefix.length);
      // The editor overwrites what a colleague has saved if a person wants it to.
      const isKept = ({ path, bytes }: (typeof prepared)[number]) => !bytes || isOfOther(getPart(getName(path)));
      keep(
        prepared.filter(isKept).map(({ path }) => getName(path)),
        account,
      );
      saveFiles(
        root,
        prepared.flatMap(({ path, bytes, from_path: from }) => [
          { path: getName(path), bytes },
          ...(from && from !== path ? [{ path: getName(from) }] : []),
        ]),
      );
      dropUsedRedirects(prepared.flatMap(({ path, bytes }) => (bytes ? getPart(getName(path)) : [])));
      return prepared.map(({ path, bytes }) => ({ path, sha: bytes ? computeVersion(bytes) : "" }));
    });
  }

  return { list, read, change };
}

function checkBytes(path: string, bytes: Buffer, before: Buffer | undefined): Buffer {
  if (isPicturePath(path)) {
    if (bytes.length > photoLimits.bytes) throw new RefusedChangeError("size", path);
    if (detectPictureType(bytes) !== getContentType(path)) throw new RefusedChangeError("picture", path);
    return bytes;
  }
  if (/\.pdf$/i.test(path)) {
    if (bytes.length > maxPdfBytes) throw new RefusedChangeError("size", path);
    if (!bytes.subarray(0, 5).equals(Buffer.from("%PDF-"))) throw new RefusedChangeError("pdf", path);
    return bytes;
  }
  if (bytes.length > maxTextBytes) throw new RefusedChangeError("size", path);
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return Buffer.from(keepLines(path, before?.toString("utf8"), text));
  } catch (error) {
    throw new RefusedChangeError("text", path, { cause: error });
  }
}
