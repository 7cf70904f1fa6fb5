import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { parse, stringify } from "yaml";
import { isTextPath } from "../content/files/content-path.ts";
import { redirectsFileSchema } from "../content/files/content-schema.ts";
import { isMarkedDraft } from "../content/files/front-matter.ts";
import type { Redirect } from "../content/files/redirect-addresses.ts";
import { dropRedirects } from "../content/files/redirects.ts";
import { saveFiles, withSaveLock, type FileChange } from "../content/files/save-files.ts";
import { listPart } from "../content/publishing/compare-content.ts";
import { getPart, getPartAddress } from "../content/publishing/parts.ts";
import { keepLines } from "./keep-lines.ts";

const redirectsPath = "redirects.yaml";

/** A text of the content as it was read, and as it is to be. */
export type TextEdit = { path: string; before: string | undefined; after: string };

function readText(root: string, path: string): string | undefined {
  const file = join(root, path);
  return statSync(file, { throwIfNoEntry: false })?.isFile() ? readFileSync(file, "utf8") : undefined;
}

/** Whether a text or the facts of a part say that it is a draft. Photos aren't read. @param changes those that are about to be saved */
export function isDraftPart(root: string, part: string, changes: readonly FileChange[] = []): boolean {
  const texts = new Map(listPart(part, root).map((path) => [path, () => readText(root, path)]));
  for (const { path, bytes } of changes)
    if (getPart(path) === part) texts.set(path, () => bytes && Buffer.from(bytes).toString());
  return [...texts].some(([path, read]) => isTextPath(path) && isMarkedDraft(read() ?? ""));
}

/** An item at a former address wins over what leads from there, unless it is a draft. @returns the changes with what they change of the redirects */
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
    ? [...changes, { path: edit.path, bytes: Buffer.from(edit.after) }]
    : changes;
}

/** Saves all edits, and other changes, or none. @returns `false` if a text isn't as it was read */
export function saveTexts(
  root: string,
  edits: readonly TextEdit[],
  others: readonly FileChange[] = [],
): Promise<boolean> {
  return withSaveLock(root, () => {
    if (edits.some(({ path, before }) => readText(root, path) !== before)) return false;
    const changed = edits.filter(({ before, after }) => before !== after);
    saveFiles(root, [...others, ...changed.map(({ path, after }) => ({ path, bytes: Buffer.from(after) }))]);
    return true;
  });
}

/** The other lines, with their comments, stay as they are. @returns `undefined` if the file has mistakes */
export function editRedirects(root: string, edit: (redirects: Redirect[]) => Redirect[]): TextEdit | undefined {
  const path = redirectsPath;
  const before = readText(root, path);
  try {
    const redirects = redirectsFileSchema.nullable().parse(parse(before ?? "")) ?? [];
    return { path, before, after: keepLines(path, before, stringify(edit(redirects))) };
  } catch {
    return undefined;
  }
}
