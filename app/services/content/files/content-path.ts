import { lstatSync } from "node:fs";
import { extname, join } from "node:path";
import { findCollection } from "./collections.ts";

/** Folder of the content with files to download and pictures that are shown as they are. They are served below `/files`. */
export const filesFolder = "files";

const textTypes = [".md", ".yaml"];

const pictureExtensions = [".jpg", ".jpeg", ".png", ".webp", ".avif", ".gif"];

/** Whether a path is that of a picture that the content may have; drawings are below `public`. */
export const isPicturePath = (path: string) => pictureExtensions.includes(extname(path).toLowerCase());

/** Whether a path is that of an article, or of data. */
export const isTextPath = (path: string) => textTypes.includes(extname(path));

/** Maximum length of a name in most file systems, in bytes of UTF-8. */
const maxNameBytes = 255;

/** Returns the file at a path, such as `news/a/index.cn.md`, that programs may change; `undefined` for any other place. */
export function resolveContentPath(root: string, path: string): string | undefined {
  const parts = path.split("/");
  const isNamed = parts.every(
    (part) =>
      /^[\p{L}\p{N}_(（【《][^\\/:*?"<>|\p{C}]*$/u.test(part) &&
      !/[. ]$/.test(part) &&
      Buffer.byteLength(part) <= maxNameBytes,
  );
  const files = parts[0] === filesFolder ? "files" : findCollection(path)?.files;
  const isPlaced = files !== undefined && (files === "one" ? parts.length === 1 : [2, 3].includes(parts.length));
  if (!isNamed || !isPlaced || !isKnownType(path, parts[0]!)) return undefined;
  // Links could lead out of the folder.
  const isLink = (length: number) =>
    lstatSync(join(root, ...parts.slice(0, length)), { throwIfNoEntry: false })?.isSymbolicLink();
  return parts.some((_part, index) => isLink(index + 1)) ? undefined : join(root, ...parts);
}

function isKnownType(path: string, folder: string): boolean {
  if (isPicturePath(path)) return true;
  return folder === filesFolder ? /\.pdf$/i.test(path) : isTextPath(path);
}
