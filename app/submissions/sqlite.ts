import { chmodSync, closeSync, mkdirSync, openSync, readSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { Kysely, SqliteDialect } from "kysely";
import type { Tables } from "./tables.ts";

/** Files up to this size are read whole at start, to find out whether they are damaged: about a second. */
const mostCheckedBytes = 512 * 1024 * 1024;

/** What visitors have sent is for the site's own user. */
const modes = { file: 0o600, folder: 0o700 };

const header = "SQLite format 3\0";

/** The file isn't what was left there; `message` says what it is. */
export class DamagedFileError extends Error {
  override name = "DamagedFileError";
}

/**
 * Opens the SQLite file, made where it is missing. What is committed is on disk: write-ahead log, full synchronisation. What is
 * deleted is overwritten. A writer that finds another waits for it, five seconds at most.
 * @throws DamagedFileError for a file that something has been lost from
 */
export function openSqlite(file: string): Kysely<Tables> {
  if (file !== ":memory:") prepareFile(file);
  const database = new DatabaseSync(file, { timeout: 5000 });
  try {
    database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;");
    database.exec("PRAGMA secure_delete = ON;");
    if (file !== ":memory:") {
      checkPages(database, file);
      protect(file);
    }
  } catch (error) {
    database.close();
    throw isDamage(error) ? new DamagedFileError((error as Error).message) : error;
  }
  return new Kysely<Tables>({
    dialect: new SqliteDialect({
      database: {
        close: () => database.close(),
        prepare(sql) {
          // SQLite has rolled back by itself where a disk was full: what failed first is then the error to be told.
          if (sql === "rollback" && !database.isTransaction) return nothing;
          return kyselyStatement(database.prepare(sql));
        },
      },
    }),
  });
}

/** A statement that has nothing to do. */
const nothing = {
  reader: false,
  all: () => [],
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  iterate: () => [][Symbol.iterator](),
};

function kyselyStatement(statement: StatementSync) {
  const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
  return {
    reader: statement.columns().length > 0,
    all: (parameters: readonly unknown[]) => statement.all(...values(parameters)),
    run: (parameters: readonly unknown[]) => statement.run(...values(parameters)),
    iterate: (parameters: readonly unknown[]) => statement.iterate(...values(parameters)),
  };
}

/** SQLite's own code of an error, without its details; `undefined` for any other error. */
export function sqliteCode(error: unknown): number | undefined {
  const { errcode } = error as { errcode?: unknown };
  return typeof errcode === "number" ? errcode & 0xff : undefined;
}

/** Whether SQLite says that a file is damaged, or none of its own. */
export function isDamage(error: unknown): boolean {
  return [11, 26].includes(sqliteCode(error) ?? 0);
}

/** Makes folder and file where there are none; a file that is there must be one that SQLite has written. */
function prepareFile(file: string): void {
  makeFolder(dirname(file));
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  if (size === undefined) {
    const log = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
    if (log > 0) throw new DamagedFileError("the file is missing, and its log (-wal) is there");
    closeSync(openSync(file, "a", modes.file));
    return;
  }
  if (size === 0) throw new DamagedFileError("the file is there and has 0 bytes");
  if (readHeader(file) !== header) throw new DamagedFileError("the file doesn't begin as an SQLite database does");
}

function readHeader(file: string): string {
  const bytes = Buffer.alloc(header.length);
  const descriptor = openSync(file, "r");
  try {
    readSync(descriptor, bytes, 0, bytes.length, 0);
  } finally {
    closeSync(descriptor);
  }
  return bytes.toString("latin1");
}

/** Reads every page, where that doesn't take long. */
function checkPages(database: DatabaseSync, file: string): void {
  if (statSync(file).size > mostCheckedBytes) return;
  const { quick_check: found } = database.prepare("PRAGMA quick_check(1)").get() as { quick_check: string };
  if (found !== "ok") throw new DamagedFileError(found.replace(/\s+/g, " "));
}

/** Takes the rights of all others away; SQLite makes further files with those of the first. */
function protect(file: string): void {
  for (const name of [file, `${file}-wal`, `${file}-shm`]) {
    const found = statSync(name, { throwIfNoEntry: false });
    if (!found || (found.mode & 0o077) === 0) continue;
    try {
      chmodSync(name, modes.file);
    } catch {
      // Another user's, whom the operator has allowed to share it.
    }
  }
}

/** Node's own `recursive` never returns where a file system makes no folders, such as below /proc. */
function makeFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  if (dirname(folder) !== folder) makeFolder(dirname(folder));
  try {
    mkdirSync(folder, modes.folder);
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}
