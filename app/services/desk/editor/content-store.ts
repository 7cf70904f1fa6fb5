import { parse } from "node:path";
import { isCollection } from "yaml";
import { z } from "zod";
import { defaultLocale } from "#app/i18n/locales.ts";
import { cleanText } from "#app/services/api/contract/clean-text.ts";
import { findCollection, idPatterns } from "#app/services/content/files/collections.ts";
import { filesFolder, isPicturePath, isTextPath } from "#app/services/content/files/content-path.ts";
import { findTypeProblem } from "#app/services/content/files/formats/file-signatures.ts";
import { splitFrontMatter } from "#app/services/content/files/formats/front-matter.ts";
import { decodeText, encodeText } from "#app/services/content/files/formats/text-bytes.ts";
import { parseYaml } from "#app/services/content/files/formats/yaml-document.ts";
import { getPart } from "#app/services/content/files/parts.ts";
import { photoLimits } from "#app/services/content/files/photo.ts";
import { computeVersion, saveFiles, withSaveLock } from "#app/services/content/files/save-files.ts";
import { detectPictureType } from "#app/services/media/picture-fetch.ts";
import { getContentType } from "#app/services/runtime/web/file-types.ts";
import {
  contentPrefix,
  noTextVersion,
  readContentFile,
  RefusedChangeError,
  type ContentFiles,
} from "./content-files.ts";
import { splitVersion, type EditorVersions } from "./editor-versions.ts";
import { keepLines } from "./keep-lines.ts";
import { mergeEdits } from "./merge-edits.ts";
import { dropUsedRedirects } from "./save-texts.ts";

/** Maximum bytes: comparing a text's Markdown takes up to 3 s a megabyte. */
const maxTextBytes = 1_000_000;
const maxPdfBytes = 20_000_000;

/** A change that the editor made to the version `sha`. */
export const changeSchema = z.object({
  operation: z.enum(["create", "update", "delete"]),
  path: z.string().max(500),
  content: z.base64().default(""),
  sha: z.string().max(64).nullish(),
  from_path: z.string().max(500).nullish(),
});

export type EditorChange = z.output<typeof changeSchema>;

/**
 * Whether the id in a new file's path is valid for its collection. A path without an id, such as
 * `content/files/photo.jpg`, is always valid.
 */
function hasValidId(path: string): boolean {
  const [, folder = "", id = ""] = path.split("/");
  const collection = findCollection(folder);
  return !collection || !("id" in collection) || idPatterns[collection.id].test(parse(id).name);
}

/** Whether a YAML file has no values, for example only comments. The editor treats such a file as missing. */
function isEmptyYaml(path: string, bytes: Buffer): boolean {
  if (!path.endsWith(".yaml")) return false;
  const { contents } = parseYaml(decodeText(bytes));
  return contents === null || (isCollection(contents) && contents.items.length === 0);
}

/** Whether a path is that of an item's text in another than the first language. */
const isTranslation = (path: string) => /\/index\.\w+\.md$/.test(path) && !path.endsWith(`.${defaultLocale}.md`);

/** Whether a translation has neither fields nor a body, so that it needs no file. */
const isEmptyTranslation = (path: string, bytes: Buffer) =>
  isTranslation(path) && /^(?:---\s*---)?\s*$/.test(splitVersion(path, decodeText(bytes)).text);

/**
 * `bytes`: the new content; `undefined` to delete the file. `ownBytes`: the editor's version, if others' edits were
 * merged. `isLossless`: no saved edit of others is lost.
 */
type PreparedChange = { bytes: Buffer | undefined; ownBytes?: Buffer; isLossless?: boolean };

function prepare(
  change: EditorChange,
  read: ContentFiles["read"],
  versions: EditorVersions | undefined,
): PreparedChange {
  const { operation, path, content, sha, from_path: from } = change;
  if (operation === "delete" && from) throw new RefusedChangeError("path", from);
  const existing = read(path);
  const isMoved = from && from !== path;
  // Renaming a picture is refused, because the editor would insert the name into adjacent texts.
  if (isMoved && isPicturePath(path) && !removePrefix(path).startsWith(filesFolder))
    throw new RefusedChangeError("rename", path);
  const source = isMoved ? read(from) : existing;
  const isNew = !isMoved && (operation === "create" || (!source && sha === noTextVersion));
  if (operation === "create" && !hasValidId(path)) throw new RefusedChangeError("name", path);
  const isCurrent = isNew
    ? source === undefined || isEmptyYaml(path, source)
    : source !== undefined && sha === computeVersion(source);
  const sentBytes = Buffer.from(content, "base64");
  const merged = operation === "update" && !isMoved && source ? merge(change, sentBytes, source, versions) : undefined;
  if (merged) return merged;
  const isDeleted = operation === "delete" || isEmptyTranslation(path, sentBytes);
  const bytes = isDeleted ? undefined : prepareBytes(path, sentBytes, source);
  // A change that is already made is accepted, because the response to an earlier attempt may be lost.
  const isDone = bytes ? existing?.equals(bytes) && !(isMoved && source) : existing === undefined;
  if (!isDone && (!isCurrent || (isMoved && existing))) throw new RefusedChangeError("stale", path);
  return { bytes, isLossless: bytes !== undefined && existing?.equals(bytes) };
}

