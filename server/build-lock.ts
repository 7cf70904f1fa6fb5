import { closeSync, openSync, readFileSync, rmSync, statSync, writeSync } from "node:fs";
import { EnvironmentError } from "../app/platform/environment-error.ts";
import { paths } from "../app/platform/paths.ts";

/** Milliseconds between two looks at whether another process has finished building. */
const pause = 200;

/** Milliseconds after which a lock counts as left over, whatever runs under its number: a build takes one or two minutes. */
const longestBuild = 10 * 60_000;

/** Milliseconds in which a process that has the lock must have written its number into it. */
const naming = 5000;

/** Milliseconds by which a clock that is being set may make a lock look older than its owner. */
const slack = 5000;

/** The process that holds the lock, where it has said so already, and when it took it, in milliseconds since 1970. */
type Lock = { owner: number | undefined; since: number };

/**
 * Does `work` while no other process builds in this folder: two that are started at once would build into each other.
 * @throws EnvironmentError, a sentence for the operator, where the folder can't be written to
 */
export function whileNobodyBuilds(work: () => void): void {
  waitForLock();
  // A build that fails ends the process where it stands.
  process.once("exit", release);
  try {
    work();
  } finally {
    process.off("exit", release);
    release();
  }
}

function waitForLock(): void {
  let said: number | undefined;
  while (!take()) {
    const lock = presentLock();
    if (lock && isLeftOver(lock)) {
      rmSync(paths.buildLock, { force: true });
      continue;
    }
    if (lock?.owner !== undefined && lock.owner !== said) {
      said = lock.owner;
      console.log(`Waiting for process ${said}, which is building (if it isn't, delete ${paths.buildLock}) …`);
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause);
  }
}

function take(): boolean {
  try {
    const file = openSync(paths.buildLock, "wx");
    writeSync(file, String(process.pid));
    closeSync(file);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return false;
    throw new EnvironmentError(
      `The build isn't of the code and content that are here, and can't be made anew: ${process.cwd()} must be a folder that this process can write to (${code}).`,
    );
  }
}

/** Another process may have taken it over from this one, and is building now. */
function release(): void {
  if (presentLock()?.owner === process.pid) rmSync(paths.buildLock, { force: true });
}

/** `undefined` where it has just been let go. */
function presentLock(): Lock | undefined {
  try {
    return {
      owner: Number(readFileSync(paths.buildLock, "utf8")) || undefined,
      since: statSync(paths.buildLock).mtimeMs,
    };
  } catch {
    return undefined;
  }
}

/** A process that was killed lets nothing go. Its number may be another's by now: after a reboot, even one's own. */
function isLeftOver({ owner, since }: Lock): boolean {
  const age = Date.now() - since;
  if (owner === undefined) return age > naming;
  if (owner === process.pid || age > longestBuild || !isAlive(owner)) return true;
  const start = startOf(owner);
  return start !== undefined && start > since + slack;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/**
 * When a process was started, in milliseconds since 1970; `undefined` where the system isn't Linux. Not the time of its
 * folder in /proc: that is when somebody first looked at it.
 */
function startOf(pid: number): number | undefined {
  try {
    // Its second field is the name, in brackets, in which anything may stand. Time is in hundredths after booting.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    const booted = /^btime (\d+)$/m.exec(readFileSync("/proc/stat", "utf8"))?.[1];
    return Number(booted) * 1000 + Number(fields[19]) * 10;
  } catch {
    return undefined;
  }
}
