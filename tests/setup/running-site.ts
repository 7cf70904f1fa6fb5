import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";

export type RunningSite = {
  origin: string;
  /** Everything that it has written so far. */
  output(): string;
  /** Ends it as an operator would; resolves with its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
};

let next = 0;

/** Starts the site in `folder` on a port of its own (or that of `PORT`), with these variables. Resolves once it answers. */
export async function startSite(variables: Record<string, string> = {}, folder = "."): Promise<RunningSite> {
  const port = variables["PORT"] ?? 21_000 + (process.pid % 4000) * 10 + (next++ % 10);
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", "server/start.ts"], {
    env: { ...process.env, NODE_ENV: "production", PORT: String(port), HOST: "127.0.0.1", ...variables },
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk));
  const ended = new Promise<number | null>((done) => child.once("exit", done));
  const origin = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + 20_000;
  while (!output.includes("The site is at")) {
    if (child.exitCode !== null || Date.now() > deadline) {
      child.kill();
      throw new Error(`the site did not start:\n${output}`);
    }
    await sleep(20);
  }
  return {
    origin,
    output: () => output,
    stop(signal = "SIGTERM") {
      child.kill(signal);
      return ended;
    },
  };
}
