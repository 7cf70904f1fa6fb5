import { spawn, type SpawnOptions } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { stripVTControlCharacters } from "node:util";

export type RunningProgram = {
  pid: number;
  /** Match of the awaited pattern. */
  match: RegExpExecArray;
  output(): string;
  signal(signal: NodeJS.Signals): void;
  exit: Promise<number | null>;
  /** Ends the program like Ctrl-C, after which a site doesn't wait for proxies; resolves with its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
};

/** Starts a program. Resolves once its output, without colours, contains `pattern`. */
export async function startProgram(
  [program = "", ...args]: string[],
  pattern: RegExp,
  options: Pick<SpawnOptions, "cwd" | "env" | "uid" | "gid">,
): Promise<RunningProgram> {
  const child = spawn(program, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk));
  const exit = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const deadline = Date.now() + 250_000;
  let match: RegExpExecArray | null;
  while (!(match = pattern.exec(stripVTControlCharacters(output)))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      child.kill();
      throw new Error(`${program} ${args.join(" ")} did not start:\n${output}`);
    }
    await sleep(20);
  }
  return {
    pid: child.pid!,
    match,
    output: () => output,
    signal: (signal) => void child.kill(signal),
    exit,
    stop(signal = "SIGINT") {
      child.kill(signal);
      return exit;
    },
  };
}
