import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql, type Kysely } from "kysely";
import { inject, test } from "vitest";
import { openDatabase } from "../../app/services/submissions/database/database.ts";
import { openPostgresql } from "../../app/services/submissions/database/postgresql.ts";
import type { Tables } from "../../app/services/submissions/database/tables.ts";
import { getMissingPostgresReason } from "./postgres.ts";

/** Functions that return the URL of an empty database, by storage. SQLite needs none. */
const addresses = {
  SQLite: async () => undefined,
  PostgreSQL: () => createDatabase(inject("postgresUrl")),
} satisfies Record<string, (folder: string) => Promise<string | undefined>>;

/** Storages that this machine has. */
export const storages = (Object.keys(addresses) as (keyof typeof addresses)[]).filter(
  (storage) => storage !== "PostgreSQL" || !getMissingPostgresReason(),
);

// A skipped storage is counted.
const reason = getMissingPostgresReason();
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
  const address: (folder: string) => Promise<string | undefined> = addresses[storage];
  const DATABASE_URL = await address(DATA_DIR);
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
      if (DATABASE_URL && storage === "PostgreSQL") await dropDatabase(inject("postgresUrl"), DATABASE_URL);
    },
  };
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
