import { join } from "node:path";
import { sql, type Kysely } from "kysely";
import { EnvironmentError } from "../platform/environment-error.ts";
import type { Environment } from "../platform/environment.ts";
import { databaseFile } from "../platform/paths.ts";
import { emptyLog, isSqlite } from "./forget.ts";
import { lockFolder } from "./site-lock.ts";
import { DamagedFileError, isDamage, openSqlite } from "./sqlite.ts";
import { migrate, type Tables } from "./tables.ts";

/** Milliseconds that a statement of a visitor's request may take; a visitor who waits for longer has gone. */
const visitorsPatience = 2000;

/** Milliseconds that the migration may take, the wait for another process's included. */
const migrationTime = 60_000;

/** `user_version` of files in which nothing is left of what was deleted. */
const overwritesDeleted = 1;

/** Opens a database by its address, with its tables. @param timeLimit milliseconds that a statement may take */
type Driver = (url: string, timeLimit: number) => Promise<Kysely<Tables>>;

/** By the scheme of an address. */
const drivers = new Map<string, Driver>([
  ["postgres", openShared],
  ["postgresql", openShared],
]);

/**
 * Opens what visitors send is kept in, with its tables: by `DATABASE_URL` where it is set, otherwise the SQLite file in
 * `DATA_DIR`.
 * @param timeLimit milliseconds that a statement may take (PostgreSQL)
 * @throws EnvironmentError, a sentence for the operator, where the database can't be used
 */
export async function openDatabase(
  { DATABASE_URL, DATA_DIR }: Pick<Environment, "DATABASE_URL" | "DATA_DIR">,
  timeLimit = visitorsPatience,
): Promise<Kysely<Tables>> {
  if (DATABASE_URL !== undefined) return driverOf(DATABASE_URL)(DATABASE_URL, timeLimit);
  return openOwn(DATA_DIR);
}

/**
 * The same for the site itself, which has its SQLite file to itself; commands may be run beside it.
 * @throws EnvironmentError where another process of the site has the file
 */
export async function openSiteDatabase(environment: Pick<Environment, "DATABASE_URL" | "DATA_DIR">) {
  const database = await openDatabase(environment);
  const { DATABASE_URL, DATA_DIR } = environment;
  if (DATABASE_URL !== undefined || lockFolder(DATA_DIR)) return database;
  await database.destroy();
  const sentence = "another process of the site is using this folder. Stop it, or give each a folder of its own";
  throw new EnvironmentError(`DATA_DIR=${DATA_DIR}: ${sentence}; more than one need PostgreSQL (DATABASE_URL)`);
}

/** Closes a database; of SQLite's, nothing is left in the log where no command is beside it. */
export async function closeDatabase(database: Kysely<Tables>): Promise<void> {
  if (isSqlite(database)) await emptyLog(database).catch(() => undefined);
  await database.destroy();
}

/** SQLite, its tables made. */
async function openOwn(folder: string): Promise<Kysely<Tables>> {
  let database: Kysely<Tables> | undefined;
  try {
    database = openSqlite(join(folder, databaseFile));
    await migrate(database);
    await rewriteOnce(database);
    return database;
  } catch (error) {
    await database?.destroy();
    if (error instanceof DamagedFileError || isDamage(error)) {
      const advice = 'put a backup in its place: docs/operations.md, "The database is damaged"';
      throw new EnvironmentError(`DATA_DIR=${folder}: ${databaseFile} is damaged (${reasonOf(error)}); ${advice}`);
    }
    const sentence = "must be a folder that this process can write to, as what visitors send is kept there";
    throw new EnvironmentError(`DATA_DIR=${folder}: ${sentence} (${reasonOf(error)})`);
  }
}

/** Earlier versions didn't overwrite what they deleted: the file is written anew, once. */
async function rewriteOnce(database: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ user_version: number }>`PRAGMA user_version`.execute(database);
  if (rows[0]!.user_version >= overwritesDeleted) return;
  try {
    await sql`VACUUM`.execute(database);
    await emptyLog(database);
    await sql.raw(`PRAGMA user_version = ${overwritesDeleted}`).execute(database);
  } catch (error) {
    // No room for a second copy, or somebody is reading: the next start tries again.
    if (isDamage(error)) throw error;
  }
}

function driverOf(url: string): Driver {
  const driver = drivers.get(new URL(url).protocol.slice(0, -1));
  // Without the address: there may be a password in it.
  if (!driver) throw new EnvironmentError(`DATABASE_URL: must begin with ${[...drivers.keys()].join(":// or ")}://`);
  return driver;
}

/** PostgreSQL, its tables made by a connection that may take its time. */
async function openShared(url: string, timeLimit: number): Promise<Kysely<Tables>> {
  // A site on SQLite starts without its code.
  const { openPostgresql, migrateAlone } = await import("./postgresql.ts");
  const database = openPostgresql(url, migrationTime);
  try {
    await migrateAlone(database, migrate);
  } catch (error) {
    throw new EnvironmentError(`DATABASE_URL: PostgreSQL at ${placeOf(url)} can't be used: ${reasonOf(error)}`);
  } finally {
    await database.destroy();
  }
  return openPostgresql(url, timeLimit);
}

/** Where an address leads, without the name and password in it. */
function placeOf(url: string): string {
  const { host, pathname, searchParams } = new URL(url);
  return (host || (searchParams.get("host") ?? "its default place")) + pathname;
}

/** A connection that is tried at several addresses fails with a list of errors and an empty message. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(", ");
  return error instanceof Error ? error.message : String(error);
}
