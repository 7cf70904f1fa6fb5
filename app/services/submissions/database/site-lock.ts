import { chmodSync } from "node:fs";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { getSqliteCode } from "./sqlite.ts";

const lockFile = "site.lock";

/** Wait for another process that is about to exit. */
const lockTimeoutMs = 1000;

const sqliteBusy = 5;

/**
 * The locks of this process, by file. They are held until the process exits. The map is global, because the development
 * server may load this module more than once.
 */
const locksKey = Symbol.for("site.folder-locks");
const globalLocks = globalThis as { [locksKey]?: Map<string, DatabaseSync> };

/**
 * Locks a folder for this process. The operating system releases the lock when the process ends.
 * @returns `false` if another process holds it
 */
export function lockFolder(folder: string): boolean {
  const locks = (globalLocks[locksKey] ??= new Map());
  const file = resolve(join(folder, lockFile));
  if (locks.has(file)) return true;
  const database = new DatabaseSync(file, { timeout: lockTimeoutMs });
  try {
    database.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
    chmodSync(file, 0o600);
    locks.set(file, database);
    return true;
  } catch (error) {
    database.close();
    if (getSqliteCode(error) === sqliteBusy) return false;
    throw error;
  }
}
