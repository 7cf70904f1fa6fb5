import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Kysely } from "kysely";
import { EnvironmentError } from "../../runtime/environment-error.ts";
import type { Environment } from "../../runtime/environment.ts";
import { databaseFile } from "../../runtime/paths.ts";
import type { Owner } from "../inbox/owner.ts";
import { migrate, NewerDatabaseError } from "./migrations.ts";
import { isDamageError, isSqlite, lockFolder, openSqlite, truncateWal } from "./sqlite.ts";
import type { Tables } from "./tables.ts";

/** Limit for a statement of a visitor's request. */
const requestTimeoutMs = 2000;

/** Limit for a statement of a command and of the migration, for which no visitor waits. */
export const commandTimeoutMs = 60_000;

type DatabaseEnvironment = Pick<Environment, "DATABASE_URL" | "DATA_DIR">;

/**
 * Opens the database for submissions, and creates its tables: PostgreSQL if `DATABASE_URL` is set, otherwise the SQLite
 * file in `DATA_DIR`.
 * @param statementTimeoutMs limit for a statement (PostgreSQL)
 * @throws EnvironmentError with a message for the operator if the database can't be used
 */
export async function openDatabase(
  { DATABASE_URL, DATA_DIR }: DatabaseEnvironment,
  statementTimeoutMs = requestTimeoutMs,
): Promise<Kysely<Tables>> {
  if (DATABASE_URL !== undefined) return openPostgresqlDatabase(DATABASE_URL, statementTimeoutMs);
  return openSqliteDatabase(DATA_DIR);
}

/**
 * Opens the database for a command. It doesn't create a missing SQLite file, because then `DATA_DIR` is probably wrong.
 * @throws EnvironmentError with a message in the owner's language if there is no file, or if the database can't be used
 */
export async function openExistingDatabase(
  environment: DatabaseEnvironment,
  { t }: Pick<Owner, "t">,
): Promise<Kysely<Tables>> {
  const { DATABASE_URL, DATA_DIR: folder } = environment;
  const file = resolve(folder, databaseFile);
  // If only the write-ahead log exists, `openDatabase` reports that the database is damaged.
  if (DATABASE_URL === undefined && !existsSync(file) && !existsSync(`${file}-wal`))
    throw new EnvironmentError(t("mistakes.noDatabase", { folder, file }));
  return openDatabase(environment, commandTimeoutMs);
}

/**
 * Opens the database for a process of the site. Only one such process may use an SQLite file. Commands may use it at the
 * same time.
 * @throws EnvironmentError if another process of the site uses the file
 */
export async function openSiteDatabase(environment: DatabaseEnvironment) {
  const database = await openDatabase(environment);
  const { DATABASE_URL, DATA_DIR } = environment;
  if (DATABASE_URL !== undefined || lockFolder(DATA_DIR)) return database;
  await database.destroy();
  const sentence = "another process of the site is using this folder. Stop it, or give each a folder of its own";
  throw new EnvironmentError(`DATA_DIR=${DATA_DIR}: ${sentence}; several processes need PostgreSQL (DATABASE_URL)`);
}

/** Closes a database. SQLite's write-ahead log is emptied first, unless a command is using the file. */
export async function closeDatabase(database: Kysely<Tables>): Promise<void> {
  if (isSqlite(database)) await truncateWal(database).catch(() => undefined);
  await database.destroy();
}

/** Opens the SQLite file and creates its tables. */
async function openSqliteDatabase(folder: string): Promise<Kysely<Tables>> {
  let database: Kysely<Tables> | undefined;
  try {
    database = openSqlite(join(folder, databaseFile));
    await migrate(database);
    return database;
  } catch (error) {
    await database?.destroy();
    throw new EnvironmentError(`DATA_DIR=${folder}: ${describeSqliteError(error)}`);
  }
}

function describeSqliteError(error: unknown): string {
  const reason = formatError(error);
  if (isDamageError(error))
    return `${databaseFile} is damaged (${reason}); put a backup in its place: docs/operations.md, "The database is damaged"`;
  if (error instanceof NewerDatabaseError) return `${databaseFile} can't be used: ${reason}`;
  return `must be a folder that this process can write to, because submissions are stored there (${reason})`;
}

/** Opens PostgreSQL. The tables are created over a separate connection with a longer timeout. */
async function openPostgresqlDatabase(url: string, statementTimeoutMs: number): Promise<Kysely<Tables>> {
  // The message doesn't contain the URL, because it may contain a password.
  if (!/^postgres(?:ql)?:/.test(url))
    throw new EnvironmentError("DATABASE_URL: must begin with postgres:// or postgresql://");
  // The import is dynamic, so that a site on SQLite doesn't load the driver.
  const { openPostgresql } = await import("./postgresql.ts");
  let database: Kysely<Tables> | undefined;
  try {
    database = openPostgresql(url, commandTimeoutMs);
    await migrate(database);
  } catch (error) {
    throw new EnvironmentError(
      `DATABASE_URL: PostgreSQL at ${formatAddress(url)} can't be used: ${formatError(error)}`,
    );
  } finally {
    await database?.destroy();
  }
  return openPostgresql(url, statementTimeoutMs);
}

/** Formats a URL for messages, without user name and password. */
function formatAddress(url: string): string {
  const { host, pathname, searchParams } = new URL(url);
  return (host || (searchParams.get("host") ?? "its default place")) + pathname;
}

/** Formats an error. If all addresses of a host fail, Node throws an AggregateError with an empty message. */
function formatError(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(formatError).join(", ");
  return error instanceof Error ? error.message : String(error);
}
