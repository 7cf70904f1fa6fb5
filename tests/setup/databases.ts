import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql, type Kysely } from "kysely";
import { afterEach, beforeEach, describe, inject, test } from "vitest";
import { openDatabase } from "../../app/services/submissions/database/database.ts";
import { openPostgresql } from "../../app/services/submissions/database/postgresql.ts";
import type { Tables } from "../../app/services/submissions/database/tables.ts";
import { getMissingPostgresReason } from "./postgres.ts";

const reason = getMissingPostgresReason();

/** Storages that this machine has. */
export const storages: readonly ("SQLite" | "PostgreSQL")[] = reason ? ["SQLite"] : ["SQLite", "PostgreSQL"];

// A skipped storage is counted.
if (reason) test.skip(`PostgreSQL (skipped: ${reason})`, () => undefined);

export type FreshDatabase = {
  /** Environment variables for a site that uses the database. */
  variables: { DATA_DIR: string; DATABASE_URL?: string };
  /** Opens the database as another process would. `remove` closes all open connections. */
  open(): Promise<Kysely<Tables>>;
  remove(): Promise<void>;
};

/** Creates an empty database for one test. */
export async function createFreshDatabase(storage: (typeof storages)[number]): Promise<FreshDatabase> {
  const DATA_DIR = mkdtempSync(join(tmpdir(), "storage-"));
  const DATABASE_URL = storage === "PostgreSQL" ? await createDatabase(inject("postgresUrl")) : undefined;
  const openConnections: Kysely<Tables>[] = [];
  return {
    variables: { DATA_DIR, ...(DATABASE_URL !== undefined && { DATABASE_URL }) },
    async open() {
      const database = await openDatabase({ DATABASE_URL, DATA_DIR: join(DATA_DIR, "deep") });
      openConnections.push(database);
      return database;
    },
    async remove() {
      await Promise.all(openConnections.map((database) => database.destroy()));
      rmSync(DATA_DIR, { recursive: true });
      if (DATABASE_URL) await dropDatabase(inject("postgresUrl"), DATABASE_URL);
    },
  };
}

/** An empty database of each test, and a clock. */
export type TestStorage = {
  name: (typeof storages)[number];
  database: Kysely<Tables>;
  /** Milliseconds since 1970. */
  time: number;
  now: () => number;
  /** Opens the database as another process would. */
  open(): Promise<Kysely<Tables>>;
  /** The same, for concurrent writes. With SQLite it is the same connection, because waiting blocks the thread. */
  openOther(): Promise<Kysely<Tables>>;
  variables: FreshDatabase["variables"];
};

/** Defines tests that run on each storage. */
export function describeStorages(define: (storage: TestStorage) => void): void {
  describe.each(storages)("%s", (name) => {
    const storage = { name, now: () => storage.time } as TestStorage;
    let freshDatabase: FreshDatabase;
    beforeEach(async () => {
      freshDatabase = await createFreshDatabase(name);
      const { open, variables } = freshDatabase;
      const database = await open();
      const openOther = async () => (name === "SQLite" ? database : open());
      Object.assign(storage, { database, open, openOther, variables, time: 1_800_000_000_000 });
    });
    afterEach(() => freshDatabase.remove());
    define(storage);
  });
}

/**
 * Creates a database with a unique name.
 * @returns its URL
 */
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
