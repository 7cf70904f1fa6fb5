import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { sql, type Kysely } from "kysely";
import { EnvironmentError } from "../../runtime/environment-error.ts";
import type { Environment } from "../../runtime/environment.ts";
import { databaseFile } from "../../runtime/paths.ts";
import { splitHosts } from "../../runtime/split-hosts.ts";
import { truncateWal, isSqlite } from "../inbox/forget.ts";
import { migrate, NewerDatabaseError } from "./migrations.ts";
import { lockFolder } from "./site-lock.ts";
import { DamagedFileError, isDamageError, openSqlite } from "./sqlite.ts";
import type { Tables } from "./tables.ts";

/** Limit for a statement of a visitor's request. */
const defaultStatementTimeoutMs = 2000;

/** Limit for the migration, including the wait for another process that migrates. */
const migrationTimeoutMs = 60_000;

/** `user_version` of files that were vacuumed after `secure_delete` was introduced. */
const secureDeleteVersion = 1;

/** Opens the database at a URL and creates its tables. */
type Driver = (url: string, statementTimeoutMs: number) => Promise<Kysely<Tables>>;

/** Drivers by the scheme of the URL. */
const drivers = new Map<string, Driver>([
  ["postgres", openPostgresqlDatabase],
  ["postgresql", openPostgresqlDatabase],
]);

/**
 * Opens the database for submissions, and creates its tables: PostgreSQL if `DATABASE_URL` is set, otherwise the SQLite
 * file in `DATA_DIR`.
 * @param statementTimeoutMs limit for a statement (PostgreSQL)
 * @throws EnvironmentError with a message for the operator if the database can't be used
 */
export async function openDatabase(
  { DATABASE_URL, DATA_DIR }: Pick<Environment, "DATABASE_URL" | "DATA_DIR">,
  statementTimeoutMs = defaultStatementTimeoutMs,
): Promise<Kysely<Tables>> {
  if (DATABASE_URL !== undefined) return getDriver(DATABASE_URL)(DATABASE_URL, statementTimeoutMs);
  return openSqliteDatabase(DATA_DIR);
}

/** There is no SQLite file in `DATA_DIR`. */
export class NoDatabaseError extends Error {
  override name = "NoDatabaseError";
  readonly folder: string;
  readonly file: string;

  constructor(folder: string, file: string) {
    super(`DATA_DIR=${folder}: there is no ${file}`);
    this.folder = folder;
    this.file = file;
  }
}

/**
 * Opens the database for a command. It doesn't create a missing SQLite file, because then `DATA_DIR` is probably wrong.
 * @throws NoDatabaseError if there is no file
 * @throws EnvironmentError if the database can't be used
 */
export async function openExistingDatabase(
  environment: Pick<Environment, "DATABASE_URL" | "DATA_DIR">,
  statementTimeoutMs?: number,
): Promise<Kysely<Tables>> {
  const { DATABASE_URL, DATA_DIR } = environment;
  const file = resolve(DATA_DIR, databaseFile);
  // If only the write-ahead log exists, `openDatabase` reports that the database is damaged.
  if (DATABASE_URL === undefined && !existsSync(file) && !existsSync(`${file}-wal`)) {
    throw new NoDatabaseError(DATA_DIR, file);
  }
  return openDatabase(environment, statementTimeoutMs);
}

/**
 * Opens the database for a process of the site. Only one such process may use an SQLite file. Commands may use it at the
 * same time.
 * @throws EnvironmentError if another process of the site uses the file
 */
export async function openSiteDatabase(environment: Pick<Environment, "DATABASE_URL" | "DATA_DIR">) {
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
    await vacuumOnce(database);
    return database;
  } catch (error) {
    await database?.destroy();
    if (error instanceof DamagedFileError || isDamageError(error)) {
      const advice = 'put a backup in its place: docs/operations.md, "The database is damaged"';
      throw new EnvironmentError(`DATA_DIR=${folder}: ${databaseFile} is damaged (${formatError(error)}); ${advice}`);
    }
    if (error instanceof NewerDatabaseError)
      throw new EnvironmentError(`DATA_DIR=${folder}: ${databaseFile} can't be used: ${error.message}`);
    const sentence = "must be a folder that this process can write to, because submissions are stored there";
    throw new EnvironmentError(`DATA_DIR=${folder}: ${sentence} (${formatError(error)})`);
  }
}

/** Earlier versions had no `secure_delete` and left deleted data in the file, so the file is rewritten once. */
async function vacuumOnce(database: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ user_version: number }>`PRAGMA user_version`.execute(database);
  if (rows[0]!.user_version >= secureDeleteVersion) return;
  try {
    await sql`VACUUM`.execute(database);
    await truncateWal(database);
    await sql.raw(`PRAGMA user_version = ${secureDeleteVersion}`).execute(database);
  } catch (error) {
    // Other errors, such as a full disk or a process that reads the file, don't matter: the next start tries again.
    if (isDamageError(error)) throw error;
  }
}

function getDriver(url: string): Driver {
  const driver = drivers.get(new URL(splitHosts(url)[0]!).protocol.slice(0, -1));
  // The message doesn't contain the URL, because it may contain a password.
  if (!driver) throw new EnvironmentError(`DATABASE_URL: must begin with ${[...drivers.keys()].join(":// or ")}://`);
  return driver;
}

/** Opens PostgreSQL. The tables are created over a separate connection with a longer timeout. */
async function openPostgresqlDatabase(url: string, statementTimeoutMs: number): Promise<Kysely<Tables>> {
  // The import is dynamic, so that a site on SQLite doesn't load the driver.
  const { openPostgresql } = await import("./postgresql.ts");
  let database: Kysely<Tables> | undefined;
  try {
    database = openPostgresql(url, migrationTimeoutMs);
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

/** Formats a URL with one or more hosts for messages, without user name and password. */
function formatAddress(url: string): string {
  const addresses = splitHosts(url).map((address) => new URL(address));
  const { pathname, searchParams } = addresses[0]!;
  const hosts = addresses.map(({ host }) => host).join(",");
  return (hosts || (searchParams.get("host") ?? "its default place")) + pathname;
}

/** Formats an error. If all addresses of a host fail, Node throws an AggregateError with an empty message. */
function formatError(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(formatError).join(", ");
  return error instanceof Error ? error.message : String(error);
}
