import { DatabaseSync } from "node:sqlite";
import { EnvironmentError } from "../app/platform/environment-error.ts";
import { paths } from "../app/platform/paths.ts";

/** Milliseconds between two looks at whether another process has finished building. */
const pause = 200;

/** SQLite's code for a file that another process has. */
const busy = 5;

/**
 * Does `work` while no other process builds in this folder: two that are started at once would build into each other.
 * The lock is the operating system's, on an empty file, and goes with the process however that ends.
 * @throws EnvironmentError, a sentence for the operator, where the folder can't be written to
 */
export function whileNobodyBuilds(work: () => void): void {
  const lock = openLock();
  try {
    if (!take(lock)) {
      console.log("Waiting for another process, which is building …");
      while (!take(lock));
    }
    work();
  } finally {
    lock.close();
  }
}

function openLock(): DatabaseSync {
  try {
    return new DatabaseSync(paths.buildLock, { timeout: pause });
  } catch (error) {
    throw unusable(error);
  }
}

/** Waits for a moment where another process has the lock. @returns `false` where it still has */
function take(lock: DatabaseSync): boolean {
  try {
    lock.exec("BEGIN EXCLUSIVE");
    return true;
  } catch (error) {
    if ((error as { errcode?: number }).errcode === busy) return false;
    throw unusable(error);
  }
}

function unusable(error: unknown): EnvironmentError {
  return new EnvironmentError(
    `The build isn't of the code and content that are here, and can't be made anew: ${process.cwd()} must be a folder that this process can write to (${(error as Error).message}).`,
  );
}
