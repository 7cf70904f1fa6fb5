import { closeSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { paths } from "../app/platform/paths.ts";

/** Milliseconds between two looks at whether another process has finished building. */
const pause = 200;

/** Does `work` while no other process builds in this folder: two that are started at once would build into each other. */
export function whileNobodyBuilds(work: () => void): void {
  while (!take()) {
    const owner = ownerOfLock();
    if (owner !== undefined && !isAlive(owner)) rmSync(paths.buildLock, { force: true });
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause);
  }
  // A build that fails ends the process where it stands.
  process.once("exit", release);
  try {
    work();
  } finally {
    process.off("exit", release);
    release();
  }
}

function take(): boolean {
  try {
    const file = openSync(paths.buildLock, "wx");
    writeSync(file, String(process.pid));
    closeSync(file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

function release(): void {
  rmSync(paths.buildLock, { force: true });
}

/** Process that holds the lock; `undefined` where it has just let go, or has not yet said who it is. */
function ownerOfLock(): number | undefined {
  try {
    return Number(readFileSync(paths.buildLock, "utf8")) || undefined;
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
