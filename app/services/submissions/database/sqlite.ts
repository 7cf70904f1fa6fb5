import { chmodSync, closeSync, openSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import {
  Kysely,
  sql,
  SqliteAdapter,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type DatabaseConnection,
  type SqliteDatabase,
} from "kysely";
import { createFolder } from "#app/services/runtime/folders.ts";
import { tryAcquireLock, type ProcessLock } from "#app/services/runtime/process-lock.ts";
import type { Tables } from "./tables.ts";

/** Maximum bytes of a file that is checked completely at the start, which takes up to a second. */
const maxCheckedBytes = 512 * 1024 * 1024;

/** Only the site's own user may read submissions. */
const fileMode = 0o600;

const sqliteCodes = { busy: 5, corrupt: 11, cantOpen: 14, notADatabase: 26 };

export const lockFile = "site.lock";

/** Milliseconds to wait for the lock of another process, which may be about to exit. */
const lockTimeoutMs = 1000;

/**
 * `pause`: milliseconds between attempts to use a busy file. `max`: milliseconds after which there are no more
 * attempts. SQLite's own wait blocks the main thread, so it is only used to open the file; later waits use a timer.
 */
const busyMs = { pause: 30, max: 5000 };

class DamagedFileError extends Error {
  override name = "DamagedFileError";
}

/**
 * Commits are synchronous (write-ahead log, full synchronisation), and deleted data is overwritten. A writer waits up
 * to five seconds for another process's write.
 */
export function openSqlite(file: string): Kysely<Tables> {
  if (file !== ":memory:") prepareFile(file);
  const database = new DatabaseSync(file, { timeout: busyMs.max });
  try {
    database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;");
    database.exec("PRAGMA secure_delete = ON;");
    checkPages(database, file);
    database.exec("PRAGMA busy_timeout = 0");
  } catch (error) {
    database.close();
    throw error;
  }
  restrictPermissions(file);
  const inode = readInode(file);
  const sqlite: SqliteDatabase = {
    close: () => database.close(),
    prepare(text) {
      if (readInode(file) !== inode) throw createMovedFileError(file);
      return toKyselyStatement(database.prepare(adaptStatement(text, database.isTransaction)));
    },
  };
  return new Kysely<Tables>({
    dialect: {
      createDriver: () => new PatientDriver({ database: sqlite }),
      createAdapter: () => new TransactionalAdapter(),
      createQueryCompiler: () => new SqliteQueryCompiler(),
      createIntrospector: (connection) => new SqliteIntrospector(connection),
    },
  });
}

function readInode(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.ino;
}

/**
 * Creates the error for a deleted or replaced file. SQLite would keep writing to the deleted file, whose data is lost
 * when the process ends.
 */
function createMovedFileError(file: string): Error {
  const error = new Error(`${file} was deleted or replaced while the site was using it: restart the site`);
  return Object.assign(error, { errcode: sqliteCodes.cantOpen });
}

function adaptStatement(text: string, isTransaction: boolean): string {
  // Takes the write lock at once: a transaction that reads first would fail if another process wrote before its own
  // write.
  if (text === "begin") return "begin immediate";
  // Skips the rollback if SQLite has already rolled back, as on a full disk. A second one would fail, and hide the
  // error.
  return text === "rollback" && !isTransaction ? "select 1" : text;
}

/**
 * Lets callers take turns on the only connection. A caller that waits for another writing process gives up its turn, so
 * that readers aren't blocked.
 */
class PatientDriver extends SqliteDriver {
  #lastTurn = Promise.resolve();
  #endTurn = () => {};

  async #takeTurn(): Promise<void> {
    const previousTurn = this.#lastTurn;
    const turn = Promise.withResolvers<void>();
    this.#lastTurn = turn.promise;
    await previousTurn;
    this.#endTurn = turn.resolve;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection();
    await this.#takeTurn();
    return {
      executeQuery: async (query, options) => {
        for (const end = performance.now() + busyMs.max; ;) {
          try {
            return await connection.executeQuery(query, options);
          } catch (error) {
            if (getSqliteCode(error) !== sqliteCodes.busy || performance.now() > end) throw error;
          }
          // The pause never splits a transaction: its first statement takes the write lock, so the file isn't busy for
          // its later statements.
          this.#endTurn();
          await sleep(busyMs.pause);
          await this.#takeTurn();
        }
      },
      streamQuery: connection.streamQuery.bind(connection),
    };
  }

  override async releaseConnection(): Promise<void> {
    this.#endTurn();
  }
}

