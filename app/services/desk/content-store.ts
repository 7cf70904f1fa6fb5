import { parse } from "node:path";
import { isCollection, parseDocument } from "yaml";
import { z } from "zod";
import { cleanText } from "../api/contract/clean-text.ts";
import { findCollection, idPatterns } from "../content/files/collections.ts";
import { filesFolder, isPicturePath } from "../content/files/content-path.ts";
import { computeVersion, saveFiles, withSaveLock } from "../content/files/save-files.ts";
import { findTypeProblem } from "../content/files/file-signatures.ts";
import { photoLimits } from "../content/photos/photo.ts";
import { getPart } from "../content/publishing/parts.ts";
import { detectPictureType } from "../media/picture-fetch.ts";
import { getContentType } from "../runtime/web/file-types.ts";
import { contentPrefix, openContentFiles, RefusedChangeError, type ContentFiles } from "./content-files.ts";
import { keepLines } from "./keep-lines.ts";
import { dropUsedRedirects } from "./save-texts.ts";

/** Comparing the Markdown of a text takes up to 3 s a megabyte. */
const maxTextBytes = 1_000_000;
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

/** @returns the new content; `undefined` to delete the file */
function prepare(change: FileChange, read: ContentFiles["read"]): Buffer | undefined {
  const { operation, path, content, sha, from_path: from } = change;
  if (operation === "delete" && from) throw new RefusedChangeError("path", from);
  const target = read(path);
  const isMoved = from && from !== path;
  // The editor would write another address into the texts beside it, which name it.
  if (isMoved && isPicturePath(path) && !getName(path).startsWith(filesFolder))
    throw new RefusedChangeError("rename", path);
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

const getName = (path: string) => path.slice(contentPrefix.length);

/**
 * Makes all changes, or none. @param keep notes files before they are replaced or deleted
 * @param isOfOther whether somebody else has saved a part last @returns the new versions by path
 */
export function changeFiles(
  root: string,
  changes: readonly FileChange[],
  keep: (paths: readonly string[]) => void = () => {},
  isOfOther: (part: string) => boolean = () => false,
): Promise<{ path: string; sha: string }[]> {
  const { read } = openContentFiles(root);
  return withSaveLock(root, () => {
    const moved = changes.flatMap(({ path, from_path: from }) => (from && from !== path ? [from] : []));
    const paths = [...changes.map(({ path }) => path), ...moved];
    const twice = paths.find((path, index) => paths.indexOf(path) < index);
    if (twice !== undefined) throw new RefusedChangeError("path", twice);
    const prepared = changes.map((change) => ({ path: change.path, bytes: prepare(change, read) }));
    const files = prepared.map(({ path, bytes }) => ({ path: getName(path), bytes }));
    // The editor overwrites what a colleague has saved if a person wants it to.
    const kept = files.filter(({ path, bytes }) => !bytes || isOfOther(getPart(path)));
    keep(kept.map(({ path }) => path));
    const removed = moved.map((path) => ({ path: getName(path) }));
    saveFiles(root, dropUsedRedirects(root, [...files, ...removed]));
    return prepared.map(({ path, bytes }) => ({ path, sha: bytes ? computeVersion(bytes) : "" }));
  });
}

function checkBytes(path: string, bytes: Buffer, before: Buffer | undefined): Buffer {
  if (isPicturePath(path)) {
    if (bytes.length > photoLimits.bytes) throw new RefusedChangeError("size", path);
    if (detectPictureType(bytes) !== getContentType(path)) throw new RefusedChangeError("picture", path);
    return bytes;
  }
  if (/\.pdf$/i.test(path)) {
    if (bytes.length > maxPdfBytes) throw new RefusedChangeError("size", path);
    if (findTypeProblem(path, bytes, bytes)) throw new RefusedChangeError("pdf", path);
    return bytes;
  }
  if (bytes.length > maxTextBytes) throw new RefusedChangeError("size", path);
  try {
    const text = cleanText(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    return Buffer.from(keepLines(path, before?.toString("utf8"), text));
  } catch (error) {
    throw new RefusedChangeError("text", path, { cause: error });
  }
}
