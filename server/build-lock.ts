import { EnvironmentError } from "../app/services/runtime/environment-error.ts";
import { paths } from "../app/services/runtime/paths.ts";
import { acquireLock, type ProcessLock } from "../app/services/runtime/process-lock.ts";

/**
 * Runs `work` while no other process builds in this folder.
 * @throws EnvironmentError with a message for the operator if the folder isn't writable
 */
export function withBuildLock<Result>(work: () => Result): Result {
  const lock = acquireBuildLock();
  try {
    return work();
  } finally {
    lock.release();
  }
}

function acquireBuildLock(): ProcessLock {
  try {
    return acquireLock(paths.buildLock, () => console.log("Waiting for another process, which is building …"));
  } catch (error) {
    throw new EnvironmentError(
      `The build doesn't match the code, and can't be made again: ${process.cwd()} must be a folder that this process can write to (${(error as Error).message}).`,
    );
  }
}
