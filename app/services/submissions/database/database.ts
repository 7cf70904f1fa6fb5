import { accessSync, constants, existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Kysely } from "kysely";
import { EnvironmentError } from "#app/services/runtime/environment-error.ts";
import type { Environment } from "#app/services/runtime/environment.ts";
import { createFolder, isDiskFull } from "#app/services/runtime/folders.ts";
import { databaseFile, releasesFolder } from "#app/services/runtime/paths.ts";
import type { OwnerTexts } from "#app/services/submissions/texts/owner-texts.ts";
import { isUnreachable } from "./database-check.ts";
import { migrate, NewerDatabaseError } from "./migrations.ts";
import { isDamageError, isSqlite, lockFile, lockFolder, openSqlite, truncateWal } from "./sqlite.ts";
import type { Tables } from "./tables.ts";

const requestTimeoutMs = 2000;

/** Maximum milliseconds for a statement in commands and migrations. */
export const commandTimeoutMs = 60_000;

type DatabaseEnvironment = Pick<Environment, "DATABASE_URL" | "DATA_DIR">;
type FolderEnvironment = DatabaseEnvironment & Pick<Environment, "API_BASE_URL">;

/** Thrown if PostgreSQL doesn't answer, but may later. */
export class UnreachableError extends EnvironmentError {
  override name = "UnreachableError";
}

/**
 * Opens PostgreSQL if `DATABASE_URL` is set, otherwise the SQLite file in `DATA_DIR`.
 * @param canWait whether PostgreSQL may be opened before it can be reached
 * @throws EnvironmentError if it can't be used
 */
export async function openDatabase(
  { DATABASE_URL, DATA_DIR }: DatabaseEnvironment,
  statementTimeoutMs = requestTimeoutMs,
  canWait = false,
): Promise<Kysely<Tables>> {
  if (DATABASE_URL !== undefined) return openPostgresqlDatabase(DATABASE_URL, statementTimeoutMs, canWait);
  return openSqliteDatabase(DATA_DIR);
}

/**
 * Opens the database, but never creates a missing SQLite file: if the file is missing, `DATA_DIR` is probably wrong.
 * @throws EnvironmentError in the owner's language
 */
export async function openExistingDatabase(
  environment: DatabaseEnvironment,
  { t }: Pick<OwnerTexts, "t">,
): Promise<Kysely<Tables>> {
  const { DATABASE_URL, DATA_DIR: folder } = environment;
  const file = resolve(folder, databaseFile);
  // Lets `openDatabase` report a write-ahead log without a database.
  if (DATABASE_URL === undefined && !existsSync(file) && !existsSync(`${file}-wal`))
    throw new EnvironmentError(t("mistakes.noDatabase", { folder, file }));
  return openDatabase(environment, commandTimeoutMs);
}

/**
 * Claims the folder until the process ends: apart from commands, only one process may use an SQLite file.
 * @throws EnvironmentError
 */
export function claimDataFolder({ DATA_DIR: folder, DATABASE_URL, API_BASE_URL }: FolderEnvironment): void {
  const usesSqlite = DATABASE_URL === undefined;
  const files = [
    ...(usesSqlite ? [lockFile, databaseFile, `${databaseFile}-wal`, `${databaseFile}-shm`] : []),
    ...(API_BASE_URL === undefined ? [releasesFolder, join(releasesFolder, "lock")] : []),
  ];
  // If the site needs none of these files, it needs no access to the folder either, because other data in it can be
  // fetched again.
  if (files.length === 0) return;
  try {
    createFolder(folder);
    const paths = [folder, ...files.map((file) => join(folder, file))];
    for (const path of paths.filter((one) => existsSync(one))) accessSync(path, constants.R_OK | constants.W_OK);
    if (!usesSqlite || lockFolder(folder)) return;
  } catch (error) {
    const reason = isDiskFull(error, folder)
      ? "the disk is full"
      : "must be a folder that this process can write to, as well as to the files in it";
    throw new EnvironmentError(`DATA_DIR=${folder}: ${reason} (${formatError(error)})${formatRemedy(error, folder)}`);
  }
  const reason = "another process of the site is using this folder. Stop it, or give each process a folder of its own";
  throw new EnvironmentError(
    `DATA_DIR=${folder}: ${reason}; with PostgreSQL (DATABASE_URL), processes can share a folder`,
  );
}

