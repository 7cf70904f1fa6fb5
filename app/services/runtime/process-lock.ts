import { DatabaseSync } from "node:sqlite";

const retryMs = 200;

/** SQLITE_BUSY: another process holds the lock. */
const sqliteBusy = 5;

export type ProcessLock = { release(): void };

/** The operating system holds the lock, on an empty file, and releases it when the process ends. */
export function acquireLock(file: string, onWait: () => void): ProcessLock {
  const lock = tryAcquireLock(file);
  if (lock) return lock;
  onWait();
  for (;;) {
    const retriedLock = tryAcquireLock(file, retryMs);
    if (retriedLock) return retriedLock;
  }
}

/** @returns `undefined` if another process holds the lock */
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
