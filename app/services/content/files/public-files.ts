import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { decodePath } from "../../../i18n/guarded-routes.ts";
import { getContentType } from "../../../http/file-types.ts";
import { isIgnored } from "../../runtime/list-files.ts";
import { paths } from "../../runtime/paths.ts";
import { say, type Message } from "../checks/problem.ts";

/** The name below `public` of a path of the content, which may be percent-encoded. */
export const getPublicName = (path: string) => decodePath(path).slice(1);

/** Checks that a path of the content leads to a file below `public` that can be opened. Case matters on every system. */
export function findFileProblem(path: string): Message | undefined {
  const name = getPublicName(path);
  // Addresses use # and ? for something else.
  if (/[#?]|%(?![\da-f]{2})/i.test(path) || name.split("/").some(isIgnored)) return say("fileName", { path });
  if (!isPublicFile(path)) return say("noFile", { path });
  if (!getContentType(name)) return say("fileType");
  return statSync(join(paths.public, name)).size === 0 ? say("emptyFile", { path }) : undefined;
}

/** The size in bytes of a file below `public`; `undefined` if there is none. */
export function readPublicFileSize(path: string): number | undefined {
  return isPublicFile(path) ? statSync(join(paths.public, getPublicName(path))).size : undefined;
}

/** Whether a path leads to a file below `public` with exactly this spelling. */
export function isPublicFile(path: string): boolean {
  const parts = decodePath(path).split("/").slice(1);
  if (!existsSync(join(paths.public, ...parts))) return false;
  return parts.every((part, index) => {
    const folder = join(paths.public, ...parts.slice(0, index));
    const isLast = index === parts.length - 1;
    const entries = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [];
    return entries.some((entry) => entry.name === part && entry.isFile() === isLast);
  });
}
