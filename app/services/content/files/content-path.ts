import { lstatSync } from "node:fs";
import { extname, join } from "node:path";
import { findCollection } from "./collections.ts";

/** Folder of downloads and unprocessed pictures, served below `/files`. */
export const filesFolder = "files";

const textTypes = [".md", ".yaml"];

const pictureExtensions = [".jpg", ".jpeg", ".png", ".webp", ".avif", ".gif"];

/** Whether a path names a picture other than an SVG. */
export const isPicturePath = (path: string) => pictureExtensions.includes(extname(path).toLowerCase());

/** Whether a path names a Markdown or YAML file. */
export const isTextPath = (path: string) => textTypes.includes(extname(path));

/** Maximum bytes of a name in most file systems. */
const maxNameBytes = 255;

/** By type of collection: whether a path of `depth` segments is one of the collection's files. */
const pathTests = {
  one: (path: string, depth: number) => depth === 1 && path.endsWith(".yaml"),
  kinds: (path: string, depth: number) => depth === 2 && path.endsWith(".yaml"),
  locales: (path: string, depth: number) => depth === 2 && (path.endsWith(".yaml") || isPicturePath(path)),
  records: (path: string, depth: number) => depth === 2 && path.endsWith(".yaml"),
  items: (path: string, depth: number) => depth === 3 && (path.endsWith(".md") || isPicturePath(path)),
  files: (path: string, depth: number) => [2, 3].includes(depth) && (/\.pdf$/i.test(path) || isPicturePath(path)),
};

/** Whether a path belongs to the content. */
export function isContentPath(path: string): boolean {
  const parts = path.split("/");
  const files = parts[0] === filesFolder ? "files" : findCollection(path)?.files;
  return files !== undefined && parts.every(hasValidName) && pathTests[files](path, parts.length);
}

/** Whether a path would belong to the content if its file had the format of a picture. */
export function hasUnknownFormat(path: string): boolean {
  const extension = extname(path);
  const isKnown = [...textTypes, ".pdf", ...pictureExtensions].includes(extension.toLowerCase());
  return /^\.\w+$/.test(extension) && !isKnown && isContentPath(`${path.slice(0, -extension.length)}.jpg`);
}

const hasValidName = (name: string): boolean =>
  /^[\p{L}\p{N}_(（【《][^\\/:*?"<>|\p{C}]*$/u.test(name) &&
  !/[. ]$/.test(name) &&
  Buffer.byteLength(name) <= maxNameBytes;

/** Returns the file that programs may change at a path, such as `news/a/index.cn.md`, or `undefined`. */
export const resolveContentPath = (root: string, path: string): string | undefined =>
  isContentPath(path) ? resolveInside(root, path) : undefined;

/**
 * Returns the file at a path inside the folder, even at a misplaced one, such as `batch/A1.yaml/index.cn.md`. Programs
 * may only delete misplaced files.
 * @returns `undefined` for an invalid name or a symbolic link
 */
export function resolveInside(root: string, path: string): string | undefined {
  const parts = path.split("/");
  // Links are refused, because they could point outside the folder.
  const isLink = (length: number) =>
    lstatSync(join(root, ...parts.slice(0, length)), { throwIfNoEntry: false })?.isSymbolicLink();
  return parts.every(hasValidName) && !parts.some((_part, index) => isLink(index + 1))
    ? join(root, ...parts)
    : undefined;
}
