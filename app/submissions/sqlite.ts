import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { Kysely, SqliteDialect } from "kysely";
import type { Tables } from "./tables.ts";

/**
 * Opens the SQLite file, made where it is missing. What is committed is on disk: write-ahead log, full synchronisation.
 * A writer that finds another waits for it, five seconds at most.
 */
export function openSqlite(file: string): Kysely<Tables> {
  makeFolder(dirname(file));
  const database = new DatabaseSync(file, { timeout: 5000 });
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;");
  // What is deleted is overwritten.
  database.exec("PRAGMA secure_delete = ON;");
  return new Kysely<Tables>({
    dialect: new SqliteDialect({
      database: {
        close: () => database.close(),
        prepare(sql) {
          const statement = database.prepare(sql);
          const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
          return {
            reader: statement.columns().length > 0,
            all: (parameters) => statement.all(...values(parameters)),
            run: (parameters) => statement.run(...values(parameters)),
            iterate: (parameters) => statement.iterate(...values(parameters)),
          };
        },
      },
    }),
  });
}

/** Node's own `recursive` never returns where a file system makes no folders, such as below /proc. */
function makeFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  if (dirname(folder) !== folder) makeFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}
