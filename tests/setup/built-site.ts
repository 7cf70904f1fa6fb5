import { mkdirSync, mkdtempSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { paths } from "../../app/services/runtime/paths.ts";

/**
 * Creates a folder in which a built site can be started, without content.
 * @param source a folder with the build, whose files are linked
 */
export function createBuiltSite(source: string): string {
  const folder = mkdtempSync(join(tmpdir(), "site-"));
  const serverFolder = dirname(paths.serverBuild);
  mkdirSync(join(folder, paths.build));
  for (const path of [paths.public, paths.client, paths.stamp]) {
    symlinkSync(resolve(source, path), join(folder, path));
  }
  // The start compiles the content with the code of these folders.
  for (const path of ["app", "scripts"]) symlinkSync(resolve(path), join(folder, path));
  symlinkSync(resolve(source, serverFolder), join(folder, serverFolder));
  return folder;
}
