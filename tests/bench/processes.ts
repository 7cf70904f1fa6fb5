import { execFile, spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, openSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import type { Load, LoadResult } from "./load/generator.ts";

const run = promisify(execFile);
const quiet = "--disable-warning=ExperimentalWarning";

export type Running = { pid: number; port: number; stop(): Promise<void> };

const port = 21_000 + (process.pid % 4000);

/** Starts the site as `npm start` does, its log going where nobody reads it. Resolves with its first answer. */
export async function startServer(
  environment: Record<string, string> = {},
  folder = ".",
  script = resolve("tests/bench/serve.ts"),
): Promise<Running & { startedIn: number }> {
  const data = mkdtempSync(join(tmpdir(), "bench-data-"));
  const common = { NODE_ENV: "production", PORT: String(port), HOST: "127.0.0.1", DATA_DIR: data };
  const start = performance.now();
  const child = spawn(process.execPath, [quiet, script], {
    cwd: folder,
    env: { ...process.env, ...common, ...environment },
    stdio: ["ignore", openSync("/dev/null", "w"), "inherit"],
  });
  while (!(await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined))?.ok) {
    if (child.exitCode !== null) throw new Error("the server did not start");
    await sleep(2);
  }
  return { ...running(child, port), startedIn: performance.now() - start };
}

/** Starts a bare `node:http` server that sends these bytes, under Node's own settings. */
export async function startReference(file: string, headers: Record<string, string>): Promise<Running> {
  const script = resolve("tests/bench/load/reference.ts");
  const child = spawn(process.execPath, [quiet, script, file, JSON.stringify(headers)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const said = await new Promise<string>((done) => child.stdout!.once("data", (chunk) => done(String(chunk))));
  return running(child, Number(said));
}

/** Opens connections that never end their request. Resolves once all are open. */
export async function startDribbling(port: number, connections: number): Promise<Running> {
  const script = resolve("tests/bench/load/dribble.ts");
  const child = spawn(process.execPath, [quiet, script, String(port), String(connections)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise((done) => child.stdout!.once("data", done));
  return running(child, port);
}

const started = new Set<Running>();

/** Ends what is still running, after whatever has gone wrong. */
export async function stopAll(): Promise<void> {
  await Promise.all([...started].map((one) => one.stop()));
}

function running(child: ChildProcess, port: number): Running {
  const one = {
    pid: child.pid!,
    port,
    async stop() {
      const ended = new Promise((done) => child.once("exit", done));
      started.delete(one);
      child.kill("SIGINT");
      await ended;
    },
  };
  started.add(one);
  return one;
}

/** Loads a server from a process of its own, and says what that cost the server in CPU time. */
export async function measure(
  { pid, port }: Running,
  load: Omit<Load, "port">,
): Promise<LoadResult & { cpuMicroseconds: number }> {
  const before = cpuMilliseconds(pid);
  const script = resolve("tests/bench/load/generator.ts");
  const child = run(process.execPath, [quiet, script], { maxBuffer: 1e8 });
  child.child.stdin!.end(JSON.stringify({ ...load, port }));
  const result = JSON.parse((await child).stdout) as LoadResult;
  const wrong = Object.keys(result.statuses).filter((status) => status !== "200");
  if (wrong.length > 0 || result.broken > 0) throw new Error(`answers that are no pages: ${JSON.stringify(result)}`);
  return { ...result, cpuMicroseconds: ((cpuMilliseconds(pid) - before) * 1000) / result.requests };
}

/** CPU time of a process so far, all of its threads, as Linux counts it: in hundredths of a second. */
function cpuMilliseconds(pid: number): number {
  const [, fields = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
  const values = fields.split(" ");
  return (Number(values[11]) + Number(values[12])) * 10;
}

export function residentMegabytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
}

export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
