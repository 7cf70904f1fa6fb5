import { dirname, join } from "node:path";
import { getPart } from "#app/services/content/files/parts.ts";
import type { Redirect } from "#app/services/content/files/redirect-addresses.ts";
import { listMoves, readRedirects } from "#app/services/content/files/redirects.ts";
import { hashList, type SourceFile } from "#app/services/content/releases/fingerprints.ts";
import { isFile } from "#app/services/runtime/folders.ts";

/** A file in two versions. `name`: its path in the content folder, or its URL. */
export type ComparedFile = { name: string; old: SourceFile | undefined; now: SourceFile | undefined };

/**
 * A changed part: an item or page with all its files, or a single file. A file of `public` is named by its URL, for
 * example `/logo.svg`.
 */
export type PartChange = {
  /** `product/huang-qi`, or the path of a file. */
  part: string;
  action: "added" | "changed" | "moved" | "removed";
  /** The former part, if its URL was changed. */
  from?: string;
  files: ComparedFile[];
};

/** Returns where a version's file is stored, by its path in the content folder. */
export type FindFile = (path: string) => string | undefined;

/** The changed parts between two versions of the content and of `public`. */
export type Comparison = { before: FindFile; after: FindFile; parts: PartChange[] };

/** Whether a part is a file of `public`. */
export const isPublic = (part: string): boolean => part.startsWith("/");

export function getSourcePart(file: SourceFile): string {
  const name = getName(file);
  return isPublic(name) ? name : getPart(name);
}

/** Compares parts by their hashes. The result lists the changed parts by name, with those of `public` last. */
export function compareParts(before: readonly SourceFile[], after: readonly SourceFile[]): Comparison {
  const [old, now] = [Map.groupBy(before, getSourcePart), Map.groupBy(after, getSourcePart)];
  const moves = listMoves(readRedirectsOf(createFileFinder(after)), new Set(old.keys()), new Set(now.keys()));
  const movedParts = new Set(moves.values());
  const names = [...new Set([...old.keys(), ...now.keys()])].filter((part) => !movedParts.has(part)).sort();
  const { content = [], public: files = [] } = Object.groupBy(names, (part) => (isPublic(part) ? "public" : "content"));
  const parts = [...content, ...files].flatMap((part) => {
    const from = moves.get(part);
    return comparePart(part, old.get(from ?? part) ?? [], now.get(part) ?? [], from) ?? [];
  });
  return { before: createFileFinder(before), after: createFileFinder(after), parts };
}

/** @param from the former part, if its URL was changed @returns `undefined` if nothing differs */
export function comparePart(
  part: string,
  before: readonly SourceFile[],
  after: readonly SourceFile[],
  from = part,
): PartChange | undefined {
  const formerFiles = new Map(before.map((file) => [part + getName(file).slice(from.length), file]));
  const presentFiles = new Map(after.map((file) => [getName(file), file]));
  const names = [...new Set([...formerFiles.keys(), ...presentFiles.keys()])].sort();
  const files = names.map((name) => ({ name, old: formerFiles.get(name), now: presentFiles.get(name) }));
  if (from !== part) return { part, action: "moved", from, files };
  if (files.every(({ old, now }) => old?.hash === now?.hash)) return undefined;
  const action = before.length === 0 ? "added" : after.length > 0 ? "changed" : "removed";
  return { part, action, files };
}

/** Returns a file's path in the content folder, or the URL of a file of `public`. */
const getName = ({ path }: SourceFile): string =>
  path.startsWith("public/") ? path.slice("public".length) : path.slice("content/".length);

/** Hashes the names and bytes of a part's files. */
export const hashPart = (files: readonly SourceFile[]): string =>
  hashList(files.map((file) => ({ path: getName(file), hash: file.hash })));

/** Lists the changed parts' names, including former ones. */
export const listPartNames = ({ parts }: Comparison): string[] =>
  parts.flatMap(({ part, from }) => (from === undefined ? part : [part, from])).sort();

export function createFileFinder(files: readonly SourceFile[]): FindFile {
  const byName = new Map(files.map((file) => [getName(file), file.file]));
  return (path) => byName.get(path);
}

/** @param content folder of the content */
export const findInFolder =
  (content: string): FindFile =>
  (path) => {
    const file = join(content, path);
    return isFile(file) ? file : undefined;
  };

export function readRedirectsOf(find: FindFile): Redirect[] {
  const file = find("redirects.yaml");
  return file === undefined ? [] : readRedirects(dirname(file));
}
