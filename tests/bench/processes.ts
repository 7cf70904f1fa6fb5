import { execFile, execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { get, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { paths } from "../../app/services/runtime/paths.ts";
import { startFlags } from "../setup/start-flags.ts";
import type { Load, LoadResult } from "./load/generator.ts";

const run = promisify(execFile);
const noWarnings = "--disable-warning=ExperimentalWarning";

export type RunningProcess = { pid: number; port: number; stop(): Promise<void> };

const port = 21_000 + (process.pid % 4000);

let publishedFolder: string | undefined;

/** Publishes the content folder once for all servers. @returns the data folder */
function publishContent(): string {
  if (publishedFolder) return publishedFolder;
  const data = mkdtempSync(join(tmpdir(), "bench-data-"));
  execFileSync("npm", ["run", "--silent", "publish"], { env: { ...process.env, DATA_DIR: data }, stdio: "ignore" });
  process.once("exit", () => rmSync(data, { recursive: true, force: true }));
  return (publishedFolder = data);
}

/** Starts the site as `npm start` does, and discards its log. Resolves with its first response. */
export async function startServer(
  environment: Record<string, string> = {},
  script = resolve("tests/bench/serve.ts"),
): Promise<RunningProcess & { startedIn: number }> {
  const DATA_DIR = environment["DATA_DIR"] ?? publishContent();
  const common = { NODE_ENV: "production", PORT: String(port), HOST: "127.0.0.1", DATA_DIR };
  const start = performance.now();
  const child = spawn(process.execPath, [...startFlags, script], {
    env: { ...process.env, ...common, ...environment },
    stdio: ["ignore", openSync("/dev/null", "w"), "inherit"],
  });
  await waitForResponse(child, port, "/healthz");
  return { ...trackProcess(child, port), startedIn: performance.now() - start };
}

/** Starts a bare `node:http` server that sends these bytes, under Node's own settings. */
export async function startReference(file: string, headers: Record<string, string>): Promise<RunningProcess> {
  const script = resolve("tests/bench/load/reference.ts");
  const child = spawn(process.execPath, [noWarnings, script, file, JSON.stringify(headers)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const output = await new Promise<string>((resolve) => child.stdout!.once("data", (chunk) => resolve(String(chunk))));
  return trackProcess(child, Number(output));
}

/** Serves React Router's template with i18next by the framework's own server and settings. */
export async function startTemplate(): Promise<RunningProcess & { startedIn: number }> {
  const script = resolve("node_modules/@react-router/serve/bin.cjs");
  const folder = buildTemplate();
  const start = performance.now();
  const child = spawn(process.execPath, [script, "server/index.js"], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: "production", PORT: String(port + 1), HOST: "127.0.0.1" },
    stdio: ["ignore", openSync("/dev/null", "w"), "inherit"],
  });
  await waitForResponse(child, port + 1, "/");
  return { ...trackProcess(child, port + 1), startedIn: performance.now() - start };
}

/** Waits for the first response of a server; throws if its process ends. */
async function waitForResponse(child: ChildProcess, port: number, path: string): Promise<void> {
  while (!(await fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined))?.ok) {
    if (child.exitCode !== null) throw new Error("the server did not start");
    await sleep(2);
  }
}

/**
 * Builds the template.
 * @returns the folder of its build
 */
function buildTemplate(): string {
  const folder = resolve(paths.build, "bench-template");
  if (!existsSync(join(folder, "server"))) {
    execFileSync("npx", ["react-router", "build", "tests/bench/template"], { stdio: "ignore" });
  }
  return folder;
}

/** Starts an owner's backend with generated content. */
export async function startOwnersBackend(items: number): Promise<RunningProcess> {
  const script = resolve("tests/bench/load/backend.ts");
  const child = spawn(process.execPath, [noWarnings, script, String(items)], { stdio: ["ignore", "pipe", "inherit"] });
  const output = await new Promise<string>((resolve) => child.stdout!.once("data", (chunk) => resolve(String(chunk))));
  return trackProcess(child, Number(output));
}

const runningProcesses = new Set<RunningProcess>();

/** Stops all processes that are still running. It is also called after a failure. */
export async function stopAll(): Promise<void> {
  await Promise.all([...runningProcesses].map((process) => process.stop()));
}

function trackProcess(child: ChildProcess, port: number): RunningProcess {
  const runningProcess = {
    pid: child.pid!,
    port,
    async stop() {
      const exitPromise = new Promise((resolve) => child.once("exit", resolve));
      runningProcesses.delete(runningProcess);
      child.kill("SIGINT");
      await exitPromise;
    },
  };
  runningProcesses.add(runningProcess);
  return runningProcess;
}

/** Fetches a page as it is sent, because `fetch` would decode it. */
export async function fetchPage(
  port: number,
  path: string,
  encoding: string,
): Promise<{ headers: IncomingHttpHeaders; bytes: Buffer }> {
  const request = get({ port, host: "127.0.0.1", path, headers: { "Accept-Encoding": encoding } });
  const [response] = (await once(request, "response")) as [IncomingMessage];
  return { headers: response.headers, bytes: await buffer(response) };
}

/** Puts load on a server from another process, and measures the server's CPU time. */
export async function measure(
  { pid, port }: RunningProcess,
  load: Omit<Load, "port">,
): Promise<LoadResult & { cpuMicroseconds: number }> {
  const before = readCpuMilliseconds(pid);
  const script = resolve("tests/bench/load/generator.ts");
  const child = run(process.execPath, [noWarnings, script], { maxBuffer: 1e8 });
  child.child.stdin!.end(JSON.stringify({ ...load, port }));
  const result = JSON.parse((await child).stdout) as LoadResult;
  const wrongStatuses = Object.keys(result.statuses).filter((status) => status !== "200");
  if (wrongStatuses.length > 0 || result.broken > 0)
    throw new Error(`answers that are no pages: ${JSON.stringify(result)}`);
  return { ...result, cpuMicroseconds: ((readCpuMilliseconds(pid) - before) * 1000) / result.requests };
}

/**
 * Requests pages one after the other.
 * @returns the server's CPU time for each page, in milliseconds
 */
export async function visit({ pid, port }: RunningProcess, targets: string[]): Promise<number> {
  const before = readCpuMilliseconds(pid);
  for (const target of targets) {
    const response = await fetch(`http://127.0.0.1:${port}${target}`, { headers: { "Accept-Encoding": "identity" } });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`${target} is a ${response.status}`);
  }
  return (readCpuMilliseconds(pid) - before) / targets.length;
}

/** Returns the CPU time of a process and all its threads, which Linux counts in hundredths of a second. */
function readCpuMilliseconds(pid: number): number {
  const [, fields = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
  const values = fields.split(" ");
  return (Number(values[11]) + Number(values[12])) * 10;
}

export function readResidentMegabytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
}

export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
