import { DatabaseSync } from "node:sqlite";

/** Milliseconds to wait before the lock is tried again. */
const retryMs = 200;

/** SQLite's error code SQLITE_BUSY: another process holds the lock. */
const sqliteBusy = 5;

/** A lock that is held until `release` is called or the process ends. */
export type ProcessLock = { release(): void };

/**
 * Waits until no other process holds the lock, and takes it. The operating system holds the lock, on an empty file, and
 * releases it when the process ends.
 * @param onWait is called once if another process holds the lock
 * @throws Error if the file can't be written to
 */
export function acquireLock(file: string, onWait: () => void): ProcessLock {
  const lock = tryAcquireLock(file);
  if (lock) return lock;
  onWait();
  for (;;) {
    const retriedLock = tryAcquireLock(file, retryMs);
    if (retriedLock) return retriedLock;
  }
}

/**
 * Takes the lock if no other process holds it.
 * @param waitMs how long to wait for the other process
 * @returns `undefined` if another process holds the lock
 * @throws Error if the file can't be written to
 */
export function tryAcquireLock(file: string, waitMs = 0): ProcessLock | undefined {
  const lock = new DatabaseSync(file, { timeout: waitMs });
  try {
    lock.exec("BEGIN EXCLUSIVE");
    return { release: () => lock.close() };
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode === sqliteBusy) return undefined;
    throw error;
  }
}
