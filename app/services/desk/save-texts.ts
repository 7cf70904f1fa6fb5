import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { parse, stringify } from "yaml";
import { isTextPath } from "../content/files/content-path.ts";
import { redirectsFileSchema } from "../content/files/content-schema.ts";
import { isMarkedDraft, parseTitle } from "../content/files/front-matter.ts";
import type { Redirect } from "../content/files/redirect-addresses.ts";
import { saveFiles, withSaveLockInTurns, type FileChange } from "../content/files/save-files.ts";
import { listPart } from "../content/publishing/compare-content.ts";
import { keepLines } from "./keep-lines.ts";

/** A text of the content as it was read, and as it is to be. */
export type TextEdit = { path: string; before: string | undefined; after: string };

export function readText(root: string, path: string): string | undefined {
  const file = join(root, path);
  return statSync(file, { throwIfNoEntry: false })?.isFile() ? readFileSync(file, "utf8") : undefined;
}

export function readPartTitle(root: string, part: string): string | undefined {
  const texts = listPart(part, root).filter((name) => name.endsWith(".md"));
  return texts.map((name) => parseTitle(readText(root, name) ?? "")).find(Boolean);
}

/** Whether a text or the facts of a part say that it is a draft. Photos aren't read. */
export const isDraftPart = (root: string, part: string): boolean =>
  listPart(part, root).some((name) => isTextPath(name) && isMarkedDraft(readText(root, name) ?? ""));

/** Saves all edits, and other changes, or none. @returns `false` if a text isn't as it was read */
export function saveTexts(
  root: string,
  edits: readonly TextEdit[],
  others: readonly FileChange[] = [],
): Promise<boolean> {
  return withSaveLockInTurns(root, () => {
    if (edits.some(({ path, before }) => readText(root, path) !== before)) return false;
    const changed = edits.filter(({ before, after }) => before !== after);
    saveFiles(root, [...others, ...changed.map(({ path, after }) => ({ path, bytes: Buffer.from(after) }))]);
    return true;
  });
}

/** The other lines, with their comments, stay as they are. @returns `undefined` if the file has mistakes */
export function editRedirects(root: string, edit: (redirects: Redirect[]) => Redirect[]): TextEdit | undefined {
  const path = "redirects.yaml";
  const before = readText(root, path);
  try {
    const redirects = redirectsFileSchema.nullable().parse(parse(before ?? "")) ?? [];
    return { path, before, after: keepLines(path, before, stringify(edit(redirects))) };
  } catch {
    return undefined;
  }
}
