import { lstatSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { isTextPath } from "#app/services/content/files/content-path.ts";
import { getPart, getPartAddress, toPartName } from "#app/services/content/files/parts.ts";
import type { Problem } from "#app/services/content/problems/problem.ts";
import type { SourceFile } from "#app/services/content/releases/fingerprints.ts";
import { sourceName, type Release } from "#app/services/content/releases/release.ts";
import { compareParts, getSourcePart, readRedirectsOf } from "./compare-parts.ts";

/** Selects the next release's files from published and draft files. */
export type SelectSource = (published: readonly SourceFile[], draft: readonly SourceFile[]) => SourceFile[];

/** Lists the files from which a release was compiled. */
export function listPublished({ folder, files }: Pick<Release, "files"> & { folder: string }): SourceFile[] {
  const start = `${sourceName}/`;
  return files
    .filter(({ path }) => path.startsWith(start))
    .map(({ path, hash }) => ({ path: path.slice(start.length), file: join(folder, path), hash }));
}

/** Selects the draft versions of `parts` and of the downloads they name, and the published versions of the rest. */
export function selectParts(
  published: readonly SourceFile[],
  draft: readonly SourceFile[],
  parts: ReadonlySet<string>,
): SourceFile[] {
  const chosen = addMovedParts(published, draft, parts);
  const isChosen = (file: SourceFile) => chosen.has(getSourcePart(file));
  const textFiles = draft.filter((file) => isChosen(file) && isTextPath(file.path));
  const joinedTexts = textFiles.map(({ file }) => readFileSync(file, "utf8")).join("\n");
  const isNamed = (path: string) => joinedTexts.includes(path) || joinedTexts.includes(encodeURI(path));
  const downloadPaths = draft.map(({ path }) => path).filter((path) => /^(?:content|public)\/files\//.test(path));
  const namedPaths = new Set(downloadPaths.filter((path) => isNamed(path.slice(path.indexOf("/")))));
  const isSelected = (file: SourceFile) => isChosen(file) || namedPaths.has(file.path);
  // Ignores symbolic links in content/, except to text files.
  const isLink = (file: SourceFile) =>
    file.path.startsWith("content/") && !isTextPath(file.path) && lstatSync(file.file).isSymbolicLink();
  return replaceFiles(
    published.filter((file) => !isSelected(file)),
    draft.filter((file) => isSelected(file) && !isLink(file)),
  );
}

/**
 * Adds the other part (former or new) of each selected item that was moved, and `redirects.yaml` if it redirects a
 * selected address.
 */
function addMovedParts(
  published: readonly SourceFile[],
  draft: readonly SourceFile[],
  parts: ReadonlySet<string>,
): Set<string> {
  const isChosen = (part: string | undefined) => part !== undefined && parts.has(part);
  const { parts: changes, after } = compareParts(published, draft);
  const movedParts = changes
    .filter(({ part, from }) => from !== undefined && (isChosen(part) || isChosen(from)))
    .flatMap(({ part, from }) => [part, from!]);
  const chosen = new Set([...parts, ...movedParts]);
  const addresses = new Set(Array.from(chosen, getPartAddress));
  const isRedirected = readRedirectsOf(after).some(({ from }) => addresses.has(from));
  return isRedirected ? chosen.add("redirects.yaml") : chosen;
}

/** Replaces or adds files by path, and sorts the result by path like the files of a listed folder. */
export function replaceFiles(files: readonly SourceFile[], others: readonly SourceFile[]): SourceFile[] {
  const byPath = new Map([...files, ...others].map((file) => [file.path, file]));
  return [...byPath.values()].sort((one, other) => (one.path < other.path ? -1 : 1));
}

/**
 * Lists those of `parts` that have mistakes, or that a mistake reports as missing.
 * @param content content folder
 */
export function findNeededParts(mistakes: readonly Problem[], content: string, parts: readonly string[]): string[] {
  const partsWithMistakes = mistakes.map(({ file }) => getPart(relative(content, file).split(sep).join("/")));
  const missing = mistakes.filter(({ message }) => /^no[A-Z]/.test(message.key));
  const neededNames = new Set<unknown>([
    ...partsWithMistakes,
    ...missing.flatMap(({ message }) => Object.values(message.values ?? {})),
  ]);
  return parts.filter((part) => listNames(part).some((name) => neededNames.has(name)));
}

/** Lists the names by which a person selects a part: path, URL, or id alone. */
function listNames(part: string): string[] {
  const name = toPartName(part);
  const [, id = ""] = name.split("/");
  return [part, `/${part}`, name, id, getPartAddress(part) ?? part];
}
