import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql, type Kysely } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, inject, test } from "vitest";
import { openDatabase } from "#app/services/submissions/database/database.ts";
import { openPostgresql } from "#app/services/submissions/database/postgresql.ts";
import type { Tables } from "#app/services/submissions/database/tables.ts";
import { toTime, type Time } from "#app/services/submissions/database/time.ts";
import { getMissingPostgresReason } from "./postgres.ts";

const reason = getMissingPostgresReason();

export const databaseEngines: readonly ("SQLite" | "PostgreSQL")[] = reason ? ["SQLite"] : ["SQLite", "PostgreSQL"];

// This test makes the summary count the skipped database.
if (reason) test.skip(`PostgreSQL (skipped: ${reason})`, () => undefined);

export type FreshDatabase = {
  /** Environment variables for the database. With SQLite, its file is in the subfolder `deep` of `DATA_DIR`. */
  variables: { DATA_DIR: string; DATABASE_URL?: string };
  /** Opens the database as another process would. */
  open(): Promise<Kysely<Tables>>;
  close(): Promise<void>;
  /** Closes all open connections, and deletes the database. */
  remove(): Promise<void>;
};

export async function createFreshDatabase(storage: (typeof databaseEngines)[number]): Promise<FreshDatabase> {
  const DATA_DIR = mkdtempSync(join(tmpdir(), "storage-"));
  const DATABASE_URL = storage === "PostgreSQL" ? await createDatabase(inject("postgresUrl")) : undefined;
  const openConnections: Kysely<Tables>[] = [];
  const close = async () => {
    await Promise.all(openConnections.splice(0).map((database) => database.destroy()));
  };
  return {
    variables: { DATA_DIR, ...(DATABASE_URL !== undefined && { DATABASE_URL }) },
    async open() {
      const database = await openDatabase({ DATABASE_URL, DATA_DIR: join(DATA_DIR, "deep") });
      openConnections.push(database);
      return database;
    },
    close,
    async remove() {
      await close();
      rmSync(DATA_DIR, { recursive: true });
      if (DATABASE_URL) await dropDatabase(inject("postgresUrl"), DATABASE_URL);
    },
  };
}

/** A database that is empty at the start of each test, and a clock. */
export type TestStorage = {
  name: (typeof databaseEngines)[number];
  database: Kysely<Tables>;
  /** Milliseconds since 1970. */
  time: number;
  now: () => Time;
  /** Opens the database as another process would. */
  open(): Promise<Kysely<Tables>>;
  /**
   * Opens a second connection for concurrent writes. With SQLite it returns the first connection, because waiting for a
   * lock would block the thread.
   */
  openOther(): Promise<Kysely<Tables>>;
};

/**
 * Tables that are emptied before each test. A table precedes those that it refers to. The table `secret`, which has the
 * site's keys, isn't emptied.
 */
const emptiedTables = [
  ...(["submission_note", "delivery", "submission", "rate_limit", "basket", "open_code", "session"] as const),
  ...([
    "purge",
    "missed_search",
    "missed_address",
    "release_file",
    "release_part",
    "current_release",
    "release",
  ] as const),
];

/**
 * Defines tests that run on SQLite and on PostgreSQL. The tests share one database of each engine, because creating a
 * database is slow.
 */
export function describeEachDatabase(define: (storage: TestStorage) => void): void {
  describe.each(databaseEngines)("%s", (name) => {
    const storage = { name, now: () => toTime(storage.time) } as TestStorage;
    let freshDatabase: FreshDatabase;
    beforeAll(async () => void (freshDatabase = await createFreshDatabase(name)));
    beforeEach(async () => {
      const { open } = freshDatabase;
      const database = await open();
      for (const table of emptiedTables) await database.deleteFrom(table).execute();
      const openOther = async () => (name === "SQLite" ? database : open());
      Object.assign(storage, { database, open, openOther, time: 1_800_000_000_000 });
    });
    afterEach(() => freshDatabase.close());
    afterAll(() => freshDatabase.remove());
    define(storage);
  });
}

async function createDatabase(server: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await administer(server, `create database ${name}`);
  return Object.assign(new URL(server), { pathname: `/${name}` }).href;
}

async function dropDatabase(server: string, url: string): Promise<void> {
  await administer(server, `drop database ${new URL(url).pathname.slice(1)} with (force)`);
}

async function administer(server: string, statement: string): Promise<void> {
  const database = openPostgresql(server, 10_000);
  await sql.raw(statement).execute(database);
  await database.destroy();
}
