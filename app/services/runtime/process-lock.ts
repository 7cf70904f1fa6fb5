import { writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { readJsonFile } from "./parse-json.ts";

const retryMs = 200;

/** SQLITE_BUSY: another process holds the lock. */
const sqliteBusy = 5;

export type ProcessLock = Disposable & { release(): void };

const holderSchema = z.object({ pid: z.number(), work: z.string(), since: z.string() });

/** The process that holds a lock, its work, and when it acquired the lock (ISO 8601). */
export type LockHolder = z.output<typeof holderSchema>;

/** Thrown if another process holds the lock too long. */
export class LockedError extends Error {
  override name = "LockedError";
  readonly syscall = "lock";
  readonly holder: LockHolder | undefined;

  constructor(holder: LockHolder | undefined) {
    super(`another process holds the lock: ${describeHolder(holder)}`);
    this.holder = holder;
  }
}

export const describeHolder = (holder: LockHolder | undefined): string =>
  holder ? `${holder.work}, process ${holder.pid}, since ${holder.since}` : "an unknown one";

/** Locks an empty file. Blocks until the lock is free. The operating system releases it when the process ends. */
export function acquireLock(file: string, onWait: () => void): ProcessLock {
  let lock = tryAcquireLock(file);
  if (!lock) onWait();
  while (!lock) lock = tryAcquireLock(file, retryMs);
  return lock;
}

type WaitOptions = {
  /** Name of the locked work, for waiting processes. */
  work: string;
  maxWaitMs: number;
  /** Called once if another process holds the lock. */
  onWait?: ((holder: LockHolder | undefined) => void) | undefined;
};

/** Acquires the lock. Waits for it without blocking the process. @throws LockedError after `maxWaitMs` */
export async function waitForLock(file: string, { work, maxWaitMs, onWait }: WaitOptions): Promise<ProcessLock> {
  const end = performance.now() + maxWaitMs;
  for (let attempt = 0; ; attempt++) {
    const lock = tryAcquireLock(file);
    if (lock) {
      writeHolder(file, work);
      return lock;
    }
    if (attempt === 0) onWait?.(readHolder(file));
    // Waits longer if this process itself holds the lock, because its work ends by itself.
    if (performance.now() > end && readHolder(file)?.pid !== process.pid) throw new LockedError(readHolder(file));
    await sleep(attempt < 20 ? 10 : 100);
  }
}

const getHolderFile = (file: string) => `${file}.json`;

function writeHolder(file: string, work: string): void {
  try {
    const holder: LockHolder = { pid: process.pid, work, since: new Date().toISOString() };
    writeFileSync(getHolderFile(file), JSON.stringify(holder));
  } catch {
    // On a full disk the holder stays unknown.
  }
}

/** Returns a lock's holder, if known. */
export function findHolder(file: string): LockHolder | undefined {
  try {
    using lock = tryAcquireLock(file);
    return lock ? undefined : readHolder(file);
  } catch {
    return undefined;
  }
}

/** Returns a lock's last recorded holder, which may have released the lock. */
const readHolder = (file: string): LockHolder | undefined => readJsonFile(getHolderFile(file), holderSchema);

/** @returns `undefined` if another process holds the lock */
export function tryAcquireLock(file: string, waitMs = 0): ProcessLock | undefined {
  const lock = new DatabaseSync(file, { timeout: waitMs });
  try {
    lock.exec("BEGIN EXCLUSIVE");
    const release = () => lock.close();
    return { release, [Symbol.dispose]: release };
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode === sqliteBusy) return undefined;
    throw error;
  }
}
