import { existsSync, lstatSync } from "node:fs";
import { join } from "node:path";
import { getContentPath } from "#app/i18n/urls.ts";
import { isContentKind } from "#app/services/api/contract/kinds.ts";
import { isIgnored, listFiles } from "#app/services/runtime/folders.ts";
import { findCollection } from "./collections.ts";
import { isContentPath } from "./content-path.ts";

/** Returns a file's part: its item, or the file. */
export function getPart(name: string): string {
  const [folder = "", id = "", file] = name.split("/");
  return file !== undefined && findCollection(name)?.files === "items" ? `${folder}/${id}` : name;
}

/** Whether a part's path belongs to the content. */
export const isPart = (part: string): boolean =>
  isContentPath(findCollection(part)?.files === "items" ? `${part}/index.md` : part);

/** Returns a part's URL, without language prefix. */
export function getPartAddress(part: string): string | undefined {
  const [kind = "", id = ""] = part.replace(/\.yaml$/, "").split("/");
  return isContentKind(kind) && id ? getContentPath(kind, id) : undefined;
}

/** Returns the name that selects a part, for example `batch/GC251102`. */
export const toPartName = (part: string): string => part.replace(/\.yaml$/, "");

/** Lists a part's files, without symbolic links. */
export function listPart(part: string, content: string): string[] {
  const root = join(content, part);
  if (part.split("/").some(isIgnored) || !existsSync(root)) return [];
  const stats = lstatSync(root);
  if (stats.isFile()) return getPart(part) === part ? [part] : [];
  const names = stats.isDirectory() ? listFiles(root).files.map((name) => `${part}/${name}`) : [];
  return names.filter((name) => getPart(name) === part);
}
