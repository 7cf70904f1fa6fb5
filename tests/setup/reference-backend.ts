import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";

/** Starts `examples/backend.mjs` on a free port, as its README says. */
export async function startReferenceBackend(): Promise<{ origin: string; output(): string; stop(): Promise<void> }> {
  const child = spawn(process.execPath, ["examples/backend.mjs"], {
    env: { ...process.env, PORT: "0", HOST: "127.0.0.1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk));
  const exit = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const deadline = Date.now() + 10_000;
  let port: string | undefined;
  while (!(port = /is at http:\/\/localhost:(\d+)/.exec(output)?.[1])) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`the backend did not start:\n${output}`);
    await sleep(20);
  }
  return {
    origin: `http://127.0.0.1:${port}`,
    output: () => output,
    stop() {
      child.kill();
      return exit;
    },
  };
}
