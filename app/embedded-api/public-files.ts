import { existsSync, readdirSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { decodePath } from "../i18n/guarded-routes.ts";
import { getContentType } from "../platform/file-types.ts";
import { paths } from "../platform/paths.ts";
import type { Problem } from "./content-file.ts";

/** Files that operating systems and programs create in a folder. */
const systemFiles: ReadonlySet<string> = new Set(["Thumbs.db", "desktop.ini", "README.md"]);

/** Checks that a path of the content leads to a file below `public`. Case matters on every system. */
export function findFileProblems(path: string): string[] {
  const name = decodePath(path).slice(1);
  if (isPublicFile(path)) return [];
  const file = join(paths.public, name);
  if (path.startsWith("/public/")) {
    const shorter = path.slice("/public".length);
    return [`there is no ${file}: leave out /public${isPublicFile(shorter) ? ` and write ${shorter}` : ""}`];
  }
  const guess = listPublicFiles().find((one) => one.toLowerCase() === name.toLowerCase());
  return [`there is no ${file}${guess ? `: did you mean /${guess}?` : ""}`];
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

/** Finds files below `public` that the site doesn't serve. */
export function findPublicFileProblems(): Problem[] {
  return listPublicFiles()
    .filter((name) => getContentType(name) === undefined)
    .map((name) => {
      const instead = "save it as PDF, JPEG, PNG or MP4, or put it into a ZIP file";
      const message = `the site doesn't serve files of this type: ${instead}`;
      return { file: join(paths.public, name), line: 1, field: "(file)", message };
    });
}

/** Lists the files below `public`, except hidden ones. */
function listPublicFiles(): string[] {
  if (!existsSync(paths.public)) return [];
  return readdirSync(paths.public, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !systemFiles.has(entry.name))
    .map((entry) => relative(paths.public, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .filter((name) => !/(?:^|\/)\./.test(name));
}
