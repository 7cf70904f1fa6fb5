import { execFile } from "node:child_process";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { EnvironmentError } from "#app/services/runtime/environment-error.ts";
import { paths } from "#app/services/runtime/paths.ts";
import { acquireLock, type ProcessLock } from "#app/services/runtime/process-lock.ts";
import { precompress } from "#app/services/runtime/web/compression.ts";
import { backUpAssets, recordBuild } from "./build-history.ts";
import { hashSourceFiles, readBuiltHash } from "./fingerprint.ts";

const reactRouter = [join("node_modules", "@react-router", "dev", "bin.cjs"), "build"];

const editor = [join("node_modules", "vite", "bin", "vite.js"), "build", "--config", "vite.editor.config.ts"];

/** Builds the code without the content. Ends the process after a failed step. */
export async function build({ force = false }: { force?: boolean } = {}): Promise<void> {
  if (!existsSync(editor[0]!))
    throw new EnvironmentError("Building the site needs its development dependencies: run npm ci --include=dev.");
  using _lock = acquireBuildLock();
  const hash = hashSourceFiles();
  // Another process may have built the code while this one waited for the lock.
  if (!force && readBuiltHash() === hash) return;
  rmSync(paths.stamp, { force: true });
  backUpAssets();
  console.log("Building the site …");
  for (const command of [reactRouter, editor]) await runBuild(command);
  recordBuild(new Date());
  precompress(paths.client);
  writeFileSync(paths.stamp, hash);
  console.log("The site is built.");
}

function acquireBuildLock(): ProcessLock {
  try {
    return acquireLock(paths.buildLock, () => console.log("Waiting for another process, which is building …"));
  } catch (error) {
    throw new EnvironmentError(
      `The build doesn't match the code, and can't be made again: ${process.cwd()} must be a folder that this process can write to (${(error as Error).message}).`,
    );
  }
}

export function isCurrent(): boolean {
  return readBuiltHash() === hashSourceFiles();
}

/** Runs a command of the build. Prints its output only if it fails, because the output lists every file. */
async function runBuild(command: readonly string[]): Promise<void> {
  const args = ["--disable-warning=ExperimentalWarning", ...command];
  const options = { env: { ...process.env, NODE_ENV: "production" }, maxBuffer: Infinity };
  const run = promisify(execFile)(process.execPath, args, options);
  // A mistake in the content ends this process, and the build with it.
  const end = () => void run.child.kill();
  process.once("exit", end);
  try {
    await run;
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    console.error(`${stdout}\n${stderr}`.trim());
    console.error("Building the site failed.");
    process.exit(1);
  } finally {
    process.off("exit", end);
  }
}

export function loadServer(): Promise<typeof import("./serve.ts")> {
  return import(pathToFileURL(resolve(paths.serverBuild)).href) as Promise<typeof import("./serve.ts")>;
}

if (import.meta.main) await build({ force: true });
