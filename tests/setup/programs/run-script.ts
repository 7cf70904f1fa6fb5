import { spawn, spawnSync, type SpawnOptions } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { text } from "node:stream/consumers";

type Options = { args?: string[]; cwd?: string; timeout?: number; uid?: number; gid?: number };

/** Runs a script of the site, and waits for its end. @returns its exit code and its output */
export function runScript(script: string, variables: Record<string, string>, { args = [], ...options }: Options = {}) {
  return spawnSync(process.execPath, ["--disable-warning=ExperimentalWarning", script, ...args], {
    ...options,
    env: { ...process.env, ...variables },
    encoding: "utf8",
  });
}

/** Runs a program without blocking this process. @returns its exit code and its output */
export async function runProgram([program = "", ...args]: string[], options: SpawnOptions = {}) {
  const child = spawn(program, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
  const end = once(child, "close") as Promise<[status: number | null]>;
  const [stdout, stderr, [status]] = await Promise.all([text(child.stdout!), text(child.stderr!), end]);
  return { status, stdout, stderr };
}

/** Runs a start of the site that is expected to fail. @returns its exit code and its output */
export const runStart = (variables: Record<string, string>, cwd = ".", user: Pick<Options, "uid" | "gid"> = {}) =>
  runScript("server/start.ts", variables, { cwd, timeout: 110_000, ...user });

/** Runs the publish script in a site's folder. @returns its exit code and its output */
export function publishIn(folder: string, variables: Record<string, string>, ...args: string[]) {
  const { status, stdout, stderr } = runScript(resolve("scripts/publish.ts"), variables, { args, cwd: folder });
  return { status, stdout, stderr };
}
