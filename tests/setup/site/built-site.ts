import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { paths } from "#app/services/runtime/paths.ts";

/** Creates a folder in which the build of `source` can be started. The build's files are links; there is no content. */
export function createBuiltSite(source: string): string {
  const folder = mkdtempSync(join(tmpdir(), "site-"));
  const serverFolder = dirname(paths.serverBuild);
  mkdirSync(join(folder, paths.build));
  for (const path of [paths.public, paths.client, paths.editor, paths.stamp]) {
    symlinkSync(resolve(source, path), join(folder, path));
  }
  // The start compiles the content with the code of these folders.
  for (const path of ["app", "server", "scripts"]) symlinkSync(resolve(path), join(folder, path));
  symlinkSync(resolve(source, serverFolder), join(folder, serverFolder));
  return folder;
}

/** Copies the code and the build into a folder, in which tests make other builds. */
export function copyForBuilds(): string {
  const folder = mkdtempSync(join(tmpdir(), "builds-"));
  const skippedNames = new Set(["node_modules", ".git", "data", ".react-router", "tests"]);
  for (const name of readdirSync(".").filter((name) => !skippedNames.has(name))) {
    cpSync(name, join(folder, name), { recursive: true, preserveTimestamps: true });
  }
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"), "junction");
  return folder;
}

/** Changes the code of every page, so that the next build differs. */
export function markFooter(folder: string, word: string): void {
  const file = join(folder, "app/components/layout/site-footer.tsx");
  const source = readFileSync(file, "utf8");
  writeFileSync(file, source.replace(/<footer( data-build="\w+")?/, `<footer data-build="${word}"`));
}
