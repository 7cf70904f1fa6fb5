import { chmodSync } from "node:fs";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sqliteCode } from "./sqlite.ts";

const lockFile = "site.lock";

/** Milliseconds that a process waits for one that is just ending. */
const patience = 1000;

const busy = 5;

/** Held for as long as the process lives; a module may be loaded more than once, as while developing. */
const heldKey = Symbol.for("site.folder-locks");
const shared = globalThis as { [heldKey]?: Map<string, DatabaseSync> };

/**
 * Keeps a folder for this process alone. The lock is the operating system's, and goes with the process however that ends.
 * @returns `false` where another process has it
 */
export function lockFolder(folder: string): boolean {
  const held = (shared[heldKey] ??= new Map());
  const file = resolve(join(folder, lockFile));
  if (held.has(file)) return true;
  const lock = new DatabaseSync(file, { timeout: patience });
  try {
    lock.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
    chmodSync(file, 0o600);
    held.set(file, lock);
    return true;
  } catch (error) {
    lock.close();
    if (sqliteCode(error) === busy) return false;
    throw error;
  }
}
