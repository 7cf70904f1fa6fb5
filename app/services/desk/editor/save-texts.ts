import { readFileSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { localeCodes } from "#app/i18n/locales.ts";
import { cleanText } from "#app/services/api/contract/clean-text.ts";
import { collections } from "#app/services/content/files/collections.ts";
import { listItemIds, listYamlFiles } from "#app/services/content/files/content-file.ts";
import { isTextPath } from "#app/services/content/files/content-path.ts";
import { editYaml } from "#app/services/content/files/formats/edit-yaml.ts";
import { isMarkedDraft } from "#app/services/content/files/formats/front-matter.ts";
import { decodeText, encodeText } from "#app/services/content/files/formats/text-bytes.ts";
import { getPart, getPartAddress, listPart } from "#app/services/content/files/parts.ts";
import type { Redirect } from "#app/services/content/files/redirect-addresses.ts";
import { dropRedirects } from "#app/services/content/files/redirects.ts";
import { saveFiles, withSaveLock, type FileChange } from "#app/services/content/files/save-files.ts";
import { redirectsFileSchema } from "#app/services/content/files/schemas/content-schema.ts";

const redirectsPath = "redirects.yaml";

/** A text as read, and its new version. */
export type TextEdit = { path: string; before: string | undefined; after: string };

function readText(root: string, path: string): string | undefined {
  const file = join(root, path);
  return statSync(file, { throwIfNoEntry: false })?.isFile() ? decodeText(readFileSync(file)) : undefined;
}

/** Whether a part's texts or facts mark it as a draft. @param changes unsaved changes */
export function isDraftPart(root: string, part: string, changes: readonly FileChange[] = []): boolean {
  const texts = new Map(listPart(part, root).map((path) => [path, () => readText(root, path)]));
  for (const { path, bytes } of changes) if (getPart(path) === part) texts.set(path, () => bytes && decodeText(bytes));
  return [...texts].some(([path, read]) => isTextPath(path) && isMarkedDraft(read() ?? ""));
}

/**
 * Removes each redirect whose old address is that of a changed item, because the item takes precedence. Items that are
 * drafts remove none.
 * @returns the changes, with the edit of the redirects if there is one
 */
export function dropUsedRedirects(root: string, changes: readonly FileChange[]): readonly FileChange[] {
  const parts = new Set(changes.filter(({ bytes }) => bytes).map(({ path }) => getPart(path)));
  const text = readText(root, redirectsPath) ?? "";
  const used = [...parts].flatMap((part) => {
    const address = getPartAddress(part);
    return address !== undefined && text.includes(address) && !isDraftPart(root, part, changes) ? [address] : [];
  });
  if (used.length === 0 || parts.has(redirectsPath)) return changes;
  const edit = editRedirects(root, (redirects) => used.reduce(dropRedirects, redirects));
  return edit && edit.after !== edit.before
    ? [...changes, { path: edit.path, bytes: encodeText(edit.after, readFileSync(join(root, edit.path))) }]
    : changes;
}

/**
 * Edits the texts of all items and records without saving them. Reads them asynchronously, because there may be
 * thousands. The save lock must be held.
 * @returns the edits of the texts that differ
 */
export async function editAllTexts(root: string, edit: (path: string, text: string) => string): Promise<TextEdit[]> {
  const edits: TextEdit[] = [];
  for (const path of listTextPaths(root)) {
    const before = await readFile(join(root, path)).then(tryToDecode, () => "");
    const after = edit(path, before);
    if (after !== before) edits.push({ path, before, after });
  }
  return edits;
}

/** @returns an empty text if the bytes aren't UTF-8, so that their file stays unchanged */
export function tryToDecode(bytes: Uint8Array): string {
  try {
    return decodeText(bytes, true);
  } catch {
    return "";
  }
}

function listTextPaths(root: string): string[] {
  return collections.flatMap(({ name, files }) => {
    if (files === "one") return [];
    const folder = join(root, name);
    if (files !== "items") return listYamlFiles(folder).map((id) => `${name}/${id}.yaml`);
    return listItemIds(folder).flatMap((id) => localeCodes.map((code) => `${name}/${id}/index.${code}.md`));
  });
}

/** Saves an edit of a text that was read without the lock. @returns `false` if the text has changed since */
export function saveText(root: string, edit: TextEdit): Promise<boolean> {
  return withSaveLock(root, () => {
    if (readText(root, edit.path) !== edit.before) return false;
    writeTexts(root, [edit]);
    return true;
  });
}

/** Writes all changes or none. The save lock must be held. */
export function writeTexts(root: string, edits: readonly TextEdit[], others: readonly FileChange[] = []): void {
  const changed = edits.filter(({ before, after }) => before !== after);
  const files = changed.map(({ path, before, after }) => {
    const former = before === undefined ? undefined : readFileSync(join(root, path));
    return { path, bytes: encodeText(cleanText(after), former) };
  });
  saveFiles(root, [...others, ...files]);
}

/** Edits the redirects without saving. Other lines and comments stay. @returns `undefined` for a file with mistakes */
export function editRedirects(root: string, edit: (redirects: Redirect[]) => Redirect[]): TextEdit | undefined {
  const before = readText(root, redirectsPath);
  try {
    const after = editYaml(before ?? "", (value) => edit(redirectsFileSchema.nullable().parse(value) ?? []));
    return { path: redirectsPath, before, after };
  } catch {
    return undefined;
  }
}