class TransactionalAdapter extends SqliteAdapter {
  /** Lets Kysely roll back schema changes, which SQLite supports although Kysely's own adapter denies it. */
  override get supportsTransactionalDdl() {
    return true;
  }

  /** Stops Kysely from queuing callers, because the driver does. */
  override get supportsMultipleConnections() {
    return true;
  }
}

function toKyselyStatement(statement: StatementSync) {
  return {
    reader: statement.columns().length > 0,
    all: (parameters: readonly SQLInputValue[]) => statement.all(...parameters),
    run: (parameters: readonly SQLInputValue[]) => statement.run(...parameters),
    iterate: (parameters: readonly SQLInputValue[]) => statement.iterate(...parameters),
  };
}

/** Returns the primary code of an SQLite error; `undefined` for other errors. */
export function getSqliteCode(error: unknown): number | undefined {
  const { errcode } = error as { errcode?: unknown };
  return typeof errcode === "number" ? errcode & 0xff : undefined;
}

export function isDamageError(error: unknown): boolean {
  return (
    error instanceof DamagedFileError ||
    [sqliteCodes.corrupt, sqliteCodes.notADatabase].includes(getSqliteCode(error) ?? 0)
  );
}

/**
 * Empties the write-ahead log, because `secure_delete` overwrites deleted data only in the database file.
 * @returns `false` if another process, such as a backup, reads for too long
 */
export async function truncateWal(database: Kysely<Tables>): Promise<boolean> {
  for (const end = performance.now() + busyMs.max; ; await sleep(busyMs.pause)) {
    const { rows } = await sql<{ busy: number }>`PRAGMA wal_checkpoint(TRUNCATE)`.execute(database);
    if (!rows[0]?.busy) return true;
    if (performance.now() > end) return false;
  }
}

export function isSqlite(database: Kysely<Tables>): boolean {
  return database.getExecutor().adapter instanceof SqliteAdapter;
}

const sleepSync = (milliseconds: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);

/**
 * Creates the file if it is missing. Throws if it is empty, or if it is missing although its log exists, because SQLite
 * would create a new database in its place.
 */
function prepareFile(file: string): void {
  createFolder(dirname(file));
  const readSize = () => statSync(file, { throwIfNoEntry: false })?.size;
  // Waits up to half a second, because another process may just be creating the database.
  for (let waits = 0; readSize() === 0 && waits < 50; waits++) sleepSync(10);
  const size = readSize();
  if (size === 0) throw new DamagedFileError("the file exists, but has 0 bytes");
  if (size !== undefined) return;
  const logSize = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  if (logSize > 0) throw new DamagedFileError("the file is missing, but its log (-wal) exists");
  closeSync(openSync(file, "a", fileMode));
}

function checkPages(database: DatabaseSync, file: string): void {
  if (file === ":memory:" || statSync(file).size > maxCheckedBytes) return;
  const { quick_check: checkResult } = database.prepare("PRAGMA quick_check(1)").get() as { quick_check: string };
  if (checkResult !== "ok") throw new DamagedFileError(checkResult.replace(/\s+/g, " "));
}

/** Restricts the permissions of the database's files. SQLite copies them to files that it creates later. */
function restrictPermissions(file: string): void {
  for (const name of [file, `${file}-wal`, `${file}-shm`]) {
    try {
      chmodSync(name, fileMode);
    } catch {
      // The file is missing, or another user owns it.
    }
  }
}

/** Key of a map from lock file to lock. It is global, because the development server may load this module twice. */
const locksKey = Symbol.for("site.folder-locks");
const globalLocks = globalThis as { [locksKey]?: Map<string, ProcessLock> };

/** Locks a folder until the process ends. @returns `false` if another process holds the lock */
export function lockFolder(folder: string): boolean {
  const locks = (globalLocks[locksKey] ??= new Map());
  const file = resolve(join(folder, lockFile));
  if (locks.has(file)) return true;
  const lock = tryAcquireLock(file, lockTimeoutMs);
  if (!lock) return false;
  chmodSync(file, fileMode);
  locks.set(file, lock);
  return true;
}
