import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { listFiles } from "../../runtime/list-files.ts";
import { paths } from "../../runtime/paths.ts";
import { hashGroup, readFileGroups, type FileGroups } from "./file-groups.ts";

/** Folders with the code that compiles content. */
const compilerFolders = ["app/services/api/contract", "app/services/content", "app/i18n", "scripts"];

/** The files of the content folder and of `public`, with their sizes and times. */
export type PublishedFiles = { content: FileGroups; public: FileGroups };

/** Reads the sizes and times of all files that are published. */
export function readPublishedFiles(content: string): PublishedFiles {
  return { content: readFileGroups(content), public: readFileGroups(paths.public) };
}

/**
 * Hashes the bytes of the content folder and of `public`. The hash doesn't depend on where the folders are.
 */
export function hashFolder(
  content: string,
  files: PublishedFiles = readPublishedFiles(content),
): { folder: string; groups: Map<string, string> } {
  const groups = new Map(
    Array.from(files.content, ([key, group]) => [key, hashGroup(content, group)]),
  );
  const publicGroups = Array.from(files.public, ([key, group]) => [key, hashGroup(paths.public, group)]);
  return { folder: hashText(JSON.stringify([[...groups], publicGroups])), groups };
}

/** Hashes only the sizes and times of the files, which is faster. Equal hashes mean equal files; different ones mean nothing. */
export function hashFolderTimes(files: PublishedFiles): string {
  return hashText(`${listStates(files.content)}\n${listStates(files.public)}`);
}

/** Lists the sizes and times of files as a text. */
function listStates(groups: FileGroups): string {
  // Files without a state get a random one, so that they always count as changed.
  return Array.from(groups, ([key, { state = Math.random() }]) => `${key}\n${state}`).join("\n");
}

/** Hashes the code that compiles content. */
export function hashCompiler(): string {
  const hash = createHash("sha256");
  for (const [number, folder] of compilerFolders.entries()) {
    const isCode = (path: string) => path.endsWith(".ts") && !path.endsWith(".test.ts");
    for (const path of listFiles(folder).files.filter(isCode).sort())
      hash.update(`${number} ${path}\n`).update(readFileSync(join(folder, path)));
  }
  return hash.digest("hex");
}

/** Returns the SHA-256 of a text. */
function hashText(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
