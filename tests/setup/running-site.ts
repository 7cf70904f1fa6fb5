import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { releasesFolder } from "../../app/services/runtime/paths.ts";
import { linkFile } from "../../app/services/content/publishing/release-files.ts";
import { startFlags } from "./start-flags.ts";

export type RunningSite = {
  origin: string;
  pid: number;
  /** Returns everything that the site has written so far. */
  output(): string;
  signal(signal: NodeJS.Signals): void;
  /** Resolves with the exit code when the site has ended. */
  exit: Promise<number | null>;
  /** Ends the site as an operator would; resolves with its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
};

let defaultFolder = ".";

/** Sets the default folder in which `startSite` starts a site. */
export function startSitesIn(folder: string): void {
  defaultFolder = folder;
}

/**
 * Copies the releases of a site's folder into a data folder that has none, so that a start compiles only what has changed. The data
 * folder need not exist yet.
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
 * @param limit a shell command that runs before the site starts, such as `ulimit -f 2048`
 * @param script the program that starts it
 */
export async function startSite(
  variables: Record<string, string> = {},
  folder = defaultFolder,
  limit?: string,
  script = "server/start.ts",
): Promise<RunningSite> {
  const command = [process.execPath, ...startFlags, script];
  const [program, ...args] = limit ? ["sh", "-c", `${limit} && exec "$@"`, "sh", ...command] : command;
  // Only one process may use a data folder, so each site has its own.
  const data = variables["DATA_DIR"] === undefined ? mkdtempSync(join(tmpdir(), "site-data-")) : undefined;
  const ownVariables = { ...(data && { DATA_DIR: data }), ...variables };
  copyReleases(folder, resolve(folder, ownVariables["DATA_DIR"]!));
  const child = spawn(program!, args, {
    env: { ...process.env, NODE_ENV: "production", PORT: "0", HOST: "127.0.0.1", ...ownVariables },
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk));
  const exit = new Promise<number | null>((resolve) => child.once("exit", resolve));
  if (data) void exit.then(() => rmSync(data, { recursive: true, force: true }));
  const deadline = Date.now() + 100_000;
  let port: string | undefined;
  while (!(port = /The site is at http:\/\/localhost:(\d+)/.exec(output)?.[1])) {
    if (child.exitCode !== null || Date.now() > deadline) {
      child.kill();
      throw new Error(`the site did not start:\n${output}`);
    }
    await sleep(20);
  }
  return {
    origin: `http://127.0.0.1:${port}`,
    pid: child.pid!,
    output: () => output,
    signal: (signal) => void child.kill(signal),
    exit,
    stop(signal = "SIGTERM") {
      child.kill(signal);
      return exit;
    },
  };
}