/** Suggests `chown`, because a command run as root creates files that the site can't write. */
function formatRemedy(error: unknown, folder: string): string {
  const { code, syscall } = error as NodeJS.ErrnoException;
  const isDataFolder = [lockFile, databaseFile, releasesFolder].some((name) => existsSync(join(folder, name)));
  return isDataFolder && code === "EACCES" && syscall === "access"
    ? `; as root: chown -R ${process.getuid?.()} ${resolve(folder)}`
    : "";
}

/** Stored pictures and the last backup's mark, which are only created after the SQLite file. */
const laterFiles = ["media", "last-backup"];

/**
 * Returns a warning if the site has run in the folder, but its SQLite file is gone. Call this before `openDatabase`,
 * which creates the file.
 */
export function findLostDatabase({ DATA_DIR: folder, DATABASE_URL }: DatabaseEnvironment): string | undefined {
  const hasRun = laterFiles.some((name) => existsSync(join(folder, name)));
  const isLost = DATABASE_URL === undefined && hasRun && !existsSync(join(folder, databaseFile));
  const advice = "To get it back, stop the site and restore a backup: site-admin restore FILE";
  return isLost
    ? `DATA_DIR=${folder}: ${databaseFile} with the submissions is gone, so an empty one is created. ${advice}`
    : undefined;
}

/** Closes the database. First empties SQLite's log, unless another process is reading. */
export async function closeDatabase(database: Kysely<Tables>): Promise<void> {
  if (isSqlite(database)) await truncateWal(database).catch(() => undefined);
  await database.destroy();
}

async function openSqliteDatabase(folder: string): Promise<Kysely<Tables>> {
  let database: Kysely<Tables> | undefined;
  try {
    database = openSqlite(join(folder, databaseFile));
    await migrate(database);
    return database;
  } catch (error) {
    await database?.destroy();
    throw new EnvironmentError(`DATA_DIR=${folder}: ${describeSqliteError(error, folder)}`);
  }
}

function describeSqliteError(error: unknown, folder: string): string {
  const reason = formatError(error);
  if (isDamageError(error))
    return `${databaseFile} is damaged (${reason}); put a backup in its place: docs/operations.md, "The database is damaged"`;
  if (error instanceof NewerDatabaseError) return `${databaseFile} can't be used: ${reason}`;
  if (isDiskFull(error, folder)) return `the disk is full (${reason}): docs/operations.md, "A disk is full"`;
  return `must be a folder that this process can write to, because submissions are stored there (${reason})`;
}

/** The tables are created over a separate connection with a longer timeout. */
async function openPostgresqlDatabase(
  url: string,
  statementTimeoutMs: number,
  canWait: boolean,
): Promise<Kysely<Tables>> {
  // Omits the URL, because it may contain a password.
  if (!/^postgres(?:ql)?:/.test(url))
    throw new EnvironmentError("DATABASE_URL: must begin with postgres:// or postgresql://");
  // Imports the driver here, so that a site on SQLite doesn't load it.
  const { openPostgresql } = await import("./postgresql.ts");
  const createTables = async () => {
    await using database = openPostgresql(url, commandTimeoutMs);
    await migrate(database);
  };
  try {
    await createTables();
    return openPostgresql(url, statementTimeoutMs);
  } catch (error) {
    if (canWait && isUnreachable(error)) return openPostgresql(url, statementTimeoutMs, createTables);
    const message = `DATABASE_URL: PostgreSQL at ${formatAddress(url)} can't be used: ${formatError(error)}`;
    throw isUnreachable(error) ? new UnreachableError(message) : new EnvironmentError(message);
  }
}

/** Formats a URL without user name and password. */
function formatAddress(url: string): string {
  const { host, pathname, searchParams } = new URL(url);
  return (host || (searchParams.get("host") ?? "its default place")) + pathname;
}

/** Joins the inner messages, because Node's AggregateError has none of its own if all addresses of a host fail. */
function formatError(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(formatError).join(", ");
  return error instanceof Error ? error.message : String(error);
}