/**
 * Merges an edit of an earlier version into `source`.
 * @returns `undefined` if the edited version is `source` itself, or unknown
 */
function merge(
  { path, sha }: EditorChange,
  sent: Buffer,
  source: Buffer,
  versions: EditorVersions | undefined,
): PreparedChange | undefined {
  if (!versions || !isTextPath(path)) return undefined;
  const { version } = splitVersion(path, decodeText(sent));
  const base = versions.find(version ?? sha ?? "");
  if (!base || base.equals(source)) return undefined;
  const ownBytes = prepareBytes(path, sent, base);
  const texts = { base: decodeText(base), theirs: decodeText(source), own: decodeText(ownBytes) };
  const merged = mergeEdits(path, texts, false);
  // Once the author has confirmed the overwriting, the editor names the newest version, and the author's values win.
  const text = merged ?? (sha === computeVersion(source) ? mergeEdits(path, texts, true) : undefined);
  if (text === undefined) throw new RefusedChangeError("stale", path);
  const bytes = encodeText(text, source);
  return { bytes, ...(!bytes.equals(ownBytes) && { ownBytes }), isLossless: merged !== undefined };
}

/** `sha`: the editor's new version. `isMerged`: the file also has others' edits, which the editor lacks. */
export type SavedFile = { path: string; sha: string; isMerged?: boolean };

const removePrefix = (path: string) => path.slice(contentPrefix.length);

/**
 * Makes all changes, or none.
 * @param keep keeps files before they are replaced or deleted
 * @param isSavedByOther whether another account saved a part last
 * @param versions if given, others' edits are merged
 * @returns the editor's new versions by path; `isMerged` if the file also has others' edits
 */
export function changeFiles(
  root: string,
  changes: readonly EditorChange[],
  keep: (paths: readonly string[]) => void = () => {},
  isSavedByOther: (part: string) => boolean = () => false,
  versions?: EditorVersions,
): Promise<SavedFile[]> {
  const read = (path: string) => readContentFile(root, path);
  return withSaveLock(root, () => {
    const movedPaths = changes.flatMap(({ path, from_path: from }) => (from && from !== path ? [from] : []));
    const paths = [...changes.map(({ path }) => path), ...movedPaths];
    const duplicatePath = paths.find((path, index) => paths.indexOf(path) < index);
    if (duplicatePath !== undefined) throw new RefusedChangeError("path", duplicatePath);
    const files = changes.map((change) => ({
      change,
      path: removePrefix(change.path),
      ...prepare(change, read, versions),
      former: isTextPath(change.path) ? read(change.path) : undefined,
    }));
    // A colleague's version is kept, because the editor overwrites it after a mere confirmation.
    const overwrittenFiles = files.filter(
      ({ path, bytes, isLossless }) => !bytes || (!isLossless && isSavedByOther(getPart(path))),
    );
    keep(overwrittenFiles.map(({ path }) => path));
    const removed = movedPaths.map((path) => ({ path: removePrefix(path) }));
    saveFiles(root, dropUsedRedirects(root, [...files, ...removed]));
    versions?.keep(files.flatMap(listVersions));
    return files.map(({ change, bytes, ownBytes = bytes }) => {
      const missingVersion = change.operation === "delete" ? "" : noTextVersion;
      const isMerged = ownBytes !== bytes && { isMerged: true };
      return { path: change.path, sha: ownBytes ? computeVersion(ownBytes) : missingVersion, ...isMerged };
    });
  });
}

type ChangedFile = PreparedChange & { change: EditorChange; former: Buffer | undefined };

/** Lists the replaced version, which others may still be editing, and the editor's new version. */
function listVersions({ change, former, bytes, ownBytes = bytes }: ChangedFile) {
  const { path, content } = change;
  // Most texts of an item are sent unchanged. For these, no version is kept.
  if (!isTextPath(path) || (former && bytes?.equals(former) && ownBytes === bytes)) return [];
  const { version } = splitVersion(path, decodeText(Buffer.from(content, "base64")));
  return [...(former ? [{ bytes: former }] : []), ...(ownBytes ? [{ bytes: ownBytes, version }] : [])];
}

function prepareBytes(path: string, bytes: Buffer, before: Buffer | undefined): Buffer {
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
    const { text } = splitVersion(path, cleanText(decodeText(bytes, true)));
    // The editor omits front matter that is empty.
    const sent = isTranslation(path) && !splitFrontMatter(text) ? `---\n{}\n---\n\n${text}` : text;
    return encodeText(keepLines(path, before && decodeText(before), sent), before);
  } catch (error) {
    throw new RefusedChangeError("text", path, { cause: error });
  }
}
