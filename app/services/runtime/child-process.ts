import { fork } from "node:child_process";
import type { Socket } from "node:net";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { writeLine } from "./log-output.ts";
import type { Log } from "./log.ts";
import { createMeasuredQueue } from "./measured-queue.ts";
import { paths } from "./paths.ts";

export type ChildRequest = { id: number; name: string; words: unknown[] };

/** `error`: the error's stack, because an error object would lose its class between processes. */
export type ChildResponse = { id: number; value?: unknown; error?: string };

export type ChildFunctions = Record<string, (...callArguments: never[]) => unknown>;

export type Child<Functions extends ChildFunctions> = ReturnType<typeof createChild<Functions>>;

/** Thrown if the process ended before it responded. Files that the call wrote stay. */
export class ChildEndedError extends Error {
  override name = "ChildEndedError";
}

/** Maximum milliseconds for a compilation. 20,000 items take a minute on an idle machine. */
export const maxCompileMs = 15 * 60_000;

type Options = {
  /** Names the child in the log, and its queue in the metrics. */
  name: string;
  /** Entry file of the process. */
  program?: string;
  log?: Pick<Log, "info" | "warn"> | undefined;
  /** Milliseconds after which a call's process is killed. */
  timeoutMs: number;
  /** Milliseconds without a call after which the process exits. */
  idleTimeoutMs?: number;
};

/**
 * Calls functions in another process, so that pages don't slow down and the server's memory stays small. The first call
 * starts the process. Calls queue by function, so that a function that waits for a lock doesn't block the others.
 */
export function createChild<Functions extends ChildFunctions>({
  name: child,
  program = paths.child,
  log,
  timeoutMs,
  idleTimeoutMs = 60_000,
}: Options) {
  const limits = { maxActive: 8, maxActivePerSender: 1, maxWaiting: 100, maxWaitingPerSender: 50 };
  const queue = createMeasuredQueue(child, limits);
  let running: ReturnType<typeof startProcess> | undefined;

  const start = () =>
    startProcess(program, timeoutMs, idleTimeoutMs, (started, { isExpected, ...logFields }) => {
      if (running === started) running = undefined;
      log?.[isExpected ? "info" : "warn"]({ child, ...logFields }, "a child process has ended");
    });

  return {
    /**
     * @throws ChildEndedError if the process was killed or timed out. If the function itself throws, an error whose
     * message is the stack of the function's error
     */
    call<Name extends string & keyof Functions>(name: Name, ...callArguments: Parameters<Functions[Name]>) {
      const work = () => (running ??= start()).call(name, callArguments);
      return queue.run(name, work) as Promise<Awaited<ReturnType<Functions[Name]>>>;
    },
    /** Ends the process. Wait for all calls first, because it rejects those in progress. */
    close: (): void => running?.stop(),
    getPid: (): number | undefined => running?.pid,
    isBusy: (): boolean => queue.size().active > 0,
  };
}

type ChildExit = { isExpected: boolean; pid?: number | undefined; reason: string; calls: string[] };

/** Limits WebAssembly for PDFs to 256 MB, twice as much as a 600 dpi scan takes. */
const execArgv = ["--disable-warning=ExperimentalWarning", "--wasm-max-mem-pages=4096"];

function startProcess(
  entry: string,
  timeoutMs: number,
  idleTimeoutMs: number,
  onEnd: (started: object, exit: ChildExit) => void,
) {
  const calls = new Map<number, { name: string; resolve(value: unknown): void; reject(error: Error): void }>();
  // Starting a process makes pipes that it inherits block their writers, so the process has pipes of its own.
  const program = fork(entry, { serialization: "advanced", execArgv, silent: !process.stdout.isTTY });
  forwardLines(program.stdout, process.stdout);
  forwardLines(program.stderr, process.stderr);
  let reason: string | undefined;
  let lastId = 0;
  let idleTimer: NodeJS.Timeout | undefined;

  function end(why: string): void {
    if (reason !== undefined) return;
    reason = why;
    const exit = {
      isExpected: reason === "stopped",
      pid: program.pid,
      reason,
      calls: [...calls.values()].map(({ name }) => name),
    };
    onEnd(started, exit);
    clearTimeout(idleTimer);
    for (const { reject } of calls.values()) reject(new ChildEndedError(`the child process has ended: ${reason}`));
  }

  function stop(): void {
    end("stopped");
    if (program.connected) program.disconnect();
  }

  function kill(why: string): void {
    end(why);
    program.kill("SIGKILL");
  }

  /** Keeps the server running during calls only, because an idle child mustn't prevent its exit. */
  function keepServerAlive(isWanted: boolean): void {
    const method = isWanted ? "ref" : "unref";
    program[method]();
    program.channel?.[method]();
  }

  program.on("message", ({ id, value, error }: ChildResponse) => {
    if (error === undefined) calls.get(id)?.resolve(value);
    else calls.get(id)?.reject(new Error(error));
  });
  program.on("error", (error) => kill(String(error)));
  program.on("exit", (code, signal) => end(signal ?? `exit code ${code}`));

  async function call(name: string, callArguments: unknown[]): Promise<unknown> {
    const id = ++lastId;
    clearTimeout(idleTimer);
    keepServerAlive(true);
    const timer = setTimeout(() => kill(`${name} took more than ${timeoutMs / 1000} s`), timeoutMs);
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    calls.set(id, { name, resolve, reject });
    program.send({ id, name, words: callArguments } satisfies ChildRequest, (error) => error && kill(String(error)));
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      calls.delete(id);
      if (calls.size === 0) {
        keepServerAlive(false);
        idleTimer = setTimeout(stop, idleTimeoutMs).unref();
      }
    }
  }

  const started = { call, stop, pid: program.pid };
  return started;
}

/** Writes the lines of a process's output. @param input `null` if the process inherits a terminal */
function forwardLines(input: Readable | null, output: NodeJS.WriteStream): void {
  if (!input) return;
  createInterface({ input }).on("line", (line) => writeLine(output, `${line}\n`));
  // Reading mustn't prevent the server's exit.
  (input as Socket).unref();
}
