import { createHash } from "node:crypto";
import { join } from "node:path";
import { isFile, isIgnored, listFiles } from "#app/services/runtime/folders.ts";
import { hashFile } from "#app/services/runtime/hash-file.ts";
import { paths } from "#app/services/runtime/paths.ts";
import { indexVersion, type Release } from "./release.ts";

const compilerFolders = ["app/services/api/contract", "app/services/content", "app/i18n"];

/** A source file of a release. `path` begins with `content/` or `public/`, wherever these folders are. */
export type SourceFile = { path: string; file: string; hash: string };

export function hashCompiler(): string {
  const isCode = (path: string) => path.endsWith(".ts") && !path.endsWith(".test.ts");
  return hashList(compilerFolders.flatMap((folder) => listFolder(folder, folder, isCode)));
}

export const isCompiledByThisCode = (release: Pick<Release, "compiler" | "indexVersion">): boolean =>
  release.indexVersion === indexVersion && release.compiler === hashCompiler();

export function listSource(content: string, publicFolder = paths.public): SourceFile[] {
  return [...listFolder("content", content), ...listFolder("public", publicFolder)];
}

/** Lists the files of one part of the content. */
export function listPartSource(content: string, part: string): SourceFile[] {
  const file = join(content, part);
  if (part.split("/").some(isIgnored)) return [];
  if (isFile(file)) return [{ path: `content/${part}`, file, hash: hashFile(file) }];
  return listFolder(`content/${part}`, file);
}

export function hashList(files: readonly Pick<SourceFile, "path" | "hash">[]): string {
  const sum = createHash("sha256");
  for (const { path, hash } of files) sum.update(`${path} ${hash}\n`);
  return sum.digest("hex");
}

function listFolder(name: string, root: string, isIncluded: (path: string) => boolean = () => true): SourceFile[] {
  const { files, links } = listFiles(root);
  return [...files, ...links]
    .filter(isIncluded)
    .sort()
    .map((path) => ({ path: `${name}/${path}`, file: join(root, path) }))
    .filter(({ file }) => isFile(file))
    .map((entry) => ({ ...entry, hash: hashFile(entry.file) }));
}
