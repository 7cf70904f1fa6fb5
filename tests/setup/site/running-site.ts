import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { linkFile } from "#app/services/runtime/folders.ts";
import { releasesFolder } from "#app/services/runtime/paths.ts";
import { startProgram, type RunningProgram } from "#tests/setup/programs/running-program.ts";
import { startFlags } from "#tests/setup/programs/start-flags.ts";

export type RunningSite = RunningProgram & { origin: string };

let defaultFolder = ".";

export function startSitesIn(folder: string): void {
  defaultFolder = folder;
}

/**
 * Copies a site folder's releases into a data folder that has none, so that a start compiles only changed content.
 */
export function copyReleases(folder: string, data: string): void {
  const source = join(folder, "data", releasesFolder);
  const target = join(data, releasesFolder);
  const isUsable = statSync(data, { throwIfNoEntry: false })?.isDirectory() ?? true;
  if (!existsSync(source) || existsSync(target) || !isUsable) return;
  for (const entry of readdirSync(source, { withFileTypes: true, recursive: true })) {
    const file = join(entry.parentPath, entry.name);
    const copy = join(target, relative(source, file));
    if (entry.isDirectory()) mkdirSync(copy, { recursive: true });
    else if (entry.parentPath === source) cpSync(file, copy);
    else if (!linkFile(file, copy)) cpSync(file, copy);
  }
}

/**
 * Starts the site in `folder` on any free port (or that of `PORT`), with these variables. Resolves once it listens.
 * @param limitCommand a shell command that runs before the site starts, such as `ulimit -f 2048`
 * @param script the program that starts the site
 */
export async function startSite(
  variables: Record<string, string> = {},
  folder = defaultFolder,
  limitCommand?: string,
  script = "server/start.ts",
): Promise<RunningSite> {
  const command = [process.execPath, ...startFlags, script];
  const [program, ...args] = limitCommand ? ["sh", "-c", `${limitCommand} && exec "$@"`, "sh", ...command] : command;
  // Only one process may use a data folder, so each site has its own.
  const data = variables["DATA_DIR"] === undefined ? mkdtempSync(join(tmpdir(), "site-data-")) : undefined;
  const siteVariables = { ...(data && { DATA_DIR: data }), ...variables };
  copyReleases(folder, resolve(folder, siteVariables["DATA_DIR"]!));
  const site = await startProgram([program!, ...args], /The site is at http:\/\/localhost:(\d+)/, {
    env: { ...process.env, NODE_ENV: "production", PORT: "0", HOST: "127.0.0.1", ...siteVariables },
    cwd: folder,
  });
  if (data) void site.exit.then(() => rmSync(data, { recursive: true, force: true }));
  return { ...site, origin: `http://127.0.0.1:${site.match[1]}` };
}
